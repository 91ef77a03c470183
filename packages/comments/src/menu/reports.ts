import type { Comment, Community } from '@stoa/contract'
import { loadCommunity, type Stoa } from '@stoa/store'
import type { HideComment } from '../thread/thread-context.ts'

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

/** The rules of a community, loaded if unknown. Empty if that fails. */
export async function loadCommunityRules(stoa: Stoa, tokenName: string): Promise<Community['rules']> {
  try {
    return (stoa.state.getState().communities[tokenName] ?? (await loadCommunity(stoa, tokenName))).rules
  } catch {
    // A report doesn't need the rules.
    return []
  }
}
