/** Formats seconds in the largest unit that divides them: "30 seconds", "5 minutes", "1 hour". */
export function durationText(seconds: number, locale: string): string {
  const [unit, size] = UNITS.find(([, size]) => seconds % size === 0) ?? UNITS[2]
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / size)
}

const UNITS = [
  ['hour', 60 * 60],
  ['minute', 60],
  ['second', 1],
] as const
