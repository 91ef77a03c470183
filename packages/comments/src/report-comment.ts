import type { Comment } from '@stoa/contract'
import type { Stoa } from '@stoa/store'
import type { HideComment } from './thread-context.ts'

/** Reports a comment to the moderators; false: the viewer had reported it before. */
export async function reportComment(
  stoa: Stoa,
  { id, tokenName }: Comment,
  { reason = 'other', reasonText }: Pick<HideComment, 'reason' | 'reasonText'>,
): Promise<boolean> {
  const reported = { tokenName, reportedType: 'Comment', reportedCommentId: id } as const
  const why = { reportReason: reason, ...(reasonText && { reportText: reasonText }) }
  return (await stoa.client.call('reportCreate', { ...reported, ...why })).isNew
}
