/** Attribute names that resemble known ones, each with the likely intended name. */
export function misspelledAttributes(
  names: readonly string[],
  validNames: readonly string[],
): [name: string, meant: string][] {
  return names.flatMap((name) => {
    if (validNames.includes(name)) return []
    const meant = validNames.find((other) => isNear(lettersOf(name), lettersOf(other)))
    return meant === undefined ? [] : [[name, meant] as [string, string]]
  })
}

/** Treats `pageSize` and `page_size` alike. */
const lettersOf = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '')

/** Allows one edit, or two in a long name. */
function isNear(name: string, other: string): boolean {
  return distance(name, other) <= (other.length > 5 ? 2 : 1)
}

/** Levenshtein distance, row by row. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [line, letter] of [...from].entries()) {
    const next = [line + 1]
    for (const [column, other] of [...to].entries()) {
      const substituteCost = (row[column] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(substituteCost, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
