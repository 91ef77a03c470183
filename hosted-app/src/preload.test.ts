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

/** Loads data after the pointer, a finger or the focus has rested on a link. */
function openWithTimers(saveData = false, load?: () => Promise<ComponentType>) {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  return open({ saveData, ...(load && { load }) })
}

const at = (type: string, pointerType = 'mouse') =>
  Object.assign(new Event(type, { bubbles: true }), type.startsWith('pointer') ? { pointerType } : {})

/** Longer than a pointer rests. */
const RESTED_MS = 200
const rest = (target: Element, type = 'pointerover') => {
  document.body.dispatchEvent(at('pointerover'))
  target.dispatchEvent(at(type))
  return vi.advanceTimersByTimeAsync(RESTED_MS)
}

test.each(['pointerover', 'focusin', 'touchstart'])(
  'on %s a link loads the code of its screen, unless it is loaded already',
  async (type) => {
    const { author, post } = openWithTimers()
    const inside = link('/author/newt?x=1')
    await rest(inside, type)
    expect(author).toHaveBeenCalledTimes(1)
    await rest(inside, type)
    expect(author).toHaveBeenCalledTimes(1)
    expect(post).not.toHaveBeenCalled()
  },
)

test('links to other sites, other elements and items of a menu that opens load nothing', async () => {
  const { author } = openWithTimers()
  await rest(link('https://elsewhere.example/author/newt'))
  await rest(document.body)
  const item = link('/author/newt').parentElement as HTMLElement
  item.setAttribute('role', 'menuitem')
  await rest(item, 'focusin')
  expect(author).not.toHaveBeenCalled()
  await rest(item)
  expect(author).toHaveBeenCalledTimes(1)
})

test('feeds and posts are loaded when the browser is idle, other screens are not', () => {
  const { feed, post, author, idle } = open()
  expect(feed).not.toHaveBeenCalled()
  idle()
  expect([feed, post, author].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 0])
})

test('with data saving on, a screen is loaded only when a link to it is pointed at', async () => {
  const { feed, author, idle } = openWithTimers(true)
  idle()
  expect(feed).not.toHaveBeenCalled()
  await rest(link('/author/newt'))
  expect(author).toHaveBeenCalledTimes(1)
})

test('failed code is requested again on the next occasion', async () => {
  const { author } = openWithTimers(false, () => Promise.reject(new TypeError('offline')))
  const inside = link('/author/newt')
  await rest(inside)
  await rest(inside)
  expect(author).toHaveBeenCalledTimes(2)
})

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

test('a touch loads data in the next frame; scrolling cancels it', () => {
  const { loadData } = openWithTimers()
  const inside = link('/bbs/FORUM/newts')
  inside.dispatchEvent(at('pointerover', 'touch'))
  inside.dispatchEvent(at('touchstart'))
  // After the frame that shows the touch.
  expect(loadData).not.toHaveBeenCalled()
  vi.advanceTimersByTime(20)
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
