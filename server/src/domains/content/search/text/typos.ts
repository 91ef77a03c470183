/** A word of the index. */
export interface TermCandidate {
  term: string
  /** Number of documents with it. */
  docs: number
}

/** Lengths of words worth comparing with one that isn't in the index; in UTF-16 units, as `term.length`. */
export const similarLengths = (term: string): number[] => [term.length - 1, term.length, term.length + 1]

const DISTANCE_MAX = 2
/** Shorter words differ by one letter at most. */
const TWO_TYPOS_LENGTH = 5

/**
 * Number of letters added, left out, replaced or swapped with their neighbor (optimal string alignment). More than
 * `max`: `max + 1`.
 */
export function typosBetween(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row]
    let least = row
    for (let column = 1; column <= b.length; column += 1) {
      const same = a.charCodeAt(row - 1) === b.charCodeAt(column - 1)
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      )
      const swapped =
        row > 1 &&
        column > 1 &&
        a.charCodeAt(row - 1) === b.charCodeAt(column - 2) &&
        a.charCodeAt(row - 2) === b.charCodeAt(column - 1)
      if (swapped) cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1)
      current.push(cost)
      if (cost < least) least = cost
    }
    if (least > max) return max + 1
    beforeLast = last
    last = current
  }
  return Math.min(last[b.length] ?? 0, max + 1)
}

/** The word of the index that was probably meant: the most similar, then the most used. Null: there is none. */
export function closestTerm(term: string, candidates: readonly TermCandidate[]): string | null {
  const max = term.length < TWO_TYPOS_LENGTH ? 1 : DISTANCE_MAX
  let best: TermCandidate | null = null
  let bestTypos = max + 1
  for (const candidate of candidates) {
    const typos = typosBetween(term, candidate.term, Math.min(max, bestTypos))
    if (typos === 0 || typos > max) continue
    if (typos < bestTypos || (typos === bestTypos && candidate.docs > (best?.docs ?? 0))) {
      best = candidate
      bestTypos = typos
    }
  }
  return best?.term ?? null
}
