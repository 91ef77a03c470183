import { DAY_MS } from '../../../../platform/clock.ts'
import { countPlain } from '../links.ts'
import { type Check, nothing } from '../subject.ts'

const POINTS = 20

/** Limits the links of new members and of visitors. */
export const checkNewcomerLinks: Check = ({ rules: { newcomerLinks: rule }, accountAgeMs, links }) => {
  const isNew = accountAgeMs === null || accountAgeMs < rule.days * DAY_MS
  const count = countPlain(links)
  if (rule.days === 0 || !isNew || count <= rule.links) return nothing
  if (rule.action === 'refuse') return { findings: [], refused: { code: 'LINKS_REFUSED' } }
  return { findings: [{ check: 'newcomerLinks', held: true, points: POINTS, text: String(count) }] }
}
