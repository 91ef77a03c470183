/** Other forms of a word, the likeliest first. */
export function expansionsOf(_written: string, _term: string): string[] {
  return []
}
