/** A text normalized for comparing words. */
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
/** Longer folded forms are used only while the text hasn't grown much. */
const EXPANSION_MAX = 4
const EXPANSIONS_FREE = 2000
const BLANK_UNIT = 32
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

/** Folds a text, so that ＢＵＹ, Búy and b\u00ADuy become the same word. Takes time linear in its length. */
export function foldText(original: string): FoldedText {
  const parts: string[] = []
  const starts: number[] = []
  let endsWithBlank = false
  let at = 0
  for (const character of original) {
    let folded = foldCharacter(character)
    // A single character has up to eighteen letters, so that a text of such characters would take that much longer.
    if (folded.length > EXPANSION_MAX && starts.length > 2 * at + EXPANSIONS_FREE) folded = character
    if (folded !== ' ' || !endsWithBlank) {
      parts.push(folded)
      for (let unit = 0; unit < folded.length; unit += 1) starts.push(at)
    }
    if (folded !== '') endsWithBlank = folded.charCodeAt(folded.length - 1) === BLANK_UNIT
    at += character.length
  }
  return { text: parts.join(''), starts }
}
