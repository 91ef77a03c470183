const UNITS = [
  ['day', 24 * 60 * 60 * 1000],
  ['hour', 60 * 60 * 1000],
  ['minute', 60 * 1000],
  ['second', 1000],
] as const

/** When something can be tried again, in words ("in 12 minutes"), rounded up; empty for 0. `ms` from now. */
export function waitText(ms: number, locale: string): string {
  if (ms <= 0) return ''
  const [unit, size] = UNITS.find(([, length]) => ms > length) ?? UNITS[3]
  return new Intl.RelativeTimeFormat(locale, { numeric: 'always' }).format(Math.ceil(ms / size), unit)
}
