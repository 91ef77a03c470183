/** Calls `make` once and keeps its result. A failure isn't kept: the next call tries again. */
export function memoize<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let cached: Promise<Result> | null = null
  return () => {
    if (cached) return cached
    const result = make()
    cached = result
    result.catch(() => {
      cached = null
    })
    return result
  }
}
