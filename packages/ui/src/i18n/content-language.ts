import { normaliseLocale } from './locale.ts'

/** As much of a text as shows its language. */
const BEGINNING = 400
const TAG = /<[^>]*>/g
const HEBREW = /[\u05d0-\u05ea]/g
const ARABIC = /[\u0620-\u064a\u066e-\u06d3]/g
const LETTER = /\p{L}/gu
/** Letters that Arabic itself doesn't have. */
const URDU = /[\u0679\u0688\u0691\u06ba\u06be\u06c1\u06d2]/
const PERSIAN = /[\u067e\u0686\u0698\u06a9\u06af\u06cc]/

let last: readonly [locale: string, script: string] = ['en', 'Latn']

function scriptOf(locale: string): string {
  if (last[0] !== locale) last = [locale, new Intl.Locale(normaliseLocale(locale)).maximize().script ?? 'Latn']
  return last[1]
}

/**
 * The `lang` of what a person wrote, on a page in another language; undefined: that of the page counts. Nobody is asked
 * for the language of what they write, and to find it out among those of one script takes a model as large as the rest of
 * a page's code. So only the script is looked at, which is what a screen reader can't do without: it reads Hebrew with an
 * English voice letter by letter, or not at all. The text of a page with another script is of an unknown language, which
 * is the empty `lang`.
 */
export function contentLanguage(text: string, locale: string): string | undefined {
  const script = scriptOf(locale)
  const plain = text.slice(0, BEGINNING).replaceAll(TAG, '')
  const count = (letters: RegExp) => plain.match(letters)?.length ?? 0
  const [hebrew, arabic] = [count(HEBREW), count(ARABIC)]
  // Most texts, on most pages.
  if (hebrew + arabic === 0 && script !== 'Hebr' && script !== 'Arab') return undefined
  const others = count(LETTER) - hebrew - arabic
  if (hebrew > arabic && hebrew >= others) return script === 'Hebr' ? undefined : 'he'
  if (arabic > 0 && arabic >= others)
    return script === 'Arab' ? undefined : URDU.test(plain) ? 'ur' : PERSIAN.test(plain) ? 'fa' : 'ar'
  return others > 0 && (script === 'Hebr' || script === 'Arab') ? '' : undefined
}
