import { type Check, nothing } from '../subject.ts'

const POINTS = 25

/** The same words again raise the score, and are refused from some time on. Nobody knows who writes without an account: that is held. */
export const checkRepeatedText: Check = ({ repeats: { count, limit }, accountAgeMs }) => {
  if (count <= 1) return nothing
  const isTooOften = count > limit
  if (isTooOften && accountAgeMs !== null) return { findings: [], refused: { code: 'TEXT_REPEATED' } }
  return { findings: [{ check: 'repeatedText', held: isTooOften, points: POINTS, text: String(count) }] }
}
