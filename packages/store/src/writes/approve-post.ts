import type { CallInput } from '@stoa/contract'
import type { Stoa } from '../stoa.ts'
import { putRows } from '../tables.ts'
import { takeConflict } from '../take-conflict.ts'
import { withIntent } from './with-intent.ts'

/** Publishes a post that waits for approval, or refuses it. When somebody else was quicker (`EDIT_CONFLICT`) the state holds the post as they left it. */
export function approvePost(
  stoa: Stoa,
  { postId, approve }: Pick<CallInput<'postApprove'>, 'postId' | 'approve'>,
): Promise<void> {
  async function run() {
    try {
      const { post } = await stoa.client.call('postApprove', { postId, approve })
      putRows(stoa, { posts: { [post.id]: post } })
    } catch (error) {
      takeConflict(stoa, error)
      throw error
    }
  }
  const tokenName = stoa.state.getState().posts[postId]?.tokenName ?? ''
  return withIntent(stoa, { action: 'hide', tokenName, run })
}
