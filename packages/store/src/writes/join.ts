import type { Stoa } from '../stoa.ts'
import { setMembership } from './membership.ts'
import { withIntent } from './with-intent.ts'

/** Joins or leaves a community. */
export function join(stoa: Stoa, change: { tokenName: string; join: boolean }): Promise<void> {
  return withIntent(stoa, {
    action: 'join',
    tokenName: change.tokenName,
    again: { action: 'join', change },
    run: () => setMembership(stoa, change),
  })
}
