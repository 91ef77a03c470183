import { AMOUNT_MAX, MONEY_DECIMALS } from '@stoa/contract'

/** How numbers of JSON are written: `12.5`, `1e-7`. */
const NUMBER = /^(\d{1,40})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,2}))?$/

/**
 * A number of coins in units, without what is below a unit; null if it is none, or more than a balance can hold. As the
 * text that stands for the number, since a product with 10⁶ would not be exact.
 */
export function unitsOfCoins(coins: unknown): number | null {
  if (typeof coins !== 'number' && typeof coins !== 'string') return null
  const [, whole, fraction = '', exponent = '0'] = NUMBER.exec(String(coins)) ?? []
  if (whole === undefined) return null
  const digits = BigInt(whole + fraction)
  const shift = Number(exponent) + MONEY_DECIMALS - fraction.length
  const units = shift >= 0 ? digits * 10n ** BigInt(shift) : digits / 10n ** BigInt(-shift)
  return units > AMOUNT_MAX ? null : Number(units)
}
