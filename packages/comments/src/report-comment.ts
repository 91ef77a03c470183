import type { Comment } from '@stoa/contract'
import type { Stoa } from '@stoa/store'
import type { HideComment } from './thread-context.ts'

/** Reports a comment to the moderators. Resolves to false if the viewer had already reported it. */
export async function reportComment(
  stoa: Stoa,
  { id, tokenName }: Comment,
  { reason = 'other', reasonText }: Pick<HideComment, 'reason' | 'reasonText'>,
): Promise<boolean> {
  const reported = { tokenName, reportedType: 'Comment', reportedCommentId: id } as const
  const why = { reportReason: reason, ...(reasonText && { reportText: reasonText }) }
  return (await stoa.client.call('reportCreate', { ...reported, ...why })).isNew
}
