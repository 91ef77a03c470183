import { setImmediate as turn } from 'node:timers/promises'
import { containsWord } from '@stoa/contract'

/** Texts that are read and compared before others get their turn. */
const COMPARED_AT_ONCE = 100
/** Texts that are compared. */
const COMPARED_MAX = 1000

/** Which of some texts contain any of the words. Only so many are compared. `read` returns some of them by id. */
export async function textsWithWords(
  words: readonly string[],
  ids: readonly string[],
  read: (some: string[]) => Promise<Map<string, string>>,
): Promise<Set<string>> {
  const found = new Set<string>()
  if (words.length === 0) return found
  const compared = [...new Set(ids)].slice(0, COMPARED_MAX)
  for (let start = 0; start < compared.length; start += COMPARED_AT_ONCE) {
    if (start > 0) await turn()
    const texts = await read(compared.slice(start, start + COMPARED_AT_ONCE))
    for (const [id, text] of texts) if (containsWord(words, [text])) found.add(id)
  }
  return found
}
