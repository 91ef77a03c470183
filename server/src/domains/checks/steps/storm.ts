import { DAY_MS } from '../../../platform/clock.ts'
import { type Check, nothing } from '../subject.ts'

/** Up to this age an account is new in a storm. */
const STORM_NEWCOMER_MS = 7 * DAY_MS

/** While storm mode is on, only members write, and what new ones write waits, if moderators want that. Slow mode is a limit. */
export const checkStorm: Check = ({ rules: { storm }, accountAgeMs, now }) => {
  if (!storm || storm.until <= now) return nothing
  if (accountAgeMs === null && storm.membersOnly) return { findings: [], refused: { code: 'MEMBERS_ONLY' } }
  const isNew = accountAgeMs === null || accountAgeMs < STORM_NEWCOMER_MS
  return storm.holdNewcomers && isNew ? { findings: [{ check: 'storm', held: true, points: 0, text: '' }] } : nothing
}
