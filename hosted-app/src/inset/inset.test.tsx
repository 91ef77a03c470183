import { exampleId, examplePost, exampleSummary } from '@stoa/contract/fixtures'
import { createStoa } from '@stoa/store'
import { StoaProvider } from '@stoa/store/react'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ForumAt, type ForumContent } from '../testing/forum-at.tsx'
import { chooseByShare } from './choose-by-share.ts'
import { InsetContent } from './inset-content.tsx'
import { InsetFrame } from './inset-frame.tsx'
import { whenIdleAgain } from './when-idle-again.ts'

const consent = (value: string) => void (document.cookie = `stoa_consent=${value}; Path=/`)
const WORDS = 'Words about the footbridge. '.repeat(8)
const postContent = JSON.stringify({
  blocks: Array.from({ length: 7 }, () => ({ type: 'paragraph', data: { text: WORDS } })),
})
const post = examplePost({ postContent })
const item = { id: exampleId(1, 'i'), image: '/favicon.svg', alt: 'Tea', link: 'https://tea.example/', share: 10 }
const path = `/bbs/FORUM/${post.slugUrl}`

/** Tells when an element comes into view. */
class Observer {
  static all: Observer[] = []
  readonly elements = new Set<Element>()
  readonly margin: string
  readonly callback: IntersectionObserverCallback
  constructor(callback: IntersectionObserverCallback, options: IntersectionObserverInit = {}) {
    this.callback = callback
    this.margin = options.rootMargin ?? ''
    Observer.all.push(this)
  }
  observe(element: Element) {
    this.elements.add(element)
  }
  unobserve(element: Element) {
    this.elements.delete(element)
  }
  disconnect() {
    this.elements.clear()
  }
  takeRecords() {
    return []
  }
  static show(selector: string, margin?: string) {
    for (const observer of [...Observer.all]) {
      if (margin !== undefined && observer.margin !== margin) continue
      const seen = [...observer.elements].filter((element) => element.matches(selector))
      const entries = seen.map((target) => ({ target, isIntersecting: true })) as unknown as IntersectionObserverEntry[]
      if (entries.length > 0) observer.callback(entries, observer as unknown as IntersectionObserver)
    }
  }
}

beforeEach(() => {
  Observer.all = []
  vi.stubGlobal('IntersectionObserver', Observer)
  consent('1.ads')
})
afterEach(() => {
  cleanup()
  document.cookie = 'stoa_consent=; Max-Age=0; Path=/'
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function open(about: ForumContent & { path?: string } = {}, provider: 'none' | 'house' | 'script' = 'house') {
  const shown = vi.fn(() => ({ provider, state: 'ready' as const, items: provider === 'house' ? [item] : [] }))
  const count = vi.fn(() => ({}))
  const view = render(
    <ForumAt
      path={path}
      viewer={null}
      posts={[post]}
      config={{ ads: { provider }, consent: 'required' }}
      callResponses={{ insetShown: shown, insetCount: count, postGet: () => ({ post }) } as never}
      {...about}
    />,
  )
  return { ...view, shown, count }
}
/** Scrolls until the post’s boxes are near the window, and waits for what they show. */
const approach = () =>
  waitFor(() => {
    Observer.show('.stoa-post .stoa-app-inset', '100px 0px')
    expect(boxes().map((box) => box.querySelector('a, iframe') !== null)).toEqual([true, true])
  })
const boxes = () => [...document.querySelectorAll<HTMLElement>('.stoa-post .stoa-app-inset')]

test('boxes stand after every third block of text, and keep their place whether or not they are filled', async () => {
  const { shown } = open()
  await waitFor(() => expect(boxes()).toHaveLength(2))
  const blocks = [...document.querySelectorAll('.stoa-post-blocks > *')].map((node) => node.className)
  expect(blocks.map((name, index) => (name.includes('inset') ? index : -1)).filter((index) => index >= 0)).toEqual([
    3, 7,
  ])
  // Nothing loads until one is within 100 pixels of the window.
  expect(shown).not.toHaveBeenCalled()
  await approach()
  // All of a page share one request.
  expect(shown).toHaveBeenCalledTimes(1)
  expect(shown).toHaveBeenCalledWith({ postId: post.id })
  expect(boxes()).toHaveLength(2)
  expect(screen.getAllByRole('group', { name: 'Advertisement' }).length).toBeGreaterThan(0)
})

test('nothing is asked for before the visitor allows it, and the boxes stay', async () => {
  consent('1.statistics')
  const { shown } = open()
  await waitFor(() => expect(boxes()).toHaveLength(2))
  act(() => Observer.show('.stoa-app-inset'))
  await act(async () => {})
  expect(shown).not.toHaveBeenCalled()
  expect(boxes().map((box) => box.childElementCount)).toEqual([0, 0])
})

test('the side column of a post’s page asks for that post', async () => {
  const { shown } = open()
  await waitFor(() => {
    Observer.show('.stoa-app-inset[data-place="side"]', '100px 0px')
    expect(shown).toHaveBeenCalledWith({ postId: post.id })
  })
})

test('a feed asks for the posts around each place, and shows nothing next to one that isn’t clean', async () => {
  const posts = Array.from({ length: 12 }, (_, index) =>
    exampleSummary({ id: exampleId(index + 1, 'f'), slugUrl: `post-${index}`, title: `Post ${index}` }),
  )
  const ids = posts.map(({ id }) => id)
  // The sixth post, below the first place, is reported.
  const shown = vi.fn((asked: { nextPostId?: string }) =>
    asked.nextPostId === ids[5]
      ? { provider: 'house', state: 'noContent', items: [] }
      : { provider: 'house', state: 'ready', items: [item] },
  )
  open({ path: '/bbs/popular', posts, callResponses: { insetShown: shown, insetCount: () => ({}) } as never })
  const places = () => [...document.querySelectorAll<HTMLElement>('.stoa-feed .stoa-app-inset')]
  await waitFor(() => expect(places()).toHaveLength(2))
  await waitFor(() => {
    Observer.show('.stoa-feed .stoa-app-inset', '100px 0px')
    expect(places().map((box) => box.querySelector('a') !== null)).toEqual([false, true])
  })
  expect(shown.mock.calls.map(([asked]) => asked)).toEqual([
    { postId: ids[4], nextPostId: ids[5] },
    { postId: ids[9], nextPostId: ids[10] },
  ])
})

test('a place whose neighbor changes shows nothing until that one is known to be clean', async () => {
  const calls = vi.fn((asked: { nextPostId?: string }) =>
    asked.nextPostId === 'reported'
      ? { provider: 'house', state: 'noContent', items: [] }
      : { provider: 'house', state: 'ready', items: [item] },
  )
  const call = (_: string, input: object) => Promise.resolve(calls(input))
  const stoa = createStoa({ client: { call: call as never }, storage: null })
  const at = (nextPostId?: string) => (
    <StoaProvider stoa={stoa}>
      <InsetContent place="feed" postId="clean" nextPostId={nextPostId} onState={undefined} />
    </StoaProvider>
  )
  const { rerender } = render(at())
  await screen.findByRole('link', { name: 'Tea' })
  rerender(at('reported'))
  expect(screen.queryByRole('link')).toBeNull()
  await act(async () => {})
  expect(screen.queryByRole('link')).toBeNull()
  rerender(at('also clean'))
  await screen.findByRole('link', { name: 'Tea' })
})

test('domains without ads have no boxes', async () => {
  open({}, 'none')
  await screen.findByRole('heading', { name: post.title })
  expect(document.querySelector('.stoa-app-inset')).toBeNull()
})

test('unpublished posts have none', async () => {
  const pending = examplePost({ postContent, status: 5 })
  open({ posts: [pending], callResponses: { postGet: () => ({ post: pending }) } as never })
  await screen.findByRole('heading', { name: post.title })
  expect(boxes()).toEqual([])
})

test('a view counts when it is seen, a press when it is pressed, both with the same id', async () => {
  const { count } = open()
  await waitFor(() => expect(boxes()).toHaveLength(2))
  await approach()
  const [link] = await screen.findAllByRole('link', { name: 'Tea' })
  expect(count).not.toHaveBeenCalled()
  await waitFor(() => {
    Observer.show('.stoa-post .stoa-app-inset a')
    expect(count).toHaveBeenCalledTimes(2)
  })
  act(() => Observer.show('.stoa-post .stoa-app-inset a'))
  link?.addEventListener('click', (event) => event.preventDefault())
  await userEvent.click(link as HTMLElement)
  const calls = count.mock.calls as unknown as [{ viewId: string; kind: string }][]
  expect(calls.map(([{ kind }]) => kind)).toEqual(['view', 'view', 'click'])
  expect(new Set(calls.map(([{ viewId }]) => viewId)).size).toBe(2)
  expect(calls[2]?.[0].viewId).toBe(calls[0]?.[0].viewId)
  expect(link?.getAttribute('rel')).toContain('nofollow')
})

test('a script gets a sandboxed frame without access to the page', async () => {
  open({}, 'script')
  await waitFor(() => expect(boxes()).toHaveLength(2))
  await approach()
  const [frame] = (await screen.findAllByTitle('Advertisement')) as HTMLIFrameElement[]
  expect(frame?.getAttribute('sandbox')).toBe('allow-scripts allow-popups allow-popups-to-escape-sandbox')
  expect(new URL(frame?.src ?? '').pathname).toBe('/inset-frame')
})

test('a script is heard from its own frame only, and given up after five seconds', () => {
  vi.useFakeTimers()
  const onEnd = vi.fn<(state: string) => void>()
  const show = () => render(<InsetFrame place="text" title="Advertisement" onEnd={onEnd} />)
  const say = (data: string, source: MessageEventSource | null) =>
    act(() => void window.dispatchEvent(new MessageEvent('message', { data, source })))
  const first = show()
  say('stoa-inset-loaded', window)
  say('anything', first.container.querySelector('iframe')?.contentWindow ?? null)
  expect(onEnd).not.toHaveBeenCalled()
  say('stoa-inset-loaded', first.container.querySelector('iframe')?.contentWindow ?? null)
  act(() => void vi.advanceTimersByTime(10_000))
  expect(onEnd.mock.calls).toEqual([['shown']])
  first.unmount()
  show()
  act(() => void vi.advanceTimersByTime(4999))
  expect(onEnd).toHaveBeenCalledTimes(1)
  act(() => void vi.advanceTimersByTime(1))
  expect(onEnd.mock.calls).toEqual([['shown'], ['timeout']])
})

test('names, classes, ids and addresses pass rules in the style of the public lists', async () => {
  open()
  await waitFor(() => expect(boxes()).toHaveLength(2))
  await approach()
  expect(hiddenBy(document.body)).toEqual([])
  // The rules find what they are for.
  const planted = document.createElement('div')
  planted.innerHTML =
    '<i class="ad"></i><i id="top-ads"></i><i class="pageBanner"></i><i data-ad-slot="1"></i><img src="/ads/a.png"><a href="/x?promo=1"></a><i class="stoa-sponsored"></i><img src="/track.gif">'
  expect(hiddenBy(planted)).toHaveLength(8)
})

const TOKENS = /^(ads?|advert(s|isements?)?|adslots?|banners?|sponsor(s|ed)?|promo(s|tions?)?|track(s|er|ing)?)$/i
/** Words of a name: `topAds-2` has top, Ads and 2. */
const wordsOf = (name: string) => name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').split(/[^A-Za-z]+/)

/** Elements that lists would hide: by class, id or the name of an attribute, or because of an address. */
function hiddenBy(root: Element): string[] {
  return [...root.querySelectorAll('*')].flatMap((element) =>
    [...element.attributes].flatMap(({ name, value }) => {
      const checked = ['class', 'id', 'src', 'href', 'srcset'].includes(name) ? `${name} ${value}` : name
      return wordsOf(checked).some((word) => TOKENS.test(word)) ? `${element.localName} ${name}="${value}"` : []
    }),
  )
}

test('a choice follows the shares, and changes if it can', () => {
  const [a, b] = [
    { id: 'a', share: 30 },
    { id: 'b', share: 10 },
  ] as const
  const chosen = (random: number, except?: string) => chooseByShare([a, b], { except, random: () => random })?.id
  expect([0, 0.74, 0.76, 0.999].map((random) => chosen(random))).toEqual(['a', 'a', 'b', 'b'])
  expect([0, 0.999].map((random) => chosen(random, 'a'))).toEqual(['b', 'b'])
  expect(chooseByShare([a], { except: 'a' })?.id).toBe('a')
  expect(chooseByShare([])).toBeNull()
})

test('refreshes after two seconds without activity, at most every half minute', () => {
  vi.useFakeTimers()
  const refresh = vi.fn<() => void>()
  const end = whenIdleAgain(refresh)
  const scroll = () => window.dispatchEvent(new Event('scroll'))
  vi.advanceTimersByTime(60_000)
  expect(refresh).not.toHaveBeenCalled()
  scroll()
  vi.advanceTimersByTime(1500)
  scroll()
  vi.advanceTimersByTime(1999)
  expect(refresh).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(refresh).toHaveBeenCalledTimes(1)
  scroll()
  vi.advanceTimersByTime(5000)
  expect(refresh).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(30_000)
  scroll()
  vi.advanceTimersByTime(2000)
  expect(refresh).toHaveBeenCalledTimes(2)
  end()
  vi.advanceTimersByTime(60_000)
  scroll()
  vi.advanceTimersByTime(2000)
  expect(refresh).toHaveBeenCalledTimes(2)
})
