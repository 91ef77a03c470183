const formats = new Map<string, Intl.NumberFormat>()

function format(value: number, locale: string, notation: 'standard' | 'compact'): string {
  const key = locale + notation
  let numberFormat = formats.get(key)
  if (!numberFormat) {
    numberFormat = new Intl.NumberFormat(locale, { notation, maximumFractionDigits: notation === 'compact' ? 1 : 3 })
    formats.set(key, numberFormat)
  }
  return numberFormat.format(value)
}

/** A number as the locale writes it: 12,345. */
export const formatNumber = (value: number, locale: string): string => format(value, locale, 'standard')

/** A number in few characters: 12.3K. */
export const formatCompact = (value: number, locale: string): string => format(value, locale, 'compact')
