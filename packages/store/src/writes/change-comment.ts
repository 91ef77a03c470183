import { type CallInput, CommentStatus, hiddenCommentStatus, normalizeText } from '@stoa/contract'
import type { Stoa } from '../stoa.ts'
import { takeConflict } from '../take-conflict.ts'
import { createContentSettler } from './content.ts'
import { addToCount } from './unsent.ts'
import { withIntent } from './with-intent.ts'

/** A changed text. */
export interface EditedComment {
  commentId: string
  content: string
  /** `editedAt` of the text that was changed; where another one stands by now, this rejects with `EDIT_CONFLICT`. Default: it is overwritten. */
  editedAt?: number | null
}

/** Changes the text of the viewer's own comment. After a conflict the state holds the other text. */
export function editComment(stoa: Stoa, { content, ...edited }: EditedComment): Promise<void> {
  const { commentId } = edited
  const tokenName = tokenNameOf(stoa, commentId)
  const text = normalizeText(content)
  const run = () =>
    stoa.part(createContentSettler).submit(commentId, {
      kind: 'edit',
      apply: (value) => ({
        ...value,
        comment: value.comment && { ...value.comment, content: text, editedAt: stoa.clock() },
      }),
      isDone: ({ comment }) => comment?.content === text,
      async send() {
        try {
          const { comment } = await stoa.client.call('commentEdit', { ...edited, tokenName, content })
          return (value) => ({ ...value, comment })
        } catch (error) {
          takeConflict(stoa, error)
          throw error
        }
      },
    })
  return withIntent(stoa, { action: 'edit', tokenName, run })
}

/** Hides a comment (with a reason where a moderator does it), or restores it. */
export function hideComment(
  stoa: Stoa,
  change: Pick<CallInput<'commentDelete'>, 'commentId' | 'hidden' | 'reason' | 'reasonText'>,
): Promise<void> {
  const { commentId, hidden } = change
  const tokenName = tokenNameOf(stoa, commentId)
  const run = async () => {
    const before = stoa.state.getState().comments[commentId]
    const step = before && (before.status === CommentStatus.published) === hidden ? (hidden ? -1 : 1) : 0
    const places = [before?.postId, before?.parentCommentId].filter((id) => typeof id === 'string')
    for (const id of places) addToCount(stoa, id, step)
    try {
      await submitHide(stoa, { ...change, tokenName })
    } catch (error) {
      for (const id of places) addToCount(stoa, id, -step)
      throw error
    }
  }
  return withIntent(stoa, { action: 'hide', tokenName, run })
}

function submitHide(stoa: Stoa, change: CallInput<'commentDelete'>): Promise<void> {
  const { commentId, hidden } = change
  return stoa.part(createContentSettler).submit(commentId, {
    kind: 'hide',
    apply(value) {
      const { comment } = value
      if (!comment) return value
      const { viewer } = stoa.state.getState()
      const status = hidden ? hiddenCommentStatus(viewer ?? null, comment) : CommentStatus.published
      return { ...value, comment: { ...comment, status, hidden: hidden ? comment.hidden : null } }
    },
    isDone: ({ comment }) => comment !== undefined && (comment.status !== CommentStatus.published) === hidden,
    async send() {
      const { comment } = await stoa.client.call('commentDelete', change)
      return (value) => ({ ...value, comment })
    },
  })
}

function tokenNameOf(stoa: Stoa, commentId: string): string {
  return stoa.state.getState().comments[commentId]?.tokenName ?? ''
}
