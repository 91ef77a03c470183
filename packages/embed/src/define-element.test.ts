import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { defineElement, type MountOptions } from './define-element.ts'
import { type ElementOptions, optionAttributes } from './options.ts'

const update = vi.fn<(options: MountOptions) => void>()
const unmount = vi.fn()
const mount = vi.fn((_host: HTMLElement, _options: MountOptions) => ({ update, unmount }))
const parts = { forumUrl: 'https://forum.example', load: async () => mount }

let count = 0
let tag = ''

beforeEach(() => {
  count += 1
  tag = `stoa-test-${count}`
  vi.clearAllMocks()
})

afterEach(() => {
  document.body.innerHTML = ''
})

function insert(attributes: Record<string, string> = { community: 'FORUM' }): HTMLElement & ElementOptions {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  document.body.append(element)
  return element as HTMLElement & ElementOptions
}

/** What has been queued runs, imports included. */
const settled = () => new Promise((resolve) => setTimeout(resolve))
const mountedWith = () => mount.mock.calls.at(-1)?.[1]

it('reads every option from its attribute', async () => {
  defineElement(tag, parts)
  const given: Record<keyof ElementOptions, [text: string, value: unknown]> = {
    community: ['FORUM', 'FORUM'],
    articleId: ['a-1', 'a-1'],
    url: ['https://news.example/a', 'https://news.example/a'],
    forumUrl: ['https://other.example', 'https://other.example'],
    theme: ['dark', 'dark'],
    locale: ['ar', 'ar'],
    pageSize: ['25', 25],
    sort: ['new', 'new'],
    load: ['now', 'now'],
    words: ['', true],
  }
  const names = Object.keys(optionAttributes) as (keyof ElementOptions)[]
  const element = insert(Object.fromEntries(names.map((name) => [optionAttributes[name].attribute, given[name][0]])))
  await settled()
  for (const name of names) {
    expect(mountedWith()?.[name], name).toBe(given[name][1])
    expect(element[name], name).toBe(given[name][1])
  }
})

it('takes every option as a property, which beats the attribute', async () => {
  defineElement(tag, parts)
  const element = insert()
  await settled()
  Object.assign(element, { community: 'GARDEN', pageSize: 5, words: false })
  await settled()
  expect(update).toHaveBeenCalledOnce()
  expect(update.mock.lastCall?.[0]).toMatchObject({ community: 'GARDEN', pageSize: 5, words: false })
  expect(mount).toHaveBeenCalledOnce()
})

it('hears of a changed attribute', async () => {
  defineElement(tag, parts)
  const element = insert()
  await settled()
  element.setAttribute('sort', 'old')
  element.removeAttribute('theme')
  await settled()
  expect(update.mock.lastCall?.[0].sort).toBe('old')
})

it('keeps properties that were set before the script came', async () => {
  const element = document.createElement(tag) as HTMLElement & ElementOptions
  element.community = 'EARLY'
  element.pageSize = 3
  document.body.append(element)
  defineElement(tag, parts)
  await settled()
  expect(mountedWith()).toMatchObject({ community: 'EARLY', pageSize: 3, forumUrl: 'https://forum.example' })
  element.pageSize = 4
  await settled()
  expect(update.mock.lastCall?.[0].pageSize).toBe(4)
})

it('waits until it knows its community', async () => {
  defineElement(tag, parts)
  const element = insert({})
  await settled()
  expect(mount).not.toHaveBeenCalled()
  element.setAttribute('community', 'FORUM')
  await settled()
  expect(mount).toHaveBeenCalledOnce()
})

it('keeps its state when it is moved', async () => {
  defineElement(tag, parts)
  const element = insert()
  const place = document.body.appendChild(document.createElement('section'))
  await settled()
  place.append(element)
  await settled()
  expect(unmount).not.toHaveBeenCalled()
  expect(mount).toHaveBeenCalledOnce()
})

it('ends when it is removed, and begins anew when it comes back', async () => {
  defineElement(tag, parts)
  const element = insert()
  await settled()
  element.remove()
  await settled()
  expect(unmount).toHaveBeenCalledOnce()
  document.body.append(element)
  await settled()
  expect(mount).toHaveBeenCalledTimes(2)
})

it('mounts nothing when it is removed while its code is loading', async () => {
  let arrive: (loaded: typeof mount) => void = () => {}
  defineElement(tag, { ...parts, load: () => new Promise((resolve) => (arrive = resolve)) })
  const element = insert()
  await settled()
  element.remove()
  await settled()
  arrive(mount)
  await settled()
  expect(mount).not.toHaveBeenCalled()
})

it('is not defined twice when a page holds two copies of the script', async () => {
  const other = vi.fn()
  defineElement(tag, parts)
  const first = customElements.get(tag)
  defineElement(tag, { forumUrl: 'https://second.example', load: async () => other })
  expect(customElements.get(tag)).toBe(first)
  insert()
  await settled()
  expect(mount).toHaveBeenCalledOnce()
  expect(other).not.toHaveBeenCalled()
})

it('tells a failed download in the console and tries again after the next change', async () => {
  const console = vi.spyOn(globalThis.console, 'error').mockImplementation(() => {})
  const load = vi.fn(parts.load).mockRejectedValueOnce(new Error('offline'))
  defineElement(tag, { ...parts, load })
  const element = insert()
  await settled()
  expect(console).toHaveBeenCalledOnce()
  element.sort = 'new'
  await settled()
  expect(mount).toHaveBeenCalledOnce()
  console.mockRestore()
})

it('waits for what is shown before its own code, and goes on when that fails', async () => {
  const order: string[] = []
  defineElement(tag, {
    ...parts,
    before: async () => {
      order.push('before')
      throw new Error('refused')
    },
    load: async () => {
      order.push('load')
      return mount
    },
  })
  insert()
  await settled()
  expect(order).toEqual(['before', 'load'])
  expect(mount).toHaveBeenCalledOnce()
})
