import {
  type Comment,
  CommentStatus,
  canSeeCommentText,
  type EventName,
  type EventOf,
  previewText,
} from '@stoa/contract'
import { newPostsKey } from '../list-names.ts'
import { putPost } from '../load.ts'
import { loadFacts } from '../load-facts.ts'
import { PAST_CACHES } from '../past-caches.ts'
import { showPerson } from '../shown-person.ts'
import type { StoredPost } from '../state.ts'
import type { Stoa } from '../stoa.ts'
import { byId, putRows } from '../tables.ts'
import { movePost } from '../threads.ts'
import { loadViewer } from '../viewer.ts'
import { createContentSettler } from '../writes/content.ts'
import { withCounts } from '../writes/react.ts'
import { addToCount, createUnsent } from '../writes/unsent.ts'
import { ownReaction, ownVote } from './own-actions.ts'
import { removePost } from './remove-post.ts'

/** An event with its name. */
export type NamedEvent = { [Name in EventName]: { name: Name } & EventOf<Name> }[EventName]

/** Applies an event to the state; applying it again changes nothing. */
export function applyEvent(stoa: Stoa, event: NamedEvent): void {
  const settler = stoa.part(createContentSettler)
  switch (event.name) {
    case 'comment.created':
      return commentCreated(stoa, event)
    case 'comment.updated':
      setNumComments(stoa, event.postId, event)
      updatePreview(stoa, event)
      return commentUpdated(stoa, event.comment)
    case 'reaction.changed':
      return settler.receive(event.entityId, (content) => withCounts(content, event.reactionsCount))
    case 'poll.changed':
      return pollChanged(stoa, event)
    case 'post.created':
      return postCreated(stoa, event)
    case 'post.changed':
      if (event.post === null) return void refetchPost(stoa, event.postId)
      return putChangedPost(stoa, event.post)
    case 'article.opened':
      // The live connection catches its thread up.
      return
    case 'community.changed': {
      const { tokenName, numberOfMembers, totalPosts } = event
      const community = stoa.state.getState().communities[tokenName]
      if (community) putRows(stoa, { communities: { [tokenName]: { ...community, numberOfMembers, totalPosts } } })
      return
    }
    case 'user.changed':
      return showPerson(stoa, event.user)
    case 'viewer.voted':
      return ownVote(stoa, event)
    case 'viewer.reacted':
      return ownReaction(stoa, event)
    case 'viewer.changed':
      loadViewer(stoa, { force: true }).catch(() => {})
      return
    case 'notification.created':
    case 'notification.changed':
      // Whoever shows them listens by themselves.
      return
    case 'session.ended':
      // The refresh finds out whether it was this session, and tells everybody.
      stoa.session?.refresh().catch(() => {})
  }
}

function commentCreated(stoa: Stoa, { postId, comment, numComments }: EventOf<'comment.created'>): void {
  const isHeld = stoa.part(createUnsent).hold(comment)
  setNumComments(stoa, postId, { numComments, activeAt: comment.createdAt })
  if (isHeld || stoa.state.getState().comments[comment.id]) return
  if (comment.parentCommentId !== null) addToCount(stoa, comment.parentCommentId, 1)
  arrive(stoa, comment)
}

/** Puts a comment that is not shown anywhere behind the button of its list. */
export function arrive(stoa: Stoa, comment: Comment): void {
  if (stoa.state.getState().comments[comment.id]) return
  putRows(stoa, { comments: { [comment.id]: comment } })
  wait(stoa, comment.parentCommentId ?? comment.postId, comment.id)
}

function wait(stoa: Stoa, key: string, id: string): void {
  stoa.state.setState(({ fresh }) => ({ fresh: { ...fresh, [key]: [...(fresh[key] ?? []), id] } }))
}

function setNumComments(
  stoa: Stoa,
  postId: string,
  { numComments, activeAt = 0 }: { numComments: number; activeAt?: number },
): void {
  const { posts } = stoa.state.getState()
  const post = posts[postId]
  if (!post) return
  const count = numComments + stoa.part(createUnsent).countFor(postId)
  const changed = { ...post, numComments: count, activeAt: Math.max(post.activeAt, activeAt) }
  stoa.state.setState({ posts: { ...posts, [postId]: changed } })
}

/** Words of a comment that was hidden or edited go from the feed at once; a new one waits for its next page, so that nothing moves. */
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
  // A reaction on its way holds the post as it was.
  stoa.part(createContentSettler).receive(postId, (content) => ({
    ...content,
    post: content.post && change(content.post),
  }))
}

/**
 * Takes the public form of a known comment. When it is hidden that form has neither words nor author; who may read it
 * anyway keeps what is known and asks for the rest.
 */
export function commentUpdated(stoa: Stoa, comment: Comment): void {
  const { comments, viewer } = stoa.state.getState()
  const before = comments[comment.id]
  if (!before) return
  const { status, editedAt, numComments, reactionsCount } = comment
  const isLess = comment.content === null && canSeeCommentText(viewer ?? null, { ...before, status })
  stoa.part(createContentSettler).receive(comment.id, (content) => ({
    ...content,
    comment:
      isLess && content.comment ? { ...content.comment, status, editedAt, numComments, reactionsCount } : comment,
  }))
  if (isLess) void loadFacts(stoa, [comment.id])
}

function pollChanged(stoa: Stoa, { postId, pollValues, pollTotalVoters }: EventOf<'poll.changed'>): void {
  stoa.part(createContentSettler).receive(postId, (content) => ({
    ...content,
    post: content.post && { ...content.post, pollTotalVoters, pollValues: pollValues ?? content.post.pollValues },
  }))
  // Results that the viewer's own vote has opened are not for everybody: they have to be asked for.
  if (pollValues === null && stoa.state.getState().votes[postId] !== undefined) void loadFacts(stoa, [postId])
}

function postCreated(stoa: Stoa, { tokenName, post }: EventOf<'post.created'>): void {
  const { posts, threads, viewer } = stoa.state.getState()
  if (posts[post.id]) return
  putRows(stoa, { posts: byId([post]) })
  const thread = Object.values(threads).find(({ articleUrl }) => articleUrl === post.articleUrl)
  if (thread) {
    movePost(stoa, { key: thread.key, postId: post.id })
    // Nobody could watch it yet when it was made, perhaps by the viewer's own reaction on another page.
    void loadFacts(stoa, [post.id])
  } else if (post.publisherId !== viewer?.id) {
    for (const flairId of ['', ...post.flairIds]) {
      for (const kind of ['', post.kind]) wait(stoa, newPostsKey(tokenName, { flairId, kind }), post.id)
    }
  }
}

function putChangedPost(stoa: Stoa, post: EventOf<'post.changed'>['post'] & {}): void {
  const known = stoa.state.getState().posts[post.id]
  if (!known) return
  stoa.part(createContentSettler).receive(post.id, (content) => {
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
  // A public event carries no blocks: changed ones are fetched where they are shown.
  if (known.postContent !== undefined && known.editedAt !== post.editedAt) void refetchPost(stoa, post.id)
}

async function refetchPost(stoa: Stoa, postId: string): Promise<void> {
  if (!stoa.state.getState().posts[postId]) return
  const since = stoa.changes.turn
  try {
    putPost(stoa, await stoa.client.call('postGet', { idOrSlug: postId }, PAST_CACHES), since)
  } catch (error) {
    removePost(stoa, { postId, error })
  }
}
