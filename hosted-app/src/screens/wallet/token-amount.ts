import { plainAmount } from '@stoa/contract'

/** An amount for people, with all its decimals, in their language. `sign`: what came in has a plus. */
export function tokenAmount(units: string | number, locale: string, sign = false): string {
  const format = new Intl.NumberFormat(locale, {
    maximumFractionDigits: 6,
    ...(sign && { signDisplay: 'exceptZero' as const }),
  })
  // As text, because the largest amounts aren't exact as numbers of tokens.
  return format.format(plainAmount(Number(units)) as `${number}`)
}
