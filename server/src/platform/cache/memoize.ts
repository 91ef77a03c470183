/** Calls `make` once and keeps its result. A failure isn't kept: the next call tries again. */
export function memoize<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let kept: Promise<Result> | null = null
  return () => {
    if (kept) return kept
    const made = make()
    kept = made
    made.catch(() => {
      kept = null
    })
    return made
  }
}
