/** A page of a partner's React application with every connected component, backed by fixtures. */
import { readFileSync } from 'node:fs'
import { ConnectedComments } from '@stoa/comments'
import { StoaComments } from '@stoa/embed/react'
import { ConnectedLogin } from '@stoa/login'
import { ConnectedPoll } from '@stoa/poll'
import { ConnectedPostFeed, ConnectedRecommendedPosts } from '@stoa/post-feed'
import { ConnectedPostView } from '@stoa/post-view'
import { ConnectedReactions } from '@stoa/reactions'
import { createStoa, feed, loadList, loadPost, postComments } from '@stoa/store'
import { StoaProvider } from '@stoa/store/react'
import { Button, I18nProvider } from '@stoa/ui'
import { createElement as h } from 'react'

/** @typedef {import('./rows.ts').Rows} Rows */
/** @typedef {Record<string, (input: Record<string, unknown>) => unknown>} Answers */

/** @type {Rows} */
export const rows = JSON.parse(readFileSync(new URL('rows.json', import.meta.url), 'utf8'))
const list = feed({ type: 'all', tokenName: 'FORUM' })

/** @type {Answers} */
const responses = {
  me: () => ({ user: rows.me }),
  postGet: () => ({ post: rows.post }),
  postList: () => ({ items: rows.feed, cursor: null, hasMore: false }),
  commentList: () => ({ items: rows.comments, cursor: null, hasMore: false }),
  viewerFacts: () => ({ reactions: {}, votes: {}, comments: [] }),
  postVote: () => ({ post: rows.post, selectedOptionIndex: 0 }),
  postReaction: ({ entityId }) => ({
    entityId,
    entityType: 'Post',
    reactionName: 'thumb-up',
    reactionsCount: { 'thumb-up': rows.post.reactionsCount['thumb-up'] + 1, 'thumb-down': 0 },
  }),
}

/** @param {import('@stoa/contract').Me | null} viewer */
export async function start(viewer) {
  /** @type {string[]} */
  const calls = []
  /** @param {string} name @param {Record<string, unknown>} input */
  const call = async (name, input) => {
    calls.push(name)
    const respond = responses[name]
    if (!respond) throw new Error(`no response for ${name}`)
    return respond(input)
  }
  const stoa = createStoa({ client: { call: /** @type {never} */ (call) }, storage: null })
  stoa.state.setState({ viewer })
  await loadPost(stoa, { idOrSlug: rows.post.id })
  await loadList(stoa, list)
  await loadList(stoa, postComments(rows.post.id))
  return { stoa, calls }
}

/** @param {import('@stoa/store').Stoa} stoa */
export function page(stoa) {
  const { id } = rows.post
  /** @param {string} name @param {import('react').ReactNode} child */
  const part = (name, child) => h('section', { id: name, key: name }, child)
  return h(
    I18nProvider,
    { locale: 'en', now: rows.now, children: undefined },
    h(
      StoaProvider,
      { stoa, children: undefined },
      part('ui', h(Button, { variant: 'primary' }, 'A button')),
      part('reactions', h(ConnectedReactions, { entityType: 'Post', entityId: id })),
      part('poll', h(ConnectedPoll, { postId: id })),
      part('comments', h(ConnectedComments, { postId: id, live: false })),
      part('post-feed', h(ConnectedPostFeed, { list })),
      part('recommended', h(ConnectedRecommendedPosts, { tokenName: 'FORUM' })),
      part('post-view', h(ConnectedPostView, { postId: id })),
      part('login', h(ConnectedLogin, { session: { adopt: () => {} } })),
      part('embed', h(StoaComments, { community: 'FORUM', url: 'https://news.example/story' })),
    ),
  )
}
