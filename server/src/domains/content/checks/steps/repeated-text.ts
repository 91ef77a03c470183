import { type Check, nothing } from '../subject.ts'

const POINTS = 25

/**
 * Repeated text raises the score. Beyond the limit it is refused, or held if anonymous, as several people may have sent
 * it.
 */
export const checkRepeatedText: Check = ({ repeats: { count, limit }, accountAgeMs }) => {
  if (count <= 1) return nothing
  const isTooOften = count > limit
  if (isTooOften && accountAgeMs !== null) return { findings: [], refused: { code: 'TEXT_REPEATED' } }
  return { findings: [{ check: 'repeatedText', held: isTooOften, points: POINTS, text: String(count) }] }
}
