import { type ArticleRef, PostStatus } from '@stoa/contract'
import { loadThread } from '../load-thread.ts'
import type { StoredPost, Thread } from '../state.ts'
import type { Stoa } from '../stoa.ts'
import { movePost } from '../threads.ts'

/** How a call names an article that has no post yet. */
export interface ArticleTarget {
  tokenName: string
  article: ArticleRef
}

/** The id to act on, and how to name the article when there is no post yet; then the tables get one of its own to show changes on. */
export function targetOf(stoa: Stoa, postId: string): { id: string; article: ArticleTarget | null } {
  const thread = stoa.state.getState().threads[postId]
  if (!thread || thread.postId !== postId) return { id: thread?.postId ?? postId, article: null }
  const { id, url, canonical } = thread.article
  stoa.state.setState(({ posts }) => (posts[postId] ? {} : { posts: { ...posts, [postId]: blankPost(stoa, thread) } }))
  const article = { url, ...(id ? { id } : {}), ...(canonical ? { canonicalUrl: canonical } : {}) }
  return { id: postId, article: { tokenName: thread.community.tokenName, article } }
}

/** The first write has made the thread's post: goes on under its id, and fetches it. */
export function threadGotPost(stoa: Stoa, { key, postId }: { key: string; postId: string }): void {
  const { posts, reactions, threads } = stoa.state.getState()
  const thread = threads[key]
  if (!thread || thread.postId === postId) return
  const { [key]: shown } = posts
  const { [key]: reaction } = reactions
  stoa.state.setState({
    posts: shown && !posts[postId] ? { ...posts, [postId]: { ...shown, id: postId } } : posts,
    reactions: reaction ? { ...reactions, [postId]: reaction } : reactions,
  })
  movePost(stoa, { key, postId })
  // The write has been done; that its post could not be fetched must not look like a failure of it.
  loadThread(stoa, thread.article).catch(() => {})
}

/** What the server would make of the first write. */
function blankPost(stoa: Stoa, { key, articleUrl, community }: Thread): StoredPost {
  const now = stoa.clock()
  return {
    id: key,
    slugUrl: '',
    title: '',
    status: PostStatus.unlisted,
    kind: 'story',
    tokenName: community.tokenName,
    communityTitle: community.title,
    publisherId: '',
    publisherName: '',
    publisherProfileName: '',
    publisherSlugUrl: '',
    publisherImageUrl: '',
    createdByWhitelistedUser: false,
    createdAt: now,
    scheduledAt: null,
    editedAt: null,
    activeAt: now,
    excerpt: '',
    heroImage: null,
    flairIds: [],
    flairs: [],
    isPinned: false,
    pinnedTime: null,
    isSyndicated: false,
    numComments: 0,
    totalViews: 0,
    reactionsCount: { 'thumb-up': 0, 'thumb-down': 0 },
    parentPostId: null,
    externalArticleId: null,
    articleUrl,
    pollOptions: null,
    pollSettings: null,
    pollValues: null,
    pollTotalVoters: 0,
    moderationScore: null,
  }
}
