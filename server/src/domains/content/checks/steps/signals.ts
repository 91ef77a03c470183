import type { Finding } from '@stoa/contract'
import { DAY_MS } from '../../../../platform/clock.ts'
import { countPlain } from '../links.ts'
import type { Check } from '../subject.ts'

const WEEK_MS = 7 * DAY_MS

/** Signals that only raise the score: many links, a new account, fast writing. */
export const checkSignals: Check = ({ links, accountAgeMs, pace }) => {
  const findings: Finding[] = []
  const add = (check: Finding['check'], points: number, text = '') =>
    points > 0 && findings.push({ check, held: false, points, text })
  const count = countPlain(links)
  const isNew = accountAgeMs === null || accountAgeMs < WEEK_MS
  add('links', isNew ? Math.min(45, 15 * count) : Math.min(20, 5 * Math.max(0, count - 2)), String(count))
  add('newcomer', accountAgeMs !== null && accountAgeMs < DAY_MS ? 10 : 0)
  add('speed', pace.count > pace.limit ? 20 : 0, String(pace.count))
  return { findings }
}
