import { errorCode, randomId, StoaError } from '@stoa/client'
import {
  type CallInput,
  type Comment,
  CommentStatus,
  hiddenCommentStatus,
  isHidden,
  normalizeText,
  postPath,
  shownRoleOf,
} from '@stoa/contract'
import { isTemporary, putEntities } from '../cache.ts'
import { ownDraftKey } from '../draft-storage.ts'
import { createDrafts, type SubmittedDraft } from '../drafts.ts'
import { mergeComment } from '../entities.ts'
import { isOutcomeUnknown } from '../error-messages.ts'
import { addLocalItems } from '../lists.ts'
import { keepWrite, openOutbox } from '../outbox.ts'
import { openListsOf, postComments, repliesOf } from '../queries.ts'
import type { Stoa } from '../stoa.ts'
import { adoptThreadPost, resolveTarget, tokenNameOf } from '../threads.ts'
import { applyConflict, createMutationQueue, updateRow } from './mutation-queue.ts'
import { addToCount, createPendingComments } from './pending-comments.ts'
import { type Actor, withIntent, withoutName } from './with-intent.ts'

/** Input of `createComment`. */
export interface NewComment {
  /** The post's id, or the key of a thread without a post yet. */
  postId: string
  /** The comment or reply to reply to. Default: none, a top-level comment. */
  replyToCommentId?: string
  content: string
  /** The text's draft. It is emptied now, and restored if sending fails. Default: none. */
  draftKey?: string
  /** Without an account, with a proof of work. Default false. */
  anonymous?: boolean
  /** Who wrote it; empty for a visitor. It is published for nobody else unasked. Default: the viewer. */
  writerId?: string
}

/** Creates a comment or reply. It is shown at once; a refusal removes it and restores its draft. */
export function createComment(stoa: Stoa, input: NewComment): Promise<Comment> {
  const { draftKey, anonymous = false, writerId } = input
  const { posts, threads } = stoa.state.getState()
  // If somebody else publishes it in the end, it leaves the drafts of the person who wrote it.
  const pinned =
    draftKey === undefined
      ? {}
      : { draftKey: stoa.singleton(createDrafts).pin(ownDraftKey(draftKey, writerId ?? ''), anonymous) }
  const tokenName = posts[input.postId]?.tokenName ?? threads[input.postId]?.community.tokenName ?? ''
  const run = (options: Actor) => submit(stoa, { ...input, ...pinned }, options)
  const action = { action: 'comment', tokenName, writerId, run } as const
  if (anonymous) {
    const { writerId: _, ...rest } = input
    const inOwnName = () => createComment(stoa, { ...rest, ...pinned, anonymous: false })
    return withoutName(stoa, { ...action, inOwnName })
  }
  return withIntent(stoa, { ...action, serializedAction: { action: 'createComment', input } })
}

async function submit(stoa: Stoa, input: NewComment, options: Actor): Promise<Comment> {
  const { content, draftKey, anonymous } = input
  const { id: postId, article } = resolveTarget(stoa, input.postId)
  const drafts = stoa.singleton(createDrafts)
  const draft: SubmittedDraft | null = draftKey === undefined ? null : drafts.submit(draftKey, content)
  const pending = stoa.singleton(createPendingComments)
  const temporary = temporaryComment(stoa, { ...input, postId })
  const nonce = draft?.nonce ?? randomId()
  const { tokenName, replyToCommentId } = temporary
  const write = {
    content,
    nonce,
    ...(replyToCommentId ? { replyToCommentId } : {}),
    ...(article ?? { postId, tokenName }),
  }
  show(stoa, temporary)
  pending.add(temporary, nonce)
  let isKept = false
  try {
    const kept = anonymous || article ? null : keep(stoa, { draft, temporary, write, options })
    const waiting = kept && (await kept)
    // The outbox has it, so that the draft would be a second copy.
    if (waiting) draft?.confirm()
    isKept = waiting !== null
    if (!waiting && isTemporary(replyToCommentId ?? ''))
      throw new StoaError('NETWORK', { message: 'The comment above was not sent yet.' })
    const response = waiting
      ? await waiting.result
      : await stoa.client.call(anonymous ? 'commentAnonymous' : 'commentCreate', write, {
          ...options,
          ...(draft && { idempotencyKey: draft.idempotencyKey }),
        })
    if (!response) return temporary
    const { comment } = response
    pending.resolve(temporary.id, comment)
    if (article) adoptThreadPost(stoa, { key: postId, postId: comment.postId })
    // Lists opened in the meantime don't have it yet.
    show(stoa, comment)
    if (!isKept) draft?.confirm()
    if (!input.anonymous) stoa.state.setState({ hasWritten: true })
    return comment
  } catch (error) {
    const createdComment = pending.rollBack(temporary.id)
    if (createdComment) {
      if (!isKept) draft?.confirm()
      return createdComment
    }
    if (isKept) draft?.putBack()
    else draft?.restore({ refused: !isOutcomeUnknown(errorCode(error) ?? '') })
    throw error
  }
}

/** Keeps a new comment in the outbox; null without one. */
function keep(
  stoa: Stoa,
  about: { draft: SubmittedDraft | null; temporary: Comment; write: CallInput<'commentCreate'>; options: Actor },
): ReturnType<typeof keepWrite<'commentCreate'>> | null {
  if (!stoa.options.outbox) return null
  const { draft, temporary, write, options } = about
  const post = stoa.state.getState().posts[temporary.postId]
  return keepWrite<'commentCreate'>(stoa, {
    id: draft?.idempotencyKey ?? randomId(),
    personId: options.actorId ?? '',
    call: 'commentCreate',
    input: write,
    comment: temporary,
    title: post?.title ?? '',
    path: post ? postPath(post) : '',
  })
}

function temporaryComment(stoa: Stoa, { postId, replyToCommentId, content, anonymous }: NewComment): Comment {
  const { comments, posts, viewer } = stoa.state.getState()
  const me = anonymous ? null : viewer
  const repliedTo = replyToCommentId === undefined ? undefined : comments[replyToCommentId]
  const tokenName = posts[postId]?.tokenName ?? ''
  const role = me ? shownRoleOf(me, tokenName) : undefined
  return {
    id: `temp:${randomId()}`,
    postId,
    tokenName,
    parentCommentId: replyToCommentId === undefined ? null : (repliedTo?.parentCommentId ?? replyToCommentId),
    replyToCommentId: replyToCommentId ?? null,
    replyToPublisherName: repliedTo?.parentCommentId ? repliedTo.publisherProfileName || repliedTo.publisherName : null,
    publisherId: me?.id ?? '',
    publisherName: me?.username ?? 'anonymous',
    publisherProfileName: me?.displayName ?? '',
    publisherSlugUrl: me?.slugUrl ?? '',
    publisherImageUrl: me?.profileImageUrl ?? '',
    ...(role ? { publisherRole: role } : {}),
    content: normalizeText(content),
    mentions: [],
    status: CommentStatus.published,
    hidden: null,
    createdAt: stoa.clock(),
    editedAt: null,
    numComments: 0,
    reactionsCount: { 'thumb-up': 0, 'thumb-down': 0 },
    moderationScore: null,
  }
}

/** Adds the viewer's own comment at the top of every open list of the post, or after the replies. */
function show(stoa: Stoa, comment: Comment): void {
  stoa.state.setState(({ comments }) => ({ comments: { ...comments, [comment.id]: comment } }))
  if (comment.parentCommentId !== null) {
    addLocalItems(stoa, repliesOf(comment.parentCommentId), [comment.id])
    return
  }
  const open = openListsOf(stoa, comment.postId)
  for (const query of open.length > 0 ? open : [postComments(comment.postId)]) addLocalItems(stoa, query, [comment.id])
}

/** Input of `editComment`. */
export interface EditedComment {
  commentId: string
  content: string
  /** `editedAt` of the text that was edited. If it has changed since, this rejects with `EDIT_CONFLICT`. Default: the newer text is overwritten. */
  editedAt?: number | null
}

/** Edits the viewer's own comment. After a conflict the state contains the other text. One that was refused is sent again. */
export async function editComment(stoa: Stoa, { content, ...edit }: EditedComment): Promise<void> {
  const { commentId } = edit
  const unsent = stoa.state.getState().outbox.find(({ comment }) => comment?.id === commentId)
  if (unsent) return (await stoa.singleton(openOutbox))?.change(unsent.id, content)
  const tokenName = tokenNameOf(stoa, commentId)
  const text = normalizeText(content)
  const run = () =>
    stoa.singleton(createMutationQueue).mutate(commentId, {
      kind: 'edit',
      apply: updateRow('comments', (comment) => ({ ...comment, content: text, editedAt: stoa.clock() })),
      isApplied: ({ comments: comment }) => comment?.content === text,
      async send() {
        try {
          const { comment } = await stoa.client.call('commentEdit', { ...edit, tokenName, content })
          return (rows) => ({ ...rows, comments: mergeComment(rows.comments, comment) })
        } catch (error) {
          applyConflict(stoa, error)
          throw error
        }
      },
    })
  return withIntent(stoa, { action: 'edit', tokenName, isForMembers: false, run })
}

/** Hides a comment (moderators give a reason), restores it, or makes it pending again. */
export function hideComment(
  stoa: Stoa,
  change: Pick<CallInput<'commentDelete'>, 'commentId' | 'hidden' | 'pending' | 'reason' | 'reasonText'>,
): Promise<void> {
  const { commentId } = change
  const tokenName = tokenNameOf(stoa, commentId)
  const run = async () => {
    const before = stoa.state.getState().comments[commentId]
    const isShown = !change.hidden && !change.pending
    const step = before ? Number(isShown) - Number(before.status === CommentStatus.published) : 0
    const parentIds = [before?.postId, before?.parentCommentId].filter((id) => typeof id === 'string')
    for (const id of parentIds) addToCount(stoa, id, step)
    try {
      await submitHide(stoa, { ...change, tokenName })
    } catch (error) {
      for (const id of parentIds) addToCount(stoa, id, -step)
      throw error
    }
  }
  return withIntent(stoa, { action: 'hide', tokenName, isForMembers: false, run })
}

function submitHide(stoa: Stoa, change: CallInput<'commentDelete'>): Promise<void> {
  const { commentId, hidden, pending = false } = change
  const visibleStatus = pending ? CommentStatus.pending : CommentStatus.published
  return stoa.singleton(createMutationQueue).mutate(commentId, {
    kind: 'hide',
    apply: updateRow('comments', (comment) => {
      const { viewer } = stoa.state.getState()
      const status = hidden ? hiddenCommentStatus(viewer ?? null, comment) : visibleStatus
      return { ...comment, status, hidden: hidden ? comment.hidden : null }
    }),
    isApplied: ({ comments: comment }) =>
      comment !== undefined && (hidden ? isHidden(comment.status) : comment.status === visibleStatus),
    async send() {
      const { comment } = await stoa.client.call('commentDelete', change)
      return (rows) => ({ ...rows, comments: mergeComment(rows.comments, comment) })
    },
  })
}

/** Deletes a comment of the viewer permanently. Its placeholder remains. */
export function deleteComment(stoa: Stoa, { commentId }: { commentId: string }): Promise<void> {
  const tokenName = tokenNameOf(stoa, commentId)
  async function run() {
    const before = stoa.state.getState().comments[commentId]
    const isCounted = before?.status === CommentStatus.published
    const parentIds = isCounted ? [before.postId, before.parentCommentId].filter((id) => id !== null) : []
    // Counted before the event, which brings the server's number.
    for (const id of parentIds) addToCount(stoa, id, -1)
    try {
      const { comment } = await stoa.client.call('contentDelete', { commentId, tokenName })
      if (comment) putEntities(stoa, { comments: { [commentId]: comment } })
    } catch (error) {
      for (const id of parentIds) addToCount(stoa, id, 1)
      throw error
    }
  }
  return withIntent(stoa, { action: 'hide', tokenName, isForMembers: false, run })
}
