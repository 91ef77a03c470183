const RIGHT_TO_LEFT = /^(Adlm|Arab|Hebr|Mand|Mend|Nkoo|Rohg|Samr|Syrc|Thaa|Yezi)$/

/** A well-formed BCP 47 tag for whatever a page or setting holds (`en_GB`, ` de `); `en` where it makes no sense. */
export function normaliseLocale(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale.trim().replace(/_/g, '-'))[0] ?? 'en'
  } catch {
    return 'en'
  }
}

/** The writing direction of a locale, by the script its language is written in (`ckb`, `az-IR` and `pa-PK` included). */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.test(new Intl.Locale(normaliseLocale(locale)).maximize().script ?? '') ? 'rtl' : 'ltr'
}
