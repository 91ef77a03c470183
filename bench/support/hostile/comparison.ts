/** Counts texts that were read back differently. */
export interface Comparison {
  text(where: string, about: { expected: string; read: string | null | undefined }): void
  compared(): number
  wrong(): string[]
}

export function createComparison(): Comparison {
  const wrong: string[] = []
  let compared = 0
  return {
    text(where, { expected, read }) {
      compared += 1
      if (expected !== read) wrong.push(`${where}: sent ${JSON.stringify(expected)}, read ${JSON.stringify(read)}`)
    },
    compared: () => compared,
    wrong: () => wrong,
  }
}
