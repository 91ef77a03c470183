const formats = new Map<string, Intl.NumberFormat>()

/** Languages with the same digits as JavaScript. */
const PLAIN_DIGITS = /^(?:cs|da|de|en|es|fi|fr|it|ja|ko|nb|nl|pl|pt|ru|sv|tr|uk|zh)(?:-[A-Z]{2})?$/

function format(value: number, locale: string, notation: 'standard' | 'compact'): string {
  // The first use of a formatter takes longer than rendering a thread.
  if (value >= 0 && value < 1000 && Number.isInteger(value) && PLAIN_DIGITS.test(locale)) return String(value)
  const key = locale + notation
  let numberFormat = formats.get(key)
  if (!numberFormat) {
    numberFormat = new Intl.NumberFormat(locale, { notation, maximumFractionDigits: notation === 'compact' ? 1 : 3 })
    formats.set(key, numberFormat)
  }
  return numberFormat.format(value)
}

/** A number in the locale's format: 12,345. */
export const formatNumber = (value: number, locale: string): string => format(value, locale, 'standard')

/** A number in short form: 12.3K. */
export const formatCompact = (value: number, locale: string): string => format(value, locale, 'compact')
