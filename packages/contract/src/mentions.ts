/** Scripts written without spaces, in which a word may touch an `@name`. */
const UNSPACED = ['Han', 'Hiragana', 'Katakana', 'Bopomofo', 'Thai', 'Lao', 'Khmer', 'Myanmar', 'Tibetan']
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join('')

/** What may precede the `@`: no word, address or path that it would continue. For regular expressions with the flag `u`. */
export const BEFORE_MENTION = `(?<=^|[${UNSPACED}]|[^\\p{L}\\p{N}\\p{M}_@.+/-])`

/** An `@name`, with the name as its group. Without flags for use in other expressions; they need `u`. */
export const MENTION = `${BEFORE_MENTION}@([0-9A-Za-z_]{3,20})(?=$|[${UNSPACED}]|[^\\p{L}\\p{N}\\p{M}_@])`

/** Quoted lines, fenced code up to its end, and code within a line. */
const QUOTES_AND_CODE = /^>.*$|```[^]*?(?:```|$(?![^]))|`[^`\n]+`/gm

/** Usernames that a text addresses, in order and with repeats. Names in quotes and code address nobody. */
export function mentionsIn(text: string): string[] {
  const own = text.replace(QUOTES_AND_CODE, ' ')
  return [...own.matchAll(new RegExp(MENTION, 'gu'))].map(([, name = '']) => name)
}
