import { isolated } from '@stoa/contract'
import { IntlMessageFormat } from 'intl-messageformat'
import { LRUCache } from 'lru-cache'
import type { Texts } from './catalogues.ts'

/** In which language somebody reads, such as a domain in that language. */
export interface ReaderLanguage {
  config: { language: string }
  /** Null: English. */
  translations: { texts: Texts } | null
}

/** Who reads English. */
export const IN_ENGLISH: ReaderLanguage = { config: { language: 'en' }, translations: null }

/** The direction of a language, by its script. */
export const directionOf = (tag: string): 'ltr' | 'rtl' =>
  /^(?:Adlm|Arab|Hebr|Nkoo|Syrc|Thaa)$/.test(new Intl.Locale(tag).maximize().script ?? '') ? 'rtl' : 'ltr'

/** The texts of one place in a reader's language. */
export type Words<Messages> = (
  key: keyof Messages & string,
  values?: Readonly<Record<string, string | number>>,
) => string

const FORMATS_MAX = 1000
const formats = new LRUCache<string, IntlMessageFormat>({ max: FORMATS_MAX })

/** Parsing a message takes longer than anything else about it. */
function formatOf(language: string, message: string): IntlMessageFormat {
  const key = `${language} ${message}`
  const known = formats.get(key)
  if (known) return known
  const made = new IntlMessageFormat(message, language, undefined, { ignoreTag: true })
  formats.set(key, made)
  return made
}

const ISOLATE = '\u2068'

/** Names from right to left don't reorder the sentence. Those in quotation marks are isolated already. */
const separate = (value: string | number) =>
  typeof value === 'string' && !value.includes(ISOLATE) ? isolated(value) : value

/** What the server says in a reader's language. `messages` has the English texts, as ICU messages. */
export function wordsIn<const Messages extends Texts>(reader: ReaderLanguage, messages: Messages): Words<Messages> {
  const { config, translations } = reader
  return (key, values = {}) => {
    const translated = translations?.texts[key]
    const english = messages[key] ?? key
    const separated = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, separate(value)]))
    const format = (language: string, message: string) => String(formatOf(language, message).format(separated))
    if (translated === undefined) return format('en', english)
    try {
      return format(config.language, translated)
    } catch {
      // A domain's own text may be malformed.
      return format('en', english)
    }
  }
}
