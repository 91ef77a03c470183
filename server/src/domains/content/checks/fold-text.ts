/** A text normalised for comparing words. */
export interface FoldedText {
  /**
   * Compatible forms are unified; case, accents and invisible characters are dropped; white space becomes one blank.
   */
  text: string
  /** For each code unit of `text`, its position in the original. */
  starts: number[]
}

const FORMAT = /^\p{Cf}$/u
const BLANK = /^[\p{Z}\s]$/u
const ACCENTS = /[\u0300-\u036F]/g
/** Maximum number of characters whose folded form is cached. */
const REMEMBERED = 20_000
const foldedCharacters = new Map<string, string>()

function foldCharacter(character: string): string {
  const code = character.charCodeAt(0)
  if (character.length === 1 && code > 32 && code < 127) {
    return code >= 65 && code <= 90 ? String.fromCharCode(code + 32) : character
  }
  const before = foldedCharacters.get(character)
  if (before !== undefined) return before
  const folded = BLANK.test(character)
    ? ' '
    : FORMAT.test(character)
      ? ''
      : character.normalize('NFKD').toLowerCase().normalize('NFKD').replace(ACCENTS, '').replace(/\s/g, ' ')
  if (foldedCharacters.size < REMEMBERED) foldedCharacters.set(character, folded)
  return folded
}

/** Folds a text, so that ＢＵＹ, Búy and b\u00ADuy become the same word. */
export function foldText(original: string): FoldedText {
  let text = ''
  const starts: number[] = []
  let at = 0
  for (const character of original) {
    const folded = foldCharacter(character)
    if (folded !== ' ' || !text.endsWith(' ')) {
      text += folded
      for (let unit = 0; unit < folded.length; unit += 1) starts.push(at)
    }
    at += character.length
  }
  return { text, starts }
}
