import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { loadAhead } from './preload.ts'

afterEach(() => document.body.replaceChildren())

/** Sets up three lazily loaded screens and an idle browser. */
function open({ saveData = false, load = async (): Promise<ComponentType> => () => null } = {}) {
  const screens = { '/': vi.fn(load), '/bbs/:token/:identifier': vi.fn(load), '/author/:id': vi.fn(load) }
  const routes = Object.entries(screens).map(([path, Component]): RouteObject => ({ path, lazy: { Component } }))
  const whenIdle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => whenIdle.push(callback))
  vi.stubGlobal('navigator', { connection: { saveData } })
  const listen = vi.spyOn(document, 'addEventListener')
  loadAhead(routes)
  onTestFinished(() => {
    for (const [type, listener] of listen.mock.calls) document.removeEventListener(type, listener)
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })
  const { '/': feed, '/bbs/:token/:identifier': post, '/author/:id': author } = screens
  return { feed, post, author, idle: () => whenIdle.map((callback) => callback()) }
}

function link(href: string) {
  const anchor = document.body.appendChild(document.createElement('a'))
  anchor.href = href
  return anchor.appendChild(document.createElement('b'))
}

test.each(['pointerover', 'focusin'])(
  'on %s a link loads the code of its screen, unless it is loaded already',
  async (type) => {
    const { author, post } = open()
    const inside = link('/author/newt?x=1')
    inside.dispatchEvent(new Event(type, { bubbles: true }))
    await vi.waitFor(() => expect(author).toHaveBeenCalledTimes(1))
    await author.mock.results[0]?.value
    inside.dispatchEvent(new Event(type, { bubbles: true }))
    expect(author).toHaveBeenCalledTimes(1)
    expect(post).not.toHaveBeenCalled()
  },
)

test('links to other sites and other elements load nothing', () => {
  const { author } = open()
  link('https://elsewhere.example/author/newt').dispatchEvent(new Event('pointerover', { bubbles: true }))
  document.body.dispatchEvent(new Event('pointerover', { bubbles: true }))
  expect(author).not.toHaveBeenCalled()
})

test('feeds and posts are loaded when the browser is idle, other screens are not', () => {
  const { feed, post, author, idle } = open()
  expect(feed).not.toHaveBeenCalled()
  idle()
  expect([feed, post, author].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 0])
})

test('with data saving on, a screen is loaded only when a link to it is pointed at', () => {
  const { feed, author, idle } = open({ saveData: true })
  idle()
  expect(feed).not.toHaveBeenCalled()
  link('/author/newt').dispatchEvent(new Event('pointerover', { bubbles: true }))
  expect(author).toHaveBeenCalledTimes(1)
})

test('failed code is requested again on the next occasion', async () => {
  const { author } = open({ load: () => Promise.reject(new TypeError('offline')) })
  const inside = link('/author/newt')
  inside.dispatchEvent(new Event('pointerover', { bubbles: true }))
  await author.mock.results[0]?.value.catch(() => {})
  inside.dispatchEvent(new Event('pointerover', { bubbles: true }))
  expect(author).toHaveBeenCalledTimes(2)
})
