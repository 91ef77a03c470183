/**
 * Invisible characters: controls, format characters, fillers, blanks. A text of only these is empty (Unicode general
 * categories Cc, Cf, Zs, Zl, Zp, plus the blank fillers and braille blank).
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Z}\u034F\u115F\u1160\u17B4\u17B5\u180B-\u180F\u2800\u3164\uFE00-\uFE0F\uFFA0]/gu

/**
 * More than thirty marks on one character, which no script uses. The inserted joiner is invisible and ends a run of
 * marks.
 */
const MARKS = /((?:(?!\u034F)\p{M}){30})(?=(?!\u034F)\p{M})/gu

/** Runs of them: replacing each alone takes many times longer. */
const LONE_SURROGATES = /(?:[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF])+/g

/** Normalizes typed text for storage: NFC, \n as line breaks, no NUL or lone surrogates, trimmed. */
export function normalizeText(text: string): string {
  return (
    text
      .replace(/\r\n?/g, '\n')
      .replaceAll('\u0000', '')
      .replace(LONE_SURROGATES, (halves) => '\uFFFD'.repeat(halves.length))
      // Stream-Safe Text Process (UAX #15), as sorting marks takes quadratic time.
      .replace(MARKS, '$1\u034F')
      .normalize('NFC')
      .trim()
  )
}

/** Normalizes a name or title: one line, without characters that change the direction of surrounding text. */
export function onOneLine(value: string): string {
  return value
    .replace(/[\u202A-\u202E\u2066-\u2069]/g, '')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim()
}

const DIRECTION = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u

/**
 * A name, title or excerpt for use within plain text, whose order it doesn't change: without direction marks, and isolated
 * if it is written from right to left (UAX #9).
 */
export function isolated(text: string): string {
  const plain = text.replace(DIRECTION, '')
  return RIGHT_TO_LEFT.test(plain) ? `\u2068${plain}\u2069` : plain
}

/** Length in Unicode code points of an already normalized text. */
export function textLength(text: string): number {
  let length = 0
  for (const _ of text) length += 1
  return length
}

/** True if the text is invisible. */
export function isBlankText(text: string): boolean {
  return text.replace(INVISIBLE, '') === ''
}
