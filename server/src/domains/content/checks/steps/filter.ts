import { type CheckResult, type CheckSubject, nothing } from '../subject.ts'
import { classify, isTrained, wordsOf } from '../word-filter.ts'

/** Maximum points from the filter. Alone they don't hold content where the threshold is 90. */
const POINTS_MAX = 85

/** Rates how similar the text is to content that the community's moderators have removed. */
export const checkFilter = ({
  filter,
  folded,
  links,
}: Pick<CheckSubject, 'filter' | 'folded' | 'links'>): CheckResult => {
  if (!isTrained(filter)) return nothing
  const verdict = classify(filter, wordsOf({ folded, links }))
  const points = Math.round(Math.max(0, (verdict?.probability ?? 0) - 0.5) * 2 * POINTS_MAX)
  return points === 0
    ? nothing
    : { findings: [{ check: 'filter', held: false, points, text: verdict?.words.join(', ') ?? '' }] }
}
