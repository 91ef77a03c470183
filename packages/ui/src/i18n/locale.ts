const RIGHT_TO_LEFT = /^(Adlm|Arab|Hebr|Mand|Mend|Nkoo|Rohg|Samr|Syrc|Thaa|Yezi)$/

/** A well-formed BCP 47 tag for the value of a page or setting (`en_GB`, ` de `), or `en` if that is invalid. */
export function normaliseLocale(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale.trim().replace(/_/g, '-'))[0] ?? 'en'
  } catch {
    return 'en'
  }
}

let last: readonly [locale: string, direction: 'ltr' | 'rtl'] = ['en', 'ltr']

/**
 * The writing direction of a locale, by the script of its language (including `ckb`, `az-IR` and `pa-PK`). Caches the
 * last one, as a server asks for each page and the lookup takes as long as a dozen components.
 */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  if (last[0] !== locale) {
    const { script = '' } = new Intl.Locale(normaliseLocale(locale)).maximize()
    last = [locale, RIGHT_TO_LEFT.test(script) ? 'rtl' : 'ltr']
  }
  return last[1]
}
