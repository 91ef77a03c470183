const RIGHT_TO_LEFT = /^(Adlm|Arab|Hebr|Mand|Mend|Nkoo|Rohg|Samr|Syrc|Thaa|Yezi)$/

/** A well-formed BCP 47 tag for whatever a page or setting holds (`en_GB`, ` de `); `en` where it makes no sense. */
export function normaliseLocale(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale.trim().replace(/_/g, '-'))[0] ?? 'en'
  } catch {
    return 'en'
  }
}

let last: readonly [locale: string, direction: 'ltr' | 'rtl'] = ['en', 'ltr']

/**
 * The writing direction of a locale, by the script its language is written in (`ckb`, `az-IR` and `pa-PK` included). The
 * last one is remembered: a server asks for each page, and finding it out takes as long as a dozen components.
 */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  if (last[0] !== locale) {
    const { script = '' } = new Intl.Locale(normaliseLocale(locale)).maximize()
    last = [locale, RIGHT_TO_LEFT.test(script) ? 'rtl' : 'ltr']
  }
  return last[1]
}
