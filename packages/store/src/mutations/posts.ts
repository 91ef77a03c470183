import type { CallInput, Post } from '@stoa/contract'
import { putEntities, removePost } from '../cache.ts'
import type { Stoa } from '../stoa.ts'
import { applyConflict } from './mutation-queue.ts'
import { type Actor, withIntent } from './with-intent.ts'

/** Input of `savePost`. */
export interface WrittenPost {
  /** Title, blocks, topic and poll; with `saveAsDraft` it isn't published. A poll of null is removed. */
  post: Omit<CallInput<'postEdit'>, 'postId' | 'revision'>
  /** The edited post and the `revision` that the edit is based on. Default: a new post is created. */
  edited?: Pick<CallInput<'postEdit'>, 'postId' | 'revision'>
  /** The same for the same content, so that a retry can't post twice. */
  idempotencyKey: string
  /** Who wrote it. It is published for nobody else unasked. Default: the viewer. */
  writerId?: string
  /** Called when it is saved, also after signing in or joining first. */
  onSaved(post: Post): void
}

/** Creates or edits a post. After an `EDIT_CONFLICT`  the state contains the server's current version. */
export function savePost(stoa: Stoa, { post, edited, idempotencyKey, writerId, onSaved }: WrittenPost): Promise<void> {
  async function run(actor: Actor) {
    try {
      const response = await send({ ...actor, idempotencyKey })
      putEntities(stoa, { posts: { [response.id]: response } })
      onSaved(response)
    } catch (error) {
      applyConflict(stoa, error)
      throw error
    }
  }

  async function send(options: Actor & { idempotencyKey: string }): Promise<Post> {
    if (edited) return (await stoa.client.call('postEdit', { ...post, ...edited }, options)).post
    const { pollOptions, ...rest } = post
    const input = pollOptions ? { ...rest, pollOptions } : rest
    return (await stoa.client.call('postCreate', input, options)).post
  }

  return withIntent(stoa, {
    action: edited ? 'edit' : 'post',
    tokenName: post.tokenName,
    isForMembers: !edited,
    writerId,
    run,
  })
}

/** A draft's content while it is written. */
export type DraftInput = Omit<CallInput<'postDraftSave'>, 'postId' | 'revision' | 'saveAsDraft'>

/** Input of `saveDraft`. */
export interface WrittenDraft {
  draft: DraftInput
  /** The draft to change and the `revision` that the change is based on. Default: a new one. */
  edited?: Pick<CallInput<'postDraftSave'>, 'postId' | 'revision'>
  /** The same for the same content, so that a retry can't create two drafts. */
  idempotencyKey: string
  /** Who wrote it. It is saved for nobody else. Default: the viewer. */
  actorId?: string
  /** Called when it is saved. */
  onSaved(post: Post): void
}

/**
 * Saves a draft. Doesn't ask for sign-in or membership. After an `EDIT_CONFLICT`  the state contains the server's
 * current version.
 */
export async function saveDraft(stoa: Stoa, { draft, edited, onSaved, ...options }: WrittenDraft): Promise<void> {
  try {
    const { post } = await stoa.client.call('postDraftSave', { ...draft, ...edited }, options)
    putEntities(stoa, { posts: { [post.id]: post } })
    onSaved(post)
  } catch (error) {
    applyConflict(stoa, error)
    throw error
  }
}

/** Input of `postAnonymously`. */
export interface AnonymousPost {
  post: CallInput<'postAnonymous'>
  /** The same for the same content, so that a retry can't post twice. */
  idempotencyKey: string
}

/** Publishes an anonymous post. Resolves to the post. */
export async function postAnonymously(stoa: Stoa, { post, idempotencyKey }: AnonymousPost): Promise<Post> {
  const response = await stoa.client.call('postAnonymous', post, { idempotencyKey })
  putEntities(stoa, { posts: { [response.post.id]: response.post } })
  return response.post
}

/** Calls that change a post other than by editing it. */
type PostChangeName =
  | 'postDelete'
  | 'postPin'
  | 'postLock'
  | 'postSyndicate'
  | 'postDraftPublish'
  | 'postDraftSchedule'
  | 'postDraftUnschedule'
  | 'postDraftDelete'
  | 'flairAttach'

/** Input of `changePost`. */
export type PostChange = {
  [Name in PostChangeName]: { call: Name } & Omit<CallInput<Name>, 'tokenName' | 'userId'>
}[PostChangeName]

/**
 * Hides, restores, pins, syndicates, publishes or schedules a post, or sets its topic. Resolves to the changed post,
 * which is also in the state.
 */
export function changePost(stoa: Stoa, { call, ...input }: PostChange): Promise<Post> {
  const tokenName = stoa.state.getState().posts[input.postId]?.tokenName ?? ''
  async function run() {
    const { post } = await stoa.client.call(call, { ...input, tokenName } as CallInput<typeof call>)
    putEntities(stoa, { posts: { [post.id]: post } })
    return post
  }
  return withIntent(stoa, { action: 'hide', tokenName, isForMembers: false, run })
}

/** Input of `deletePost`. */
export interface DeletedPost {
  postId: string
  /** Called once it is deleted, before it leaves the state. */
  onDeleted?: (() => void) | undefined
}

/** Deletes a post of the viewer permanently. */
export function deletePost(stoa: Stoa, { postId, onDeleted }: DeletedPost): Promise<void> {
  const tokenName = stoa.state.getState().posts[postId]?.tokenName ?? ''
  async function run() {
    await stoa.client.call('contentDelete', { postId, tokenName })
    onDeleted?.()
    removePost(stoa, postId)
  }
  return withIntent(stoa, { action: 'hide', tokenName, isForMembers: false, run })
}

/**
 * Approves a pending post, or rejects it for a reason, which its author sees. After an `EDIT_CONFLICT` the state
 * contains the server's current version.
 */
export function approvePost(
  stoa: Stoa,
  input: Pick<CallInput<'postApprove'>, 'postId' | 'approve' | 'reason' | 'reasonText'>,
): Promise<void> {
  async function run() {
    try {
      const { post } = await stoa.client.call('postApprove', input)
      putEntities(stoa, { posts: { [post.id]: post } })
    } catch (error) {
      applyConflict(stoa, error)
      throw error
    }
  }
  const tokenName = stoa.state.getState().posts[input.postId]?.tokenName ?? ''
  return withIntent(stoa, { action: 'hide', tokenName, isForMembers: false, run })
}
