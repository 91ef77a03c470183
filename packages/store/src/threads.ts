import { type ArticleRef, type CommentSort, PostStatus, type ThreadPart } from '@stoa/contract'
import { listFrom, putEntities, putItems, setList } from './cache.ts'
import type { StoredPost } from './entities.ts'
import { postComments } from './queries.ts'
import { type Article, NO_CACHE, type Stoa, type Thread } from './stoa.ts'
import { isThreadKey, threadKey } from './thread-key.ts'
import { loadFacts } from './viewer.ts'

/** Puts an `articleThread` response into the cache, from a call or from the server-rendered page. */
export function putThread(
  stoa: Stoa,
  seed: { article: Article; payload: ThreadPart; sort?: CommentSort; since?: number },
): Thread {
  const { article, payload, sort = 'top', since = stoa.versions.current } = seed
  const { post, comments } = payload
  const key = threadKey(article)
  const cachedThread = stoa.state.getState().threads[key]
  if (post) putEntities(stoa, { posts: { [post.id]: post } }, since)
  const postId = post?.id ?? cachedThread?.postId ?? key
  const { articleUrl, community, isHidden = false } = payload
  const thread: Thread = { key, article, articleUrl, community, postId, isHidden }
  if (cachedThread) setThreadPost(stoa, { key, postId })
  stoa.state.setState(({ threads }) => ({ threads: { ...threads, [key]: thread } }))
  if (comments) {
    const query = postComments(postId, { sort })
    putItems(stoa, query, { items: comments.items, since, replace: false })
    setList(stoa, query, (list) => (list.status === 'success' && list.ids.length > 0 ? {} : listFrom(comments)))
  }
  // The payload is public, so that caches can store it. The viewer's facts are loaded separately.
  if (stoa.state.getState().viewer) {
    const commentIds = (comments?.items ?? []).flatMap(({ id, replies }) => [
      id,
      ...replies.items.map((reply) => reply.id),
    ])
    void loadFacts(stoa, [postId, ...commentIds])
  }
  return thread
}

/** Sets the post of a thread that had none. Its lists move from the thread's key to the post's id. */
export function setThreadPost(stoa: Stoa, { key, postId }: { key: string; postId: string }): void {
  stoa.state.setState(({ lists, threads }) => {
    const thread = threads[key]
    if (!thread || thread.postId === postId || isThreadKey(postId)) return {}
    const mark = JSON.stringify(key)
    const movedLists = Object.entries(lists).filter(([name]) => name.includes(mark))
    const renamedLists = movedLists.map(
      ([name, list]) => [name.replace(mark, () => JSON.stringify(postId)), list] as const,
    )
    return {
      lists: { ...lists, ...Object.fromEntries(renamedLists) },
      threads: { ...threads, [key]: { ...thread, postId } },
    }
  })
}

/** Options of `loadThread`. */
export interface ThreadOptions {
  /** Default top. */
  sort?: CommentSort
  /** Top-level comments on the first page. Default: the server's. */
  limit?: number
}

/** Loads an article's thread with its first page of comments. Throws `StoaError`. */
export async function loadThread(stoa: Stoa, article: Article, options: ThreadOptions = {}): Promise<Thread> {
  const { sort, limit } = options
  const since = stoa.versions.current
  const payload = await stoa.client.call(
    'articleThread',
    { ...article, ...(sort ? { sort } : {}), ...(limit ? { limit } : {}) },
    NO_CACHE,
  )
  return putThread(stoa, { article, payload, since, ...(sort ? { sort } : {}) })
}

/** Names an article without a post in a call. */
export interface ArticleTarget {
  tokenName: string
  article: ArticleRef
}

/**
 * The id of a mutation's target, and how a call names its article while there is no post. Optimistic updates then use a
 * blank post.
 */
export function resolveTarget(stoa: Stoa, postId: string): { id: string; article: ArticleTarget | null } {
  const thread = stoa.state.getState().threads[postId]
  if (!thread || thread.postId !== postId) return { id: thread?.postId ?? postId, article: null }
  const { id, url, canonical } = thread.article
  stoa.state.setState(({ posts }) => (posts[postId] ? {} : { posts: { ...posts, [postId]: blankPost(stoa, thread) } }))
  const article = { url, ...(id ? { id } : {}), ...(canonical ? { canonicalUrl: canonical } : {}) }
  return { id: postId, article: { tokenName: thread.community.tokenName, article } }
}

/**
 * Called when the first mutation has created the thread's post: moves the blank post's state to its id, and loads it.
 */
export function adoptThreadPost(stoa: Stoa, { key, postId }: { key: string; postId: string }): void {
  const { posts, reactions, threads } = stoa.state.getState()
  const thread = threads[key]
  if (!thread || thread.postId === postId) return
  const { [key]: post } = posts
  const { [key]: reaction } = reactions
  stoa.state.setState({
    posts: post && !posts[postId] ? { ...posts, [postId]: { ...post, id: postId } } : posts,
    reactions: reaction ? { ...reactions, [postId]: reaction } : reactions,
  })
  setThreadPost(stoa, { key, postId })
  // The mutation has succeeded, so a failure to load the post must not reject it.
  loadThread(stoa, thread.article).catch(() => {})
}

/** The post as the server would create it. */
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
    anonymousComments: community.anonymousComments,
    ...(community.membersOnly && { membersOnly: true }),
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
    featuredImage: null,
    contentImage: null,
    flairIds: [],
    flairs: [],
    isPinned: false,
    isLocked: false,
    archived: community.archived ?? false,
    pinnedTime: null,
    isSyndicated: false,
    numComments: 0,
    totalViews: 0,
    reactionsCount: { 'thumb-up': 0, 'thumb-down': 0 },
    totalDescendants: 0,
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

/** The community of an entity or thread; empty if that isn't loaded. */
export function tokenNameOf(stoa: Stoa, id: string): string {
  const { posts, comments, threads } = stoa.state.getState()
  return posts[id]?.tokenName ?? comments[id]?.tokenName ?? threads[id]?.community.tokenName ?? ''
}
