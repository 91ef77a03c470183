/** Counts texts that were read back differently. */
export interface Comparison {
  text(where: string, about: { sent: string; read: string | null | undefined }): void
  compared(): number
  wrong(): string[]
}

export function createComparison(): Comparison {
  const wrong: string[] = []
  let compared = 0
  return {
    text(where, { sent, read }) {
      compared += 1
      if (sent !== read) wrong.push(`${where}: sent ${JSON.stringify(sent)}, read ${JSON.stringify(read)}`)
    },
    compared: () => compared,
    wrong: () => wrong,
  }
}
