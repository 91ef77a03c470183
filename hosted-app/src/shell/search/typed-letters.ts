const ACCENTS = /\p{M}/gu
const LETTER = /[\p{L}\p{M}\p{N}]/u

/** Where the words of a text begin with the words that were typed, whatever the case and accents. */
export function typedLetters(text: string, typed: string): [start: number, end: number][] {
  const words = fold(typed)
    .split(/\s+/)
    .filter((word) => word !== '')
  // Folding changes lengths, so places are those of the text's own characters.
  const places: { folded: string; start: number; end: number }[] = []
  for (const { 0: character, index } of text.matchAll(/\P{M}\p{M}*|\p{M}+/gu)) {
    places.push({ folded: fold(character), start: index, end: index + character.length })
  }
  const hits: [number, number][] = []
  for (let at = 0; at < places.length; at += 1) {
    const isStart = at === 0 || !LETTER.test(places[at - 1]?.folded ?? '')
    const lengths = isStart ? words.map((word) => lengthAt(at, word)) : []
    const length = Math.max(0, ...lengths)
    const [first, last] = [places[at], places[at + length - 1]]
    if (length === 0 || !first || !last) continue
    hits.push([first.start, last.end])
    at += length - 1
  }
  return hits

  /** Number of characters that the word takes there; 0 if it isn't there. */
  function lengthAt(start: number, word: string): number {
    let rest = word
    for (let at = start; at < places.length; at += 1) {
      const folded = places[at]?.folded ?? ''
      if (!rest.startsWith(folded)) return 0
      rest = rest.slice(folded.length)
      if (rest === '') return at - start + 1
    }
    return 0
  }
}

function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(ACCENTS, '').toLowerCase()
}
