import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES } from '@stoa/contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { defineElement, type MountOptions } from '../loader/define-element.ts'
import { retryWords } from '../loader/retry-words.ts'
import { partsOf } from '../testing/element-in-page.ts'
import { stubLayout } from '../testing/rendered-thread.ts'
import { reportOversights } from './oversights.ts'
import { problemTranslations } from './problem-translations.ts'
import { problemText, reportMisspelled, reportProblems, reportRefusal, showFailure } from './report-problems.ts'
import { usableOptions } from './validation.ts'

const FORUM = 'https://forum.example'
const mount = vi.fn((_host: HTMLElement, _options: MountOptions) => ({ update() {}, unmount() {} }))
let messages: string[]

vi.mock('./problem.css?inline', () => ({ default: '' }))

beforeEach(() => {
  stubLayout({ stub: vi.stubGlobal })
  messages = []
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation((message: string) => void messages.push(message))
  defineElement(
    'stoa-comments',
    partsOf(
      async () => mount,
      async (host) => reportProblems(host),
    ),
  )
})

afterEach(() => {
  document.body.innerHTML = ''
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  mount.mockClear()
})

function refusalText(...refusal: Parameters<typeof reportRefusal>): string | undefined {
  const problem = reportRefusal(...refusal)
  return problem && problemText(refusal[0], problem)
}

function insert(attributes: Record<string, string>): HTMLElement {
  const element = document.createElement('stoa-comments')
  for (const [name, value] of Object.entries({ load: 'now', ...attributes })) element.setAttribute(name, value)
  document.body.append(element)
  return element
}

it('uses the default for invalid options, and logs each once', async () => {
  const element = insert({
    community: 'FORUM',
    sort: 'best',
    theme: 'pink',
    'page-size': '0',
    url: 'http://[',
    'forum-url': 'https://[',
    locale: 'not a language',
  })
  await vi.waitFor(() => expect(mount).toHaveBeenCalledOnce())
  const mountedOptions = mount.mock.calls[0]?.[1]
  expect(mountedOptions).toMatchObject({ community: 'FORUM', forumUrl: FORUM, locale: '' })
  const usable = usableOptions(mountedOptions as MountOptions)
  for (const name of ['sort', 'theme', 'pageSize'] as const) expect(usable[name], name).toBeUndefined()
  expect(mountedOptions?.article.url).toBe(window.location.href)
  reportProblems(element)
  reportProblems(element)
  expect(messages.sort()).toEqual([
    '<stoa-comments>: forum-url="https://[" is not an address of the web. The default is used.',
    '<stoa-comments>: locale="not a language" is not a language tag such as en or pt-BR. The default is used.',
    '<stoa-comments>: page-size="0" is not a whole number from 1 on. The default is used.',
    '<stoa-comments>: sort="best" is not one of top, new, old, active. The default is used.',
    '<stoa-comments>: theme="pink" is not one of light, dark, system, auto. The default is used.',
    '<stoa-comments>: url="http://[" is not an address of the web. The default is used.',
  ])
})

it.each(['2.5', '-3', 'Infinity', 'many'])(
  'uses the default for a page size of %s, which the forum would refuse',
  async (size) => {
    insert({ community: 'FORUM', 'page-size': size })
    await vi.waitFor(() => expect(mount).toHaveBeenCalledOnce())
    expect(usableOptions(mount.mock.calls[0]?.[1] as MountOptions).pageSize).toBeUndefined()
  },
)

it('accepts a language like en_US, and a forum with a path', async () => {
  insert({ community: 'FORUM', locale: 'zh_Hant_TW', 'forum-url': 'https://other.example/' })
  await vi.waitFor(() => expect(mount).toHaveBeenCalledOnce())
  expect(mount.mock.calls[0]?.[1]).toMatchObject({ locale: 'zh-Hant-TW', forumUrl: 'https://other.example' })
  expect(messages).toEqual([])
})

it('shows that no community is named, and the thread once one is', async () => {
  const element = insert({})
  const onError = vi.fn()
  element.addEventListener('stoa-error', (event) => onError((event as CustomEvent).detail.code))
  await vi.advanceTimersByTimeAsync(0)
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(1000)
    expect(element.shadowRoot?.textContent).toContain('doesn’t name its community')
  })
  expect(messages).toEqual([expect.stringContaining('the attribute community is missing')])
  expect(onError).toHaveBeenCalledWith('COMMUNITY_MISSING')
  element.setAttribute('community', 'FORUM')
  await vi.waitFor(() => expect(mount).toHaveBeenCalledOnce())
})

it('logs once that no community is named, whatever else changes, and again after one was named', async () => {
  const element = insert({})
  const onError = vi.fn()
  element.addEventListener('stoa-error', onError)
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(1000)
    expect(onError).toHaveBeenCalledOnce()
  })
  for (const theme of ['dark', 'light']) {
    element.setAttribute('theme', theme)
    element.setAttribute('sort', `no ${theme}`)
    await vi.advanceTimersByTimeAsync(3000)
  }
  expect(onError).toHaveBeenCalledOnce()
  element.setAttribute('community', 'FORUM')
  await vi.waitFor(() => expect(mount).toHaveBeenCalledOnce())
  element.dispatchEvent(new Event('stoa-ready'))
  element.removeAttribute('community')
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(1000)
    expect(onError).toHaveBeenCalledTimes(2)
  })
})

it.each([
  ['de-AT', 'de', 'Kommentare: Hier noch nicht verfügbar'],
  ['ar', 'ar', 'لا يمكن عرض التعليقات'],
  ['pt', 'en', 'Comments can’t be shown here yet'],
])('shows a problem on a page in %s in %s, also to screen readers', async (page, lang, text) => {
  document.documentElement.lang = page
  const element = insert({})
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(1000)
    const words = element.shadowRoot?.querySelector('p')
    expect([words?.lang, words?.dir, words?.textContent]).toEqual([lang, 'auto', expect.stringContaining(text)])
  })
  document.documentElement.removeAttribute('lang')
})

it.each([
  ['fr', 'NETWORK', ['Impossible de charger le sondage.', 'Réessayer']],
  ['he', 'ORIGIN_NOT_REGISTERED', ['לא ניתן להצגה כאן: הסקר', undefined]],
  ['en', 'NETWORK', ['Couldn’t load the poll.', 'Try again']],
])('replaces the retry button in %s, after %s', async (locale, code, [text, retry]) => {
  const host = document.body.appendChild(document.createElement('stoa-poll'))
  host.lang = locale
  const button = document.createElement('button')
  host.attachShadow({ mode: 'open' }).append(button)
  const options = { community: 'FORUM', forumUrl: FORUM, locale } as MountOptions
  await showFailure(host, { code, message: 'No.', shown: false, options, retry: () => {} })
  const notice = host.shadowRoot?.querySelector('p')
  expect([notice?.lang, notice?.textContent]).toEqual([locale, expect.stringContaining(String(text))])
  expect(notice?.querySelector('button')?.textContent).toBe(retry)
})

it('has the translations of the catalogues', () => {
  const catalogues = Object.keys(problemTranslations).map((tag) => {
    const file = join(import.meta.dirname, `../../../languages/src/${tag}.json`)
    return [tag, JSON.parse(readFileSync(file, 'utf8'))] as const
  })
  expect(catalogues.map(([tag]) => tag)).toEqual(LANGUAGES.filter((tag) => tag !== 'en'))
  expect(Object.keys(retryWords)).toEqual([...LANGUAGES])
  for (const [tag, catalogue] of catalogues) {
    expect(catalogue).toMatchObject(problemTranslations[tag] ?? {})
    expect(retryWords[tag]).toBe(catalogue['embed.retry'])
  }
})

it('logs once which attributes resemble known ones', async () => {
  const element = insert({
    community: 'FORUM',
    pagesize: '5',
    articleid: '7',
    class: 'wide',
    'data-url': '/',
    sort: 'x',
  })
  reportProblems(element)
  reportMisspelled(element)
  expect(messages.sort()).toEqual([
    '<stoa-comments>: it has no attribute articleid. Is article-id meant?',
    '<stoa-comments>: it has no attribute pagesize. Is page-size meant?',
    '<stoa-comments>: sort="x" is not one of top, new, old, active. The default is used.',
  ])
})

it.each([
  ['#/stories/7', {}, true],
  ['#!/stories/7', {}, true],
  ['#/stories/7', { 'article-id': 'story-7' }, false],
  ['#comments', {}, false],
])('logs that a route in the hash, as in %s, identifies no article', async (hash, attributes, isReported) => {
  history.replaceState(null, '', hash)
  const element = insert({ community: 'FORUM', ...attributes })
  reportOversights(element)
  await vi.dynamicImportSettled()
  expect(messages).toEqual(isReported ? [expect.stringContaining(`the route ${hash} of this page`)] : [])
  history.replaceState(null, '', location.pathname)
})

it('is silent if an application sets the community a little later, or removes the element', async () => {
  const late = insert({})
  const removed = insert({})
  for (const one of [late, removed]) reportProblems(one)
  late.setAttribute('community', 'FORUM')
  removed.remove()
  await vi.advanceTimersByTimeAsync(5000)
  expect(messages).toEqual([])
  expect(removed.shadowRoot).toBeNull()
})

it('says what to do about a refusal: in its place only what no other try mends', () => {
  const host = document.createElement('stoa-comments')
  const options = { community: 'FORUM', forumUrl: FORUM, locale: 'en' } as MountOptions
  const wordsOf = (code: string) => refusalText(host, { code, message: `${code}.`, options })
  expect(wordsOf('ORIGIN_NOT_REGISTERED')).toContain('isn’t registered')
  expect(wordsOf('COMMUNITY_NOT_FOUND')).toContain('“FORUM” doesn’t exist')
  expect(wordsOf('VALIDATION_FAILED')).toContain('article name is invalid')
  expect(wordsOf('NETWORK')).toBeUndefined()
  expect(wordsOf('INTERNAL')).toBeUndefined()
  expect(messages).toEqual([
    expect.stringContaining(`stoa origin:add FORUM ${window.location.origin}`),
    expect.stringContaining('has no community "FORUM"'),
    expect.stringContaining('Look at the attributes'),
    expect.stringContaining('Load embed.js from there, or name it with forum-url.'),
    '<stoa-comments>: INTERNAL.',
  ])
})

it('names the article’s site if that isn’t registered', () => {
  const options = { community: 'FORUM', forumUrl: FORUM, locale: 'en' } as MountOptions
  const details = [{ field: 'url', message: 'https://other.example:8443' }]
  const about = { code: 'ORIGIN_NOT_REGISTERED', message: 'Not registered.', details, options }
  expect(refusalText(document.createElement('stoa-comments'), about)).toContain('other.example:8443 isn’t registered')
  expect(messages).toEqual([expect.stringContaining('stoa origin:add FORUM https://other.example:8443')])
})

it('names each element’s content, and logs common problems once', () => {
  const options = { community: 'NEWS', forumUrl: FORUM, locale: 'ar' } as MountOptions
  const wordsOf = (tag: string) =>
    refusalText(document.createElement(tag), { code: 'COMMUNITY_NOT_FOUND', message: 'Not found.', options })
  expect(['stoa-comments', 'stoa-poll', 'stoa-reactions'].map(wordsOf)).toEqual([
    'Comments can’t be shown here because the community “NEWS” doesn’t exist.',
    'The poll can’t be shown here because the community “NEWS” doesn’t exist.',
    'Reactions can’t be shown here because the community “NEWS” doesn’t exist.',
  ])
  expect(messages).toHaveLength(1)
})

it('names no site on a page without an origin', () => {
  vi.stubGlobal('origin', 'null')
  const about = { code: 'ORIGIN_NOT_REGISTERED', message: 'Not registered.' }
  const options = { community: 'FORUM', forumUrl: FORUM, locale: 'en' } as MountOptions
  const words = refusalText(document.createElement('stoa-comments'), { ...about, options })
  expect(words).toBe(
    'Comments can’t be shown here because a page without an origin isn’t registered with this community.',
  )
  expect(messages).toEqual([expect.stringContaining('allow-same-origin')])
  expect(messages[0]).not.toContain('origin:add')
})
