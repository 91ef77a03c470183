import { DAY_MS } from '../../../../platform/clock.ts'
import { type Check, nothing } from '../subject.ts'

/** Accounts younger than this are new in storm mode. */
const STORM_NEWCOMER_MS = 7 * DAY_MS

/**
 * In storm mode, moderators can let only members write and can hold what new accounts write. Slow mode is a rate limit.
 */
export const checkStorm: Check = ({ rules: { storm }, accountAgeMs, now }) => {
  if (!storm || storm.until <= now) return nothing
  if (accountAgeMs === null && storm.membersOnly) return { findings: [], refused: { code: 'MEMBERS_ONLY' } }
  const isNew = accountAgeMs === null || accountAgeMs < STORM_NEWCOMER_MS
  return storm.holdNewcomers && isNew ? { findings: [{ check: 'storm', held: true, points: 0, text: '' }] } : nothing
}
