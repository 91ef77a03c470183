import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { StoaElement } from '../elements.ts'
import { attributeOf, type ElementOptions, optionNames } from '../options.ts'
import { insertElement, partsOf, SeenAtOnce, settled } from '../testing/element-in-page.ts'
import { defineElement, type ElementParts, type MountOptions } from './define-element.ts'

const update = vi.fn<(options: MountOptions) => void>()
const unmount = vi.fn()
const mount = vi.fn((_host: HTMLElement, _options: MountOptions, _onLost: (error: unknown) => void) => ({
  update,
  unmount,
}))
const parts = partsOf(async () => mount)

let count = 0
let tag = ''

beforeEach(() => {
  count += 1
  tag = `stoa-test-${count}`
  vi.clearAllMocks()
  vi.stubGlobal('IntersectionObserver', SeenAtOnce)
})

afterEach(() => {
  document.body.innerHTML = ''
})

const insert = (attributes?: Record<string, string>) => insertElement(tag, attributes)
const mountedWith = () => mount.mock.calls.at(-1)?.[1]

it('reads every option from its attribute', async () => {
  defineElement(tag, parts)
  const values: Record<keyof ElementOptions, [text: string, value: unknown]> = {
    community: ['FORUM', 'FORUM'],
    articleId: ['a-1', 'a-1'],
    url: ['https://news.example/a', 'https://news.example/a'],
    forumUrl: ['https://other.example', 'https://other.example'],
    theme: ['dark', 'dark'],
    font: ['inherit', 'inherit'],
    locale: ['ar', 'ar'],
    pageSize: ['25', 25],
    sort: ['new', 'new'],
    load: ['now', 'now'],
    footer: ['off', 'off'],
    words: ['', true],
  }
  const element = insert(Object.fromEntries(optionNames.map((name) => [attributeOf(name), values[name][0]])))
  await settled()
  for (const name of optionNames) {
    expect(mountedWith()?.[name], name).toBe(values[name][1])
    expect(element[name], name).toBe(values[name][1])
  }
})

it('accepts every option as a property, which replaces the attribute', async () => {
  defineElement(tag, parts)
  const element = insert()
  await settled()
  Object.assign(element, { community: 'GARDEN', pageSize: 5, words: false })
  await settled()
  expect(update.mock.lastCall?.[0]).toMatchObject({ community: 'GARDEN', pageSize: 5, words: false })
  expect(mount).toHaveBeenCalledOnce()
})

it('reads an empty text as true, as frameworks write a boolean attribute', async () => {
  const early = Object.assign(document.createElement(tag), { community: 'FORUM', words: '' })
  document.body.append(early)
  defineElement(tag, parts)
  await settled()
  expect(mountedWith()?.words).toBe(true)
  const element = insert()
  for (const [value, words] of [
    ['', true],
    [undefined, false],
    [true, true],
    [null, false],
    ['', true],
    [false, false],
  ]) {
    Object.assign(element, { words })
    Object.assign(element, { words: value })
    expect([element.words, element.hasAttribute('words')]).toEqual([words, words])
  }
})

it('forgets an attribute when the property is unset', async () => {
  defineElement(tag, parts)
  const element = insert({ community: 'FORUM', theme: 'dark', words: '' })
  await settled()
  Object.assign(element, { theme: undefined, words: undefined })
  await settled()
  expect(update.mock.lastCall?.[0]).toMatchObject({ theme: undefined, words: false })
})

it('follows a changed attribute', async () => {
  defineElement(tag, parts)
  const element = insert()
  await settled()
  element.setAttribute('sort', 'old')
  element.removeAttribute('theme')
  await settled()
  expect(update.mock.lastCall?.[0].sort).toBe('old')
})

it('keeps properties set before the script loaded', async () => {
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

it('waits for its community', async () => {
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

it('ends when it is removed, and starts again when it comes back', async () => {
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

it('mounts nothing if it is removed while its code is loading', async () => {
  let arrive: (loaded: typeof mount) => void = () => {}
  defineElement(
    tag,
    partsOf(() => new Promise((resolve) => (arrive = resolve))),
  )
  const element = insert()
  await settled()
  element.remove()
  await settled()
  arrive(mount)
  await settled()
  expect(mount).not.toHaveBeenCalled()
})

it('is defined once when a page has two copies of the script', async () => {
  const other = vi.fn()
  defineElement(tag, parts)
  const first = customElements.get(tag)
  defineElement(
    tag,
    partsOf(async () => other),
  )
  expect(customElements.get(tag)).toBe(first)
  insert()
  await settled()
  expect(mount).toHaveBeenCalledOnce()
  expect(other).not.toHaveBeenCalled()
})

it('shows and reports that its code failed to load, and retries on request', async () => {
  const lost = Object.assign(new Error('offline'), { code: 'CODE_NOT_LOADED' })
  const load = vi
    .fn(async () => mount)
    .mockRejectedValueOnce(lost)
    .mockRejectedValueOnce(lost)
  const report = vi.fn(async () => {})
  vi.stubGlobal(
    'fetch',
    vi.fn(() => new Promise(() => {})),
  )
  defineElement(tag, { ...partsOf(load, report), part: 'comments' })
  const onError = vi.fn()
  document.body.addEventListener('stoa-error', (event) => onError((event as CustomEvent).detail), { once: true })
  const element = insert()
  await settled()
  expect(onError.mock.calls).toEqual([[{ code: 'CODE_NOT_LOADED', message: 'offline', shown: false }]])
  expect(report).toHaveBeenCalledOnce()
  const button = element.shadowRoot?.querySelector('button')
  expect([button?.lang, button?.textContent]).toEqual(['en', 'Try again'])
  button?.focus()
  button?.click()
  await settled()
  expect(load).toHaveBeenCalledTimes(2)
  // After a failed retry it is still there, with focus.
  expect(element.shadowRoot?.activeElement).toBe(button)
  expect(element.shadowRoot?.childNodes).toHaveLength(1)
  button?.click()
  await settled()
  expect(mount).toHaveBeenCalledOnce()
})

it.each([
  ['de-CH', 'de', 'Erneut versuchen'],
  ['pt', 'en', 'Try again'],
])('on a page in %s it loads without words, then offers a retry in %s', async (locale, lang, text) => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  let lose = (_: Error) => {}
  const load = () => new Promise<typeof mount>((_, reject) => (lose = reject))
  defineElement(tag, { ...partsOf(load), part: 'comments' })
  const element = insert({ community: 'FORUM', locale })
  await settled()
  expect(element.shadowRoot?.textContent).toBe('…')
  lose(new Error('offline'))
  await settled()
  const button = element.shadowRoot?.querySelector('button')
  expect([button?.lang, button?.textContent]).toEqual([lang, text])
})

it('shows the same when a part fails later, and ends the content', async () => {
  vi.stubGlobal(
    'fetch',
    vi.fn(() => new Promise(() => {})),
  )
  defineElement(tag, { ...parts, part: 'comments' })
  const element = insert()
  await settled()
  const onError = vi.fn()
  element.addEventListener('stoa-error', onError)
  mount.mock.lastCall?.[2](new Error('offline'))
  expect(unmount).toHaveBeenCalledOnce()
  expect(onError).toHaveBeenCalledOnce()
  element.shadowRoot?.querySelector('button')?.click()
  await settled()
  expect(mount).toHaveBeenCalledTimes(2)
})

it('ends when its community is removed, and shows the thread of the next one', async () => {
  defineElement(tag, parts)
  const element = insert()
  await settled()
  element.removeAttribute('community')
  await settled()
  expect(unmount).toHaveBeenCalledOnce()
  element.setAttribute('community', 'GARDEN')
  await settled()
  expect(mountedWith()?.community).toBe('GARDEN')
})

it('stops waiting to come into view when it is set to load now', async () => {
  vi.stubGlobal(
    'IntersectionObserver',
    class extends SeenAtOnce {
      override observe(): void {}
    },
  )
  defineElement(tag, parts)
  const element = insert()
  await settled()
  expect(mount).not.toHaveBeenCalled()
  element.load = 'now'
  await settled()
  expect(mount).toHaveBeenCalledOnce()
})

it('shows nothing that arrives too late, because another thread may be shown', async () => {
  const over: boolean[] = []
  let arrive = () => {}
  const show: ElementParts['show'] = async (_host, { article }, { isOver }) => {
    if (article.id === 'first') await new Promise<void>((resolve) => (arrive = resolve))
    over.push(isOver())
    return undefined
  }
  defineElement(tag, { ...parts, show })
  const element = insert({ community: 'FORUM', 'article-id': 'first' })
  await settled()
  element.remove()
  await settled()
  element.setAttribute('article-id', 'second')
  document.body.append(element)
  await settled()
  arrive()
  await settled()
  expect(over).toEqual([false, true])
})

it('follows an application that navigates to its next article, but not to a heading', async () => {
  defineElement(tag, parts)
  const head = document.createElement('link')
  head.rel = 'canonical'
  head.href = 'https://news.example/first'
  document.head.append(head)
  const element = insert({ community: 'FORUM', load: 'now' })
  await vi.waitFor(() => expect(mountedWith()?.article.canonical).toBe('https://news.example/first'))
  update.mockClear()
  window.location.hash = '#heading'
  window.dispatchEvent(new PopStateEvent('popstate'))
  await settled()
  for (const [{ article }] of update.mock.calls) expect(article).toEqual(mountedWith()?.article)

  window.history.pushState(null, '', '/second')
  head.href = 'https://news.example/second'
  await vi.waitFor(() => expect(update.mock.calls.at(-1)?.[0].article.canonical).toBe('https://news.example/second'))
  element.remove()
  await settled()
  update.mockClear()
  head.href = 'https://news.example/third'
  await settled()
  expect(update).not.toHaveBeenCalled()
  head.remove()
  window.history.replaceState(null, '', '/')
})

it('shows its thread at once without an observer, and for a linked comment', async () => {
  defineElement(tag, parts)
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  history.replaceState(null, '', '#comment-c1')
  insert()
  await settled()
  history.replaceState(null, '', location.pathname)
  insert()
  await settled()
  expect(mount).toHaveBeenCalledOnce()
  vi.unstubAllGlobals()
  insert()
  await settled()
  expect(mount).toHaveBeenCalledTimes(2)
})

it('offers a retry if the page’s own fetch throws', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('fetch', () => {
    throw new Error('not allowed here')
  })
  const show: ElementParts['show'] = async (_host, _options, { fragment }) => {
    await fragment?.batch.body
    return undefined
  }
  defineElement(tag, { ...parts, part: 'comments', show })
  const element = insert({ community: 'FORUM', load: 'now' })
  await settled()
  expect(element.shadowRoot?.querySelector('button')?.textContent).toContain('Try again')
})

it('reads and stores what the page’s visitor allows, and tells the page', async () => {
  defineElement(tag, parts)
  document.cookie = 'stoa_consent=; Max-Age=0; Path=/'
  const element = insert() as unknown as StoaElement
  await settled()
  expect(element.consent).toEqual({ isDecided: false, statistics: false, ads: false })
  const told: unknown[] = []
  const listener = (event: Event) => told.push((event as CustomEvent).detail)
  document.addEventListener('stoa-consent', listener)
  element.consent = { statistics: true, ads: false }
  expect(element.consent).toEqual({ isDecided: true, statistics: true, ads: false })
  expect(told).toEqual([element.consent])
  Object.defineProperty(navigator, 'globalPrivacyControl', { value: true, configurable: true })
  expect(element.consent).toEqual({ isDecided: true, statistics: false, ads: false })
  Reflect.deleteProperty(navigator, 'globalPrivacyControl')
  document.removeEventListener('stoa-consent', listener)
  document.cookie = 'stoa_consent=; Max-Age=0; Path=/'
})
