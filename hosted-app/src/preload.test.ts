import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { type LoadData, loadAhead } from './preload.ts'

afterEach(() => document.body.replaceChildren())

/** Sets up three lazily loaded screens and an idle browser. */
function open({
  saveData = false,
  load = async (): Promise<ComponentType> => () => null,
  loadData = vi.fn<LoadData>(),
} = {}) {
  const screens = { '/': vi.fn(load), '/bbs/:token/:identifier': vi.fn(load), '/author/:id': vi.fn(load) }
  const routes = Object.entries(screens).map(([path, Component]): RouteObject => ({ path, lazy: { Component } }))
  const whenIdle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => whenIdle.push(callback))
  vi.stubGlobal('navigator', { connection: { saveData } })
  const listen = vi.spyOn(document, 'addEventListener')
  loadAhead(routes, loadData)
  onTestFinished(() => {
    for (const [type, listener] of listen.mock.calls) document.removeEventListener(type, listener)
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })
  const { '/': feed, '/bbs/:token/:identifier': post, '/author/:id': author } = screens
  return { loadData, feed, post, author, idle: () => whenIdle.map((callback) => callback()) }
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

/** Loads data after the pointer, a finger or the focus has rested on a link. */
function openWithTimers(saveData = false) {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  return open({ saveData })
}

const at = (type: string, pointerType = 'mouse') =>
  Object.assign(new Event(type, { bubbles: true }), type.startsWith('pointer') ? { pointerType } : {})

test.each(['pointerover', 'focusin'])(
  'data of a link is loaded when %s lasts 65 ms, and cancelled after that',
  (type) => {
    const { loadData } = openWithTimers()
    const inside = link('/bbs/FORUM/newts')
    inside.dispatchEvent(at(type))
    vi.advanceTimersByTime(64)
    expect(loadData).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(loadData).toHaveBeenCalledTimes(1)
    const [target, signal] = loadData.mock.calls[0] ?? []
    expect(target).toBe(inside.parentElement)
    document.body.dispatchEvent(at('pointerover'))
    expect(signal?.aborted).toBe(true)
  },
)

test('passing over links loads no data', () => {
  const { loadData } = openWithTimers()
  for (const path of ['/a', '/b', '/c']) {
    link(path).dispatchEvent(at('focusin'))
    vi.advanceTimersByTime(60)
  }
  document.body.dispatchEvent(at('pointerover'))
  vi.advanceTimersByTime(100)
  expect(loadData).not.toHaveBeenCalled()
})

test('a touch loads data at once; scrolling cancels it', () => {
  const { loadData } = openWithTimers()
  const inside = link('/bbs/FORUM/newts')
  inside.dispatchEvent(at('pointerover', 'touch'))
  inside.dispatchEvent(at('touchstart'))
  vi.advanceTimersByTime(0)
  expect(loadData).toHaveBeenCalledTimes(1)
  inside.dispatchEvent(at('touchmove'))
  expect(loadData.mock.calls[0]?.[1].aborted).toBe(true)
})

test('with data saving on, no data is loaded ahead', () => {
  const { loadData } = openWithTimers(true)
  link('/bbs/FORUM/newts').dispatchEvent(at('touchstart'))
  link('/bbs/FORUM/newts').dispatchEvent(at('pointerover'))
  vi.advanceTimersByTime(1000)
  expect(loadData).not.toHaveBeenCalled()
})
