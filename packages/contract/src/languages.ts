/** Languages with complete texts, English first, which all others fall back to. */
export const LANGUAGES = ['en', 'ar', 'de', 'es', 'fr', 'he'] as const

/** What the languages call themselves. */
const NAMES: Readonly<Record<string, string>> = {
  en: 'English',
  ar: 'العربية',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  he: 'עברית',
}

/** What a language calls itself; its tag if that is unknown. */
export const languageName = (tag: string): string => NAMES[tag] ?? tag

/** Maximum number of languages of a domain besides its first one. */
export const DOMAIN_LANGUAGES_MAX = 20

/** Maximum number of texts that a domain words itself, in all languages together. */
export const DOMAIN_TEXTS_MAX = 500
/** Texts that a search of them lists. */
export const DOMAIN_TEXTS_LISTED = 30

const baseOf = (tag: string) => tag.split('-')[0]

/** The languages that a domain's readers may choose, the domain's own first. `languages` omitted: all complete ones. */
export function offeredLanguages({
  language,
  languages = LANGUAGES,
}: {
  language: string
  languages?: readonly string[] | undefined
}): string[] {
  // de-AT falls back to de itself.
  return [language, ...languages.filter((tag) => tag !== language && (tag.includes('-') || tag !== baseOf(language)))]
}

/** The languages in which a text is looked for: `de-AT`, then `de`, then the domain's. English needs no catalogue. */
export function languageChain(tag: string, domainLanguage: string): string[] {
  const chain = [tag, domainLanguage].flatMap((one) => {
    const parts = one.split('-')
    return parts.map((_, index) => parts.slice(0, parts.length - index).join('-'))
  })
  const english = chain.indexOf('en')
  // Nothing is looked for after English, which has all texts.
  return [...new Set(english < 0 ? chain : chain.slice(0, english + 1))]
}

/** Cookie with the language that a reader has chosen. */
export const LANGUAGE_COOKIE = 'stoa-language'
