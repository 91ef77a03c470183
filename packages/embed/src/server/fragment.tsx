import { discussionForumPosting, postPath, type ThreadPart } from '@stoa/contract'
import { createStoa, listOf, postComments, putThread, repliesOf, type Stoa } from '@stoa/store'
import { StoaProvider } from '@stoa/store/react'
import { type Catalogue, formatMessage, I18nProvider } from '@stoa/ui'
import { renderToString } from 'react-dom/server'
import { CONTAINER, type RenderedState, type ThreadPartName } from '../first-view/fragment-state.ts'
import type { PageArticle } from '../loader/article.ts'
import { embedMessages } from '../messages.ts'
import { ArticleComments } from '../thread/article-comments.tsx'
import { ArticlePoll } from '../thread/article-poll.tsx'
import { ArticleReactions } from '../thread/article-reactions.tsx'

/** Data for rendering a fragment. */
export interface FragmentRequest {
  /** The part of the thread to show. */
  part: ThreadPartName
  payload: ThreadPart
  article: PageArticle
  sort: 'top' | 'new' | 'old' | 'active' | undefined
  pageSize: number | undefined
  /** BCP 47 tag. */
  locale: string
  /** Origin of the forum. */
  origin: string
  /** Time of the rendering in ms. */
  now: number
  /** Ids of the last events that the payload includes. */
  recentEvents: string[]
  /** Texts in the language of `locale`, and their address for browsers. Null or omitted: in English. */
  translations?: { href: string; texts: Catalogue } | null
}

/** An article's thread as HTML, for the publisher's page or the element. */
export interface Fragment {
  /** `<stoa-comments>` with a declarative shadow root, which the element adopts unchanged. */
  shadow: string
  /** Without a shadow root, for pages that style it themselves. */
  plain: string
  /** The content of the shadow root. */
  content: string
}

/** Renders the thread as a visitor sees it. */
export function renderFragment(request: FragmentRequest): Fragment {
  const { part, payload, article, sort, pageSize, locale, origin, now, recentEvents, translations } = request
  const stoa = createStoa({ client: { call: refuse }, storage: null, clock: () => now })
  const { postId } = putThread(stoa, { article, payload, sort: sort ?? 'top' })
  const draw = (isStatic: boolean) =>
    renderToString(
      <StoaProvider stoa={stoa}>
        <I18nProvider locale={locale} now={now} translations={translations?.texts}>
          {part === 'reactions' ? (
            <ArticleReactions article={article} />
          ) : part === 'poll' ? (
            <ArticlePoll article={article} origin={origin} />
          ) : (
            <ArticleComments article={article} origin={origin} sort={sort} pageSize={pageSize} isStatic={isStatic} />
          )}
        </I18nProvider>
      </StoaProvider>,
    )
  const language = `lang="${escape(locale)}"`
  const linkedData = structuredData(stoa, { request, postId })
  const state: RenderedState = { payload, now, recentEvents, ...(translations && textsOf(translations, locale)) }
  const data = `<script type="application/json">${json(state)}</script>`
  const content = `<div class="${CONTAINER}" ${language}>${draw(false)}</div>${data}`
  const forumLink = linkToForum(request)
  return {
    content,
    shadow:
      `<stoa-comments ${attributes(article, payload.articleUrl)}><template shadowrootmode="open">` +
      `<link rel="stylesheet" href="${escape(origin)}/embed.css">${content}<noscript>${forumLink}</noscript></template></stoa-comments>${linkedData}`,
    // Only if it is asked for: it is rendered separately, without controls.
    get plain() {
      return `<section class="${CONTAINER}" ${language}>${draw(true)}${forumLink}</section>${linkedData}`
    },
  }
}

/** The address of the texts, and those that must be there without it. */
function textsOf({ href, texts }: { href: string; texts: Catalogue }, lang: string) {
  const [text, retry] = [texts['embed.lost'], texts['embed.retry']]
  return { texts: href, ...(text && retry && { lost: { lang, text, retry } }) }
}

function refuse(): never {
  throw new Error('A fragment is rendered from what it was given.')
}

/** Leads readers without scripts to comments that the page doesn't show. */
function linkToForum({ payload: { post, comments }, origin, locale, translations }: FragmentRequest): string {
  if (!post || !comments?.hasMore) return ''
  const href = origin + postPath(post)
  const text = formatMessage(
    translations?.texts['embed.forum.all'] ?? embedMessages['embed.forum.all'],
    { count: post.numComments },
    locale,
  )
  return `<p class="stoa-embed-notice"><a class="stoa-link" href="${escape(href)}">${escape(text)}</a></p>`
}

function structuredData(stoa: Stoa, { request, postId }: { request: FragmentRequest; postId: string }): string {
  const { origin, payload, sort = 'top' } = request
  if (!payload.post || !payload.comments) return ''
  const { comments } = stoa.state.getState()
  const rows = (list: Parameters<typeof listOf>[1]) => listOf(stoa, list).ids.flatMap((id) => comments[id] ?? [])
  const commentTree = rows(postComments(postId, { sort })).map((comment) => ({
    comment,
    replies: rows(repliesOf(comment.id)),
  }))
  return `<script type="application/ld+json">${json(discussionForumPosting({ origin, post: payload.post, comments: commentTree }))}</script>`
}

function attributes({ community, id, url, canonical }: PageArticle, articleUrl: string): string {
  // A canonical address on a site that isn't registered doesn't count.
  const counts = canonical && URL.canParse(canonical) && new URL(canonical).host === new URL(articleUrl).host
  const values = { community, ...(id === undefined ? {} : { 'article-id': id }), url: counts ? canonical : url }
  return Object.entries(values)
    .map(([name, value]) => `${name}="${escape(value)}"`)
    .join(' ')
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** JSON for a script element, escaped so that `<` can't end it early. */
function json(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
