const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** A number of bytes in the largest unit: "12 MB". */
export function sizeText(bytes: number, locale: string): string {
  const index = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3))
  const format = {
    style: 'unit',
    unit: UNITS[index] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  } as const
  return new Intl.NumberFormat(locale, format).format(bytes / 1000 ** index)
}
