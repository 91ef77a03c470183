/**
 * Characters that draw nothing: controls, format characters, fillers, blanks.
 * A text of only these is empty (Unicode general categories Cc, Cf, Zs, Zl, Zp, plus the blank fillers and braille blank).
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Z}\u034F\u115F\u1160\u17B4\u17B5\u180B-\u180F\u2800\u3164\uFE00-\uFE0F\uFFA0]/gu

/** Thirty marks on one character, and more to come: no script has so many. The joiner draws nothing and ends a row of marks. */
const MARKS = /((?:(?!\u034F)\p{M}){30})(?=(?!\u034F)\p{M})/gu

/** The stored form of typed text: NFC, line ends as \n, no NUL or lone surrogate, trimmed of white space at both ends. */
export function normalizeText(text: string): string {
  return (
    text
      .replace(/\r\n?/g, '\n')
      .replaceAll('\u0000', '')
      .replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '\uFFFD')
      // Stream-Safe Text Process (UAX #15): putting marks into their order takes the square of their number.
      .replace(MARKS, '$1\u034F')
      .normalize('NFC')
      .trim()
  )
}

/** A name or title as it is kept: on one line, and without what turns the direction of the text around it. */
export function onOneLine(value: string): string {
  return value
    .replace(/[\u202A-\u202E\u2066-\u2069]/g, '')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim()
}

/** Length in Unicode code points of an already normalized text. */
export function textLength(text: string): number {
  let length = 0
  for (const _ of text) length += 1
  return length
}

/** True when nothing of the text would be visible. */
export function isBlankText(text: string): boolean {
  return text.replace(INVISIBLE, '') === ''
}
