import type { CallOutput, ThreadPart } from '@stoa/contract'
import { exampleBranch, exampleComment, exampleId, exampleSummary } from '@stoa/contract/fixtures'
import type { ThreadPartName } from '../first-view/fragment-state.ts'
import { paint } from '../first-view/paint.ts'
import type { MountOptions } from '../loader/define-element.ts'
import { renderFragment } from '../server/fragment.tsx'

const FORUM = 'https://forum.example'
export const POST = exampleId(1, 'p')
export const NOW = Date.UTC(2026, 0, 2)
export const article = { community: 'FORUM', url: window.location.href }
export const options: MountOptions = { community: 'FORUM', forumUrl: FORUM, locale: 'en', article }

/** The thread of the page's article: two comments. */
export function threadPayload(): CallOutput<'articleThread'> {
  const comments = [1, 2].map((number) =>
    exampleComment('otter', {
      id: exampleId(number, 'c'),
      postId: POST,
      content: `Comment ${number}`,
      createdAt: NOW - 60_000,
    }),
  )
  return {
    articleUrl: article.url,
    community: { tokenName: 'FORUM', title: 'Forum', urlSlug: 'forum', anonymousComments: true },
    post: exampleSummary({ id: POST, kind: 'story', status: 7, numComments: 2, articleUrl: article.url }),
    comments: { items: comments.map((item) => exampleBranch(item)), cursor: null, hasMore: false },
  }
}

/** The server's response for that thread. */
export function renderedThread({
  payload = threadPayload() as ThreadPart,
  part = 'comments' as ThreadPartName,
  now = NOW,
  recentEvents = [] as string[],
} = {}): string {
  return renderFragment({
    part,
    payload,
    article,
    sort: undefined,
    pageSize: undefined,
    locale: 'en',
    origin: FORUM,
    now,
    recentEvents,
  }).content
}

/** Listener of a resize observer. */
export type HearSizes = (entries: { target: Element }[]) => void

interface LayoutOptions {
  /** vitest's `vi.stubGlobal`. */
  stub(name: string, value: unknown): void
  /** Gets each observer's listener, so that the test can report sizes. */
  hear?: (tell: HearSizes) => void
  observed?: Set<Element>
}

/** Replaces missing features of jsdom, which has no layout. */
export function stubLayout({ stub, hear, observed }: LayoutOptions): void {
  stub(
    'CSSStyleSheet',
    class {
      replaceSync(): void {}
    },
  )
  stub(
    'ResizeObserver',
    class {
      constructor(tell: HearSizes) {
        hear?.(tell)
      }
      observe(target: Element): void {
        observed?.add(target)
      }
      disconnect(): void {}
    },
  )
  Object.defineProperty(ShadowRoot.prototype, 'adoptedStyleSheets', { writable: true, value: [] })
}

/** Shows a rendering in an element, with all its comments. */
export async function paintAll(host: HTMLElement, html: string): Promise<void> {
  const insertRest = await paint(host, html, { options })
  await insertRest?.()
}
