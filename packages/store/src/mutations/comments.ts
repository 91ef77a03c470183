import { errorCode, randomId } from '@stoa/client'
import {
  type CallInput,
  type Comment,
  CommentStatus,
  hiddenCommentStatus,
  isHidden,
  normalizeText,
  shownRoleOf,
} from '@stoa/contract'
import { putEntities } from '../cache.ts'
import { ownDraftKey } from '../draft-storage.ts'
import { createDrafts, type SubmittedDraft } from '../drafts.ts'
import { mergeComment } from '../entities.ts'
import { isOutcomeUnknown } from '../error-messages.ts'
import { addLocalItems } from '../lists.ts'
import { type ListQuery, postComments, queryOf, repliesOf } from '../queries.ts'
import type { Stoa } from '../stoa.ts'
import { adoptThreadPost, resolveTarget } from '../threads.ts'
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
  const { content, draftKey, replyToCommentId } = input
  const { id: postId, article } = resolveTarget(stoa, input.postId)
  const draft: SubmittedDraft | null =
    draftKey === undefined ? null : stoa.singleton(createDrafts).submit(draftKey, content)
  const pending = stoa.singleton(createPendingComments)
  const temporary = temporaryComment(stoa, { ...input, postId })
  const nonce = draft?.nonce ?? randomId()
  show(stoa, temporary)
  pending.add(temporary, nonce)
  try {
    const { comment } = await stoa.client.call(
      input.anonymous ? 'commentAnonymous' : 'commentCreate',
      {
        content,
        nonce,
        ...(replyToCommentId ? { replyToCommentId } : {}),
        ...(article ?? { postId, tokenName: temporary.tokenName }),
      },
      { ...options, ...(draft && { idempotencyKey: draft.idempotencyKey }) },
    )
    pending.resolve(temporary.id, comment)
    if (article) adoptThreadPost(stoa, { key: postId, postId: comment.postId })
    // Lists opened in the meantime don't have it yet.
    show(stoa, comment)
    draft?.confirm()
    if (!input.anonymous) stoa.state.setState({ hasWritten: true })
    return comment
  } catch (error) {
    const createdComment = pending.rollBack(temporary.id)
    if (!createdComment) {
      draft?.restore({ refused: !isOutcomeUnknown(errorCode(error) ?? '') })
      throw error
    }
    draft?.confirm()
    return createdComment
  }
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
  const open = Object.keys(stoa.state.getState().lists).map(queryOf).filter(isListOf(comment.postId))
  for (const query of open.length > 0 ? open : [postComments(comment.postId)]) addLocalItems(stoa, query, [comment.id])
}

function isListOf(postId: string): (query: ListQuery) => boolean {
  return ({ call, params }) => call === 'commentList' && params.type === 'post' && params.postId === postId
}

/** Input of `editComment`. */
export interface EditedComment {
  commentId: string
  content: string
  /** `editedAt` of the text that was edited. If it has changed since, this rejects with `EDIT_CONFLICT`. Default: the newer text is overwritten. */
  editedAt?: number | null
}

/** Edits the viewer's own comment. After a conflict the state contains the other text. */
export function editComment(stoa: Stoa, { content, ...edit }: EditedComment): Promise<void> {
  const { commentId } = edit
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

function tokenNameOf(stoa: Stoa, commentId: string): string {
  return stoa.state.getState().comments[commentId]?.tokenName ?? ''
}
