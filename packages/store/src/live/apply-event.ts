import { errorCode } from '@stoa/client'
import {
  type Comment,
  CommentStatus,
  canSeeCommentText,
  commentMuted,
  type EventName,
  type EventOf,
  isHidden,
  isOwn,
  NEW_COMMENTS_MAX,
  PostStatus,
  previewText,
} from '@stoa/contract'
import { putEntities, removePost } from '../cache.ts'
import { mergeComment, type StoredPost } from '../entities.ts'
import { type FactEvent, factEntries } from '../facts.ts'
import { putPost } from '../load.ts'
import { createMutationQueue, type Rows, updateRow, withCounts, withTips } from '../mutations/mutation-queue.ts'
import { addToCount, createPendingComments } from '../mutations/pending-comments.ts'
import { HOME_POSTS, newPostsKey } from '../queries.ts'
import { NO_CACHE, type Stoa } from '../stoa.ts'
import { setThreadPost } from '../threads.ts'
import { loadViewer } from '../viewer.ts'
import { loadViewerFacts, updateProfile } from '../viewer-facts.ts'

/** An event with its name. */
export type NamedEvent = { [Name in EventName]: { name: Name } & EventOf<Name> }[EventName]

/** `connection.ts`, `subscribeToNotifications`, `subscribeToQueue` or `subscribeToCashier` handles the event. */
const handledElsewhere = () => {}

/** How each event changes the state, except those that change a fact. */
const handlers: { [Name in Exclude<EventName, FactEvent>]: (stoa: Stoa, event: EventOf<Name>) => void } = {
  'comment.created': commentCreated,
  'comment.updated'(stoa, event) {
    setNumComments(stoa, event.postId, event)
    updatePreview(stoa, event)
    if (event.comment.status !== CommentStatus.published) withdrawNewItem(stoa, event.comment.id)
    commentUpdated(stoa, event.comment)
  },
  'reaction.changed'(stoa, { entityId, reactionsCount }) {
    stoa.singleton(createMutationQueue).reconcile(entityId, (rows) => withCounts(rows, reactionsCount))
  },
  'tip.changed'(stoa, { entityId, tips }) {
    stoa.singleton(createMutationQueue).reconcile(entityId, (rows) => withTips(rows, tips))
  },
  'poll.changed': pollChanged,
  'post.created': postCreated,
  'post.changed'(stoa, { postId, post }) {
    if (post === null) void refetchPost(stoa, postId)
    else postChanged(stoa, post)
  },
  'article.opened': handledElsewhere,
  'community.changed'(stoa, event) {
    const { tokenName, membersOnly, numberOfMembers, totalPosts, logoImageURI, bannerImageURI, accent } = event
    const changes = { numberOfMembers, totalPosts, logoImageURI, bannerImageURI, accent }
    const update = updateRow('communities', (community) => ({ ...community, ...changes }))
    stoa.singleton(createMutationQueue).reconcile(tokenName, update)
    putMembersOnly(stoa, tokenName, membersOnly)
  },
  'user.changed': (stoa, { user }) => updateProfile(stoa, user),
  'viewer.changed'(stoa) {
    loadViewer(stoa, { force: true }).catch(() => {})
  },
  'notification.created': handledElsewhere,
  'notification.changed': handledElsewhere,
  'message.created': handledElsewhere,
  'conversation.changed': handledElsewhere,
  'mutes.changed'(stoa) {
    const { viewer } = stoa.state.getState()
    // On a partner's site the facts tell what is muted.
    loadViewer(stoa, { force: true, withFacts: Boolean(viewer?.site) }).catch(() => {})
  },
  'queue.changed': handledElsewhere,
  'cashier.changed': handledElsewhere,
  'session.ended'(stoa) {
    // The refresh shows whether it was this session.
    stoa.session?.refresh().catch(() => {})
  },
}

/** Applies an event to the state. Applying it again changes nothing. Events of a newer server are ignored. */
export function applyEvent(stoa: Stoa, event: NamedEvent): void {
  const apply = handlers[event.name as keyof typeof handlers] as typeof applyFact | undefined
  if (apply) apply(stoa, event)
  else applyFact(stoa, event)
}

/** Ids of the newest events by fact and entity, since events may arrive out of order. */
function createNewestEventIds() {
  return new Map<string, string>()
}

/** Applies the event of a fact that the viewer has changed on another page. */
function applyFact(stoa: Stoa, event: NamedEvent): void {
  const [name, fact] = factEntries.find(([, { event: one }]) => one === event.name) ?? []
  const { viewer } = stoa.state.getState()
  if (!name || !fact || !('userId' in event) || event.userId !== viewer?.id) return
  const newest = stoa.singleton(createNewestEventIds)
  const { id, value } = fact.valueIn(event as EventOf<FactEvent>)
  const key = `${name} ${id}`
  if (event.id <= (newest.get(key) ?? '')) return
  newest.set(key, event.id)
  const { afterRemoval } = fact
  const updatePost = updateRow('posts', (post) => (value === undefined && afterRemoval ? afterRemoval(post) : post))
  const update = (rows: Rows) => updatePost({ ...rows, [name]: value })
  stoa.singleton(createMutationQueue).reconcile(id, update, { facts: true })
}

function commentCreated(stoa: Stoa, { postId, comment, numComments, nonce }: EventOf<'comment.created'>): void {
  const isOwn = stoa.singleton(createPendingComments).confirm(comment, nonce)
  setNumComments(stoa, postId, { numComments, activeAt: comment.createdAt })
  if (isOwn || stoa.state.getState().comments[comment.id]) return
  if (comment.parentCommentId !== null) addToCount(stoa, comment.parentCommentId, 1)
  addNewComment(stoa, comment, { isNew: true })
}

/** Counts a comment as new, if the viewer has opened the post before and hasn't muted it. */
function countNewComment(stoa: Stoa, comment: Comment): void {
  const { id, postId, parentCommentId, publisherId, createdAt } = comment
  const { reads, muted, viewer = null } = stoa.state.getState()
  if (!reads[postId] || isOwn(viewer, publisherId)) return
  if (muted[id] || commentMuted(viewer, comment)) return
  const update = updateRow('reads', (read) =>
    createdAt <= read.until
      ? read
      : {
          until: read.until,
          newComments: Math.min(read.newComments + 1, NEW_COMMENTS_MAX),
          firstNew: read.firstNew ?? { id, parentCommentId },
        },
  )
  stoa.singleton(createMutationQueue).reconcile(postId, update, { facts: true })
}

/** Adds a comment to the new items of its list. `isNew`: counts it as well. */
export function addNewComment(stoa: Stoa, comment: Comment, { isNew = false } = {}): void {
  if (stoa.state.getState().comments[comment.id]) return
  putEntities(stoa, { comments: { [comment.id]: comment } })
  const add = () => {
    if (isNew) countNewComment(stoa, comment)
    addNewItem(stoa, comment.parentCommentId ?? comment.postId, comment.id)
  }
  if (stoa.state.getState().viewer?.hasMutes) void addUnlessGone(stoa, comment.id, add)
  else add()
}

/** Adds a comment once it is known whether the viewer has muted it, so that its text doesn't flash. */
async function addUnlessGone(stoa: Stoa, id: string, add: () => void): Promise<void> {
  await loadViewerFacts(stoa, [id])
  if (stoa.state.getState().comments[id]?.status === CommentStatus.published) add()
}

function addNewItem(stoa: Stoa, key: string, id: string): void {
  stoa.state.setState(({ newItems }) => ({ newItems: { ...newItems, [key]: [...(newItems[key] ?? []), id] } }))
}

/** Removes an item that is no longer there from those not shown yet. */
function withdrawNewItem(stoa: Stoa, id: string): void {
  const { newItems } = stoa.state.getState()
  const shorter = Object.entries(newItems).filter(([, ids]) => ids.includes(id))
  if (shorter.length === 0) return
  const withdrawn = shorter.map(([key, ids]) => [key, ids.filter((other) => other !== id)] as const)
  stoa.state.setState({ newItems: { ...newItems, ...Object.fromEntries(withdrawn) } })
}

function setNumComments(
  stoa: Stoa,
  postId: string,
  { numComments, activeAt = 0 }: { numComments: number; activeAt?: number },
): void {
  const { posts } = stoa.state.getState()
  const post = posts[postId]
  if (!post) return
  const count = numComments + stoa.singleton(createPendingComments).countFor(postId)
  const updatedPost = { ...post, numComments: count, activeAt: Math.max(post.activeAt, activeAt) }
  stoa.state.setState({ posts: { ...posts, [postId]: updatedPost } })
}

/** Updates the comment's preview in feeds. New comments don't change previews, so that nothing moves. */
function updatePreview(stoa: Stoa, { postId, comment }: EventOf<'comment.updated'>): void {
  const { posts } = stoa.state.getState()
  const cachedPost = posts[postId]
  if (!cachedPost?.previewComments?.some(({ id }) => id === comment.id)) return
  const isGone = comment.content === null || comment.status !== CommentStatus.published
  const update = (post: StoredPost): StoredPost => ({
    ...post,
    previewComments: post.previewComments?.flatMap((preview) => {
      if (preview.id !== comment.id) return preview
      return isGone ? [] : { ...preview, excerpt: previewText(comment.content ?? '') }
    }),
  })
  stoa.state.setState({ posts: { ...posts, [postId]: update(cachedPost) } })
  // A pending reaction would restore the old post.
  stoa.singleton(createMutationQueue).reconcile(postId, updateRow('posts', update))
}

/**
 * Applies the public form of a cached comment. A hidden comment's public form has neither text nor author. Viewers who
 * may read it keep the cached values and load the rest.
 */
export function commentUpdated(stoa: Stoa, comment: Comment): void {
  const { comments, viewer } = stoa.state.getState()
  const before = comments[comment.id]
  const { moderationScore = null } = before ?? {}
  // An update would outdate the private fields being loaded.
  if (!before || JSON.stringify({ ...before, moderationScore: null }) === JSON.stringify(comment)) return
  const { status, editedAt, numComments, reactionsCount } = comment
  const isLess = comment.content === null && canSeeCommentText(viewer ?? null, { ...before, status })
  const update = updateRow('comments', (row) =>
    isLess
      ? { ...row, status, editedAt, numComments, reactionsCount }
      : mergeComment(row, { ...comment, moderationScore }),
  )
  stoa.singleton(createMutationQueue).reconcile(comment.id, update)
  const mayNowBeMuted = viewer?.hasMutes && comment.content !== before.content
  const mayHaveNewScore = moderationScore !== null && editedAt !== before.editedAt
  if (isLess || mayHaveNewScore || mayNowBeMuted) void loadViewerFacts(stoa, [comment.id])
}

function pollChanged(stoa: Stoa, { postId, pollValues, pollTotalVoters }: EventOf<'poll.changed'>): void {
  const update = updateRow('posts', (post) => ({ ...post, pollTotalVoters, pollValues: pollValues ?? post.pollValues }))
  stoa.singleton(createMutationQueue).reconcile(postId, update)
  // Results that only voters see are not in the event.
  if (pollValues === null && stoa.state.getState().votes[postId] !== undefined) void loadViewerFacts(stoa, [postId])
}

function postCreated(stoa: Stoa, { tokenName, post }: EventOf<'post.created'>): void {
  const { posts, threads, viewer } = stoa.state.getState()
  // Anybody who could see it before has it already.
  if (posts[post.id]) return postChanged(stoa, post)
  putEntities(stoa, { posts: { [post.id]: post } })
  const thread = Object.values(threads).find(({ articleUrl }) => articleUrl === post.articleUrl)
  if (thread) {
    setThreadPost(stoa, { key: thread.key, postId: post.id })
    // The viewer's own reaction on another page may have created it.
    void loadViewerFacts(stoa, [post.id])
  } else if (post.publisherId !== viewer?.id) {
    const isJoined = viewer?.joinedCommunities.includes(tokenName) && !viewer.hiddenCommunities.includes(tokenName)
    if (isJoined) addNewItem(stoa, HOME_POSTS, post.id)
    for (const flairId of ['', ...post.flairIds]) {
      for (const kind of ['', post.kind]) addNewItem(stoa, newPostsKey(tokenName, { flairId, kind }), post.id)
    }
  }
}

function postChanged(stoa: Stoa, post: EventOf<'post.changed'>['post'] & {}): void {
  const cachedPost = stoa.state.getState().posts[post.id]
  if (!cachedPost) return
  const update = updateRow('posts', ({ postContent, revision, pollValues, previewComments }) => ({
    ...post,
    pollValues: post.pollValues ?? pollValues,
    ...(postContent === undefined ? {} : { postContent }),
    ...(revision === undefined ? {} : { revision }),
    ...(previewComments === undefined ? {} : { previewComments }),
  }))
  stoa.singleton(createMutationQueue).reconcile(post.id, update)
  // The event has no blocks. Changed ones are loaded.
  if (cachedPost.postContent !== undefined && cachedPost.editedAt !== post.editedAt) void refetchPost(stoa, post.id)
}

async function refetchPost(stoa: Stoa, postId: string): Promise<void> {
  const { posts, threads } = stoa.state.getState()
  // `connection.ts` loads threads.
  if (!posts[postId] || Object.values(threads).some((thread) => thread.postId === postId)) return
  const since = stoa.versions.current
  try {
    putPost(stoa, await stoa.client.call('postGet', { idOrSlug: postId }, NO_CACHE), since)
  } catch (error) {
    // Any other error keeps it.
    if (errorCode(error) === 'POST_NOT_FOUND' && !isHiddenFromSite(stoa, postId)) removePost(stoa, postId)
  }
}

/** What the viewer hid on a partner's site stays there, so that they can restore it. */
function isHiddenFromSite(stoa: Stoa, postId: string): boolean {
  const { posts, viewer } = stoa.state.getState()
  return Boolean(viewer?.site) && isHidden(posts[postId]?.status ?? PostStatus.published)
}

/** Sets whether only members may currently write in a community, on it and on its posts and articles. */
export function putMembersOnly(stoa: Stoa, tokenName: string, membersOnly: boolean): void {
  const { communities, posts, threads } = stoa.state.getState()
  const isLate = (one: { tokenName: string; membersOnly?: boolean | undefined }) =>
    one.tokenName === tokenName && (one.membersOnly ?? false) !== membersOnly
  const late = Object.entries(threads).filter(([, { community }]) => isLate(community))
  const updateRows = <Row extends Parameters<typeof isLate>[0]>(rows: Record<string, Row>) =>
    Object.fromEntries(
      Object.entries(rows).flatMap(([id, row]) => (isLate(row) ? [[id, { ...row, membersOnly }]] : [])),
    )
  putEntities(stoa, { communities: updateRows(communities), posts: updateRows(posts) })
  if (late.length === 0) return
  const updatedThreads = late.map(([key, thread]) => [
    key,
    { ...thread, community: { ...thread.community, membersOnly } },
  ])
  stoa.state.setState({ threads: { ...threads, ...Object.fromEntries(updatedThreads) } })
}
