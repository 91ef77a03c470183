/** Letters and digits without look-alikes, so that a code can be read aloud. */
export const SHORT_CODE_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
export const SHORT_CODE_LENGTH = 7
/** Path of short links, followed by a code. */
export const SHORT_LINKS_PATH = '/s/'

const CODE = new RegExp(`^[${SHORT_CODE_ALPHABET}]{${SHORT_CODE_LENGTH}}$`)

/** The code that somebody typed, in either case; null if it is none. */
export function shortCode(typed: string): string | null {
  const code = typed.toLowerCase()
  return CODE.test(code) ? code : null
}
