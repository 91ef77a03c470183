/** A text normalized for search. */
export interface NormalizedText {
  text: string
  /** For each code unit of `text`, where the character it comes from begins and ends in the original. */
  starts: number[]
  ends: number[]
}

/** Letters that Unicode doesn't decompose, and forms of a letter by its place in the word or by language. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
  ך: 'כ',
  ם: 'מ',
  ן: 'נ',
  ף: 'פ',
  ץ: 'צ',
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
  ہ: 'ه',
  ھ: 'ه',
  // Letters that are written as apostrophes separate, as an apostrophe does.
  ʻ: "'",
  ʼ: "'",
}
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g')

/**
 * Accents, Hebrew points, harakat, tatweel, nukta, variation selectors and format characters. Vowel signs of Indic and
 * southeast Asian scripts stay.
 */
const DROPPED =
  /[\p{Cf}\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u0711\u0730-\u074A\u08D3-\u08FF\u093C\u09BC\u0A3C\u0ABC\u0B3C\u0C3C\u0CBC\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/gu
const DIGIT = /\p{Nd}/gu
const IS_DIGIT = /^\p{Nd}$/u

/** A character with its marks. More than thirty marks are split, as sorting them takes quadratic time. */
const CHARACTER =
  /[\u1100-\u11FF\uA960-\uA97F\uD7B0-\uD7FF]{1,30}|[\uAC00-\uD7A3][\u11A8-\u11FF]?|[\s\S](?:[\p{M}\uFF9E\uFF9F]){0,30}/gu

/** Maximum number of characters whose normalized form is cached. */
const REMEMBERED = 20_000
const remembered = new Map<string, string>()

/** The digits of each script follow each other from zero to nine. */
function digitValue(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (IS_DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String((code - zero) % 10)
}

function normalizeCharacter(character: string): string {
  const before = remembered.get(character)
  if (before !== undefined) return before
  const normalized = character
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    // The Russian short i is a letter, whereas the dots on its ё are often left out.
    .replaceAll('\u0438\u0306', '\u0439')
    .replace(DROPPED, '')
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFC')
    .replace(DIGIT, digitValue)
  if (remembered.size < REMEMBERED) remembered.set(character, normalized)
  return normalized
}

/**
 * Normalizes a text, so that Café, CAFE and ｃａｆｅ become the same word: compatible forms, case, accents, letter forms and
 * digits. Takes time linear in its length.
 */
export function normalizeForSearch(original: string): NormalizedText {
  const parts: string[] = []
  const starts: number[] = []
  const ends: number[] = []
  CHARACTER.lastIndex = 0
  let at = 0
  while (at < original.length) {
    const code = original.charCodeAt(at)
    const next = original.charCodeAt(at + 1)
    let end = at + 1
    let normalized: string
    if (code < 128 && !(next >= 0x0300)) {
      normalized = code >= 65 && code <= 90 ? String.fromCharCode(code + 32) : original.charAt(at)
    } else {
      CHARACTER.lastIndex = at
      const character = CHARACTER.exec(original)?.[0] ?? original.charAt(at)
      end = at + character.length
      normalized = normalizeCharacter(character)
    }
    parts.push(normalized)
    for (let unit = 0; unit < normalized.length; unit += 1) {
      starts.push(at)
      ends.push(end)
    }
    at = end
  }
  return { text: parts.join(''), starts, ends }
}
