import { errorCode } from '@stoa/client'
import {
  type Comment,
  CommentStatus,
  canSeeCommentText,
  type EventName,
  type EventOf,
  isHidden,
  PostStatus,
  previewText,
} from '@stoa/contract'
import { byId, putEntities, removePost } from '../cache.ts'
import { putPost } from '../load.ts'
import { type Content, createContentQueue } from '../mutations/mutation-queue.ts'
import { addToCount, createPendingComments } from '../mutations/pending-comments.ts'
import { withCounts } from '../mutations/reactions.ts'
import { newPostsKey } from '../queries.ts'
import { NO_CACHE, type Stoa, type StoredPost } from '../stoa.ts'
import { setThreadPost } from '../threads.ts'
import { loadViewer } from '../viewer.ts'
import { loadViewerFacts, updateProfile } from '../viewer-facts.ts'

/** An event with its name. */
export type NamedEvent = { [Name in EventName]: { name: Name } & EventOf<Name> }[EventName]

/** `connection.ts`, `subscribeToNotifications` or `subscribeToQueue` handles the event. */
const handledElsewhere = () => {}

/** How each event changes the state. */
const handlers: { [Name in EventName]: (stoa: Stoa, event: EventOf<Name>) => void } = {
  'comment.created': commentCreated,
  'comment.updated'(stoa, event) {
    setNumComments(stoa, event.postId, event)
    updatePreview(stoa, event)
    commentUpdated(stoa, event.comment)
  },
  'reaction.changed'(stoa, { entityId, reactionsCount }) {
    stoa.singleton(createContentQueue).reconcile(entityId, (content) => withCounts(content, reactionsCount))
  },
  'poll.changed': pollChanged,
  'post.created': postCreated,
  'post.changed'(stoa, { postId, post }) {
    if (post === null) void refetchPost(stoa, postId)
    else postChanged(stoa, post)
  },
  'article.opened': handledElsewhere,
  'community.changed'(stoa, { tokenName, numberOfMembers, totalPosts, logoImageURI, membersOnly }) {
    const community = stoa.state.getState().communities[tokenName]
    const changed = { numberOfMembers, totalPosts, logoImageURI }
    if (community) putEntities(stoa, { communities: { [tokenName]: { ...community, ...changed } } })
    putMembersOnly(stoa, tokenName, membersOnly)
  },
  'user.changed': (stoa, { user }) => updateProfile(stoa, user),
  'viewer.voted': applyOwnVote,
  'viewer.reacted': applyOwnReaction,
  'viewer.saved': (stoa, event) => applyOwnMark(stoa, event, { saved: event.saved }),
  'viewer.hid': (stoa, event) => applyOwnMark(stoa, event, { hiddenForMe: event.hidden }),
  'viewer.changed'(stoa) {
    loadViewer(stoa, { force: true }).catch(() => {})
  },
  'notification.created': handledElsewhere,
  'notification.changed': handledElsewhere,
  'queue.changed': handledElsewhere,
  'session.ended'(stoa) {
    // The refresh shows whether it was this session.
    stoa.session?.refresh().catch(() => {})
  },
}

/** Applies an event to the state. Applying it again changes nothing. Events of a newer server are ignored. */
export function applyEvent(stoa: Stoa, event: NamedEvent): void {
  const apply = handlers[event.name] as ((stoa: Stoa, event: NamedEvent) => void) | undefined
  apply?.(stoa, event)
}

function commentCreated(stoa: Stoa, { postId, comment, numComments, nonce }: EventOf<'comment.created'>): void {
  const isOwn = stoa.singleton(createPendingComments).confirm(comment, nonce)
  setNumComments(stoa, postId, { numComments, activeAt: comment.createdAt })
  if (isOwn || stoa.state.getState().comments[comment.id]) return
  if (comment.parentCommentId !== null) addToCount(stoa, comment.parentCommentId, 1)
  addNewComment(stoa, comment)
}

/** Adds a comment to the new items of its list. */
export function addNewComment(stoa: Stoa, comment: Comment): void {
  if (stoa.state.getState().comments[comment.id]) return
  putEntities(stoa, { comments: { [comment.id]: comment } })
  addNewItem(stoa, comment.parentCommentId ?? comment.postId, comment.id)
}

function addNewItem(stoa: Stoa, key: string, id: string): void {
  stoa.state.setState(({ newItems }) => ({ newItems: { ...newItems, [key]: [...(newItems[key] ?? []), id] } }))
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
  const changed = { ...post, numComments: count, activeAt: Math.max(post.activeAt, activeAt) }
  stoa.state.setState({ posts: { ...posts, [postId]: changed } })
}

/** Updates the comment's preview in feeds. New comments don't change previews, so that nothing moves. */
function updatePreview(stoa: Stoa, { postId, comment }: EventOf<'comment.updated'>): void {
  const { posts } = stoa.state.getState()
  const known = posts[postId]
  if (!known?.previewComments?.some(({ id }) => id === comment.id)) return
  const isGone = comment.content === null || comment.status !== CommentStatus.published
  const change = <Of extends StoredPost>(post: Of): Of => ({
    ...post,
    previewComments: post.previewComments?.flatMap((shown) => {
      if (shown.id !== comment.id) return shown
      return isGone ? [] : { ...shown, excerpt: previewText(comment.content ?? '') }
    }),
  })
  stoa.state.setState({ posts: { ...posts, [postId]: change(known) } })
  // A pending reaction would restore the old post.
  stoa.singleton(createContentQueue).reconcile(postId, (content) => ({
    ...content,
    post: content.post && change(content.post),
  }))
}

/**
 * Applies the public form of a known comment. A hidden comment's public form has neither text nor author. Viewers who
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
  stoa.singleton(createContentQueue).reconcile(comment.id, (content) => ({
    ...content,
    comment:
      isLess && content.comment
        ? { ...content.comment, status, editedAt, numComments, reactionsCount }
        : { ...comment, moderationScore },
  }))
  if (isLess || (moderationScore !== null && editedAt !== before.editedAt)) void loadViewerFacts(stoa, [comment.id])
}

function pollChanged(stoa: Stoa, { postId, pollValues, pollTotalVoters }: EventOf<'poll.changed'>): void {
  stoa.singleton(createContentQueue).reconcile(postId, (content) => ({
    ...content,
    post: content.post && { ...content.post, pollTotalVoters, pollValues: pollValues ?? content.post.pollValues },
  }))
  // Results that only voters see are not in the event.
  if (pollValues === null && stoa.state.getState().votes[postId] !== undefined) void loadViewerFacts(stoa, [postId])
}

function postCreated(stoa: Stoa, { tokenName, post }: EventOf<'post.created'>): void {
  const { posts, threads, viewer } = stoa.state.getState()
  // Anybody who could see it before has it already.
  if (posts[post.id]) return postChanged(stoa, post)
  putEntities(stoa, { posts: byId([post]) })
  const thread = Object.values(threads).find(({ articleUrl }) => articleUrl === post.articleUrl)
  if (thread) {
    setThreadPost(stoa, { key: thread.key, postId: post.id })
    // The viewer's own reaction on another page may have created it.
    void loadViewerFacts(stoa, [post.id])
  } else if (post.publisherId !== viewer?.id) {
    for (const flairId of ['', ...post.flairIds]) {
      for (const kind of ['', post.kind]) addNewItem(stoa, newPostsKey(tokenName, { flairId, kind }), post.id)
    }
  }
}

function postChanged(stoa: Stoa, post: EventOf<'post.changed'>['post'] & {}): void {
  const known = stoa.state.getState().posts[post.id]
  if (!known) return
  stoa.singleton(createContentQueue).reconcile(post.id, (content) => {
    const { postContent, revision, pollValues, previewComments } = content.post ?? known
    return {
      ...content,
      post: {
        ...post,
        pollValues: post.pollValues ?? pollValues,
        ...(postContent === undefined ? {} : { postContent }),
        ...(revision === undefined ? {} : { revision }),
        ...(previewComments === undefined ? {} : { previewComments }),
      },
    }
  })
  // The event has no blocks. Changed ones are loaded.
  if (known.postContent !== undefined && known.editedAt !== post.editedAt) void refetchPost(stoa, post.id)
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

/** Id of the newest event about the viewer's own action by its kind and entity, since events may arrive out of order. */
function createNewestEventIds() {
  return new Map<string, string>()
}

/** Applies the viewer's vote from another page. */
function applyOwnVote(stoa: Stoa, event: EventOf<'viewer.voted'>): void {
  const { postId, selectedOptionIndex: vote } = event
  applyOwn(stoa, { event, kind: 'vote', id: postId, update: (content) => ({ ...withoutResults(content, vote), vote }) })
}

/** Applies the viewer's reaction from another page. The counts come with `reaction.changed`. */
function applyOwnReaction(stoa: Stoa, event: EventOf<'viewer.reacted'>): void {
  const { entityId, reactionName: reaction } = event
  applyOwn(stoa, { event, kind: 'reaction', id: entityId, update: (content) => ({ ...content, reaction }) })
}

/** Applies a save, hide or undoing of either by the viewer on another page. */
function applyOwnMark(
  stoa: Stoa,
  event: EventOf<'viewer.saved' | 'viewer.hid'>,
  mark: Partial<Pick<Content, 'saved' | 'hiddenForMe'>>,
): void {
  applyOwn(stoa, {
    event,
    kind: 'saved' in mark ? 'save' : 'hide',
    id: event.entityId,
    update: (content) => ({ ...content, ...mark }),
  })
}

function applyOwn(
  stoa: Stoa,
  about: {
    event: { id: string; userId: string }
    kind: 'vote' | 'reaction' | 'save' | 'hide'
    id: string
    update: (content: Content) => Content
  },
): void {
  const { event, kind, id, update } = about
  const newest = stoa.singleton(createNewestEventIds)
  const key = `${kind} ${id}`
  if (event.userId !== stoa.state.getState().viewer?.id || event.id <= (newest.get(key) ?? '')) return
  newest.set(key, event.id)
  stoa.singleton(createContentQueue).reconcile(id, update, { isOwn: true })
}

/** Removes results that only voters see. */
function withoutResults(content: Content, vote: number): Content {
  if (vote >= 0 || content.post?.pollSettings?.results !== 'afterVote') return content
  return { ...content, post: { ...content.post, pollValues: null } }
}

/** Sets whether only members may currently write in a community, on it and on its posts and articles. */
export function putMembersOnly(stoa: Stoa, tokenName: string, membersOnly: boolean): void {
  const { communities, posts, threads } = stoa.state.getState()
  const isLate = (one: { tokenName: string; membersOnly?: boolean | undefined }) =>
    one.tokenName === tokenName && (one.membersOnly ?? false) !== membersOnly
  const late = Object.entries(threads).filter(([, { community }]) => isLate(community))
  const changed = <Row extends Parameters<typeof isLate>[0]>(rows: Record<string, Row>) =>
    Object.fromEntries(
      Object.entries(rows).flatMap(([id, row]) => (isLate(row) ? [[id, { ...row, membersOnly }]] : [])),
    )
  putEntities(stoa, { communities: changed(communities), posts: changed(posts) })
  if (late.length === 0) return
  const updated = late.map(([key, thread]) => [key, { ...thread, community: { ...thread.community, membersOnly } }])
  stoa.state.setState({ threads: { ...threads, ...Object.fromEntries(updated) } })
}
