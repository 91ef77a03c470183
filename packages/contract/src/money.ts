/** Decimals of a community's token. Amounts are integers of its smallest unit. */
export const MONEY_DECIMALS = 6
/** Units of one token. */
export const MONEY_UNIT = 10 ** MONEY_DECIMALS
/** The largest amount and balance, in units: what every program and database adds up exactly. */
export const AMOUNT_MAX = Number.MAX_SAFE_INTEGER
/** Amounts in calls: a whole number of units from 1 on, as text. */
export const AMOUNT = /^[1-9]\d{0,15}$/

/** The smallest cash-out of a community that has set none, in units. */
export const CASH_OUT_MINIMUM = 100 * MONEY_UNIT

/** Limits of a domain that has set none, in whole tokens. Null: no limit. */
export const MONEY_LIMITS = { twoPeopleAbove: 1000, perDay: null, newAccountPerDay: null, newAccountDays: 7 } as const
/** The largest limit, in whole tokens. */
export const MONEY_LIMIT_MAX = 1_000_000_000
/** For how many days an account can be new. */
export const NEW_ACCOUNT_DAYS_MAX = 365

/** Amounts that are offered for a tip, in units. */
export const TIP_PRESETS = [1_000_000, 5_000_000, 10_000_000] as const

/** The highest lowest price of a promotion for a day, in units. A month of it is an amount. */
export const PROMOTION_DAY_PRICE_MAX = 100_000_000 * MONEY_UNIT
/** For how many hours a post can be promoted, also in advance. */
export const PROMOTION_HOURS_MAX = 720
/** Periods that are offered for a promotion, in hours. */
export const PROMOTION_PRESETS = [24, 72, 168, PROMOTION_HOURS_MAX] as const
const HOURS_OF_DAY = 24

/** Symbols of the currencies in which prices are shown. */
export const CURRENCY_SYMBOLS = { USD: '$', ILS: '₪', EUR: '€' } as const

/** Why a typed amount isn't accepted. */
export type AmountProblem = 'empty' | 'notANumber' | 'tooManyDecimals' | 'tooSmall' | 'tooLarge'

/** What a field for an amount accepts. Bounds are in units. */
export interface AmountRules {
  /** Default: one unit. */
  min?: number
  /** Default: `AMOUNT_MAX`. */
  max?: number
  /** 0 allows no dot. Default: `MONEY_DECIMALS`. */
  decimals?: number
}

/** ASCII digits with at most one dot: no sign, exponent, space or separator of thousands, in any language. */
const TYPED = /^(\d*)(?:\.(\d*))?$/
/** Longer texts aren't numbers that anybody means. */
const TYPED_MAX_LENGTH = 40

/** What was typed, in units, or why it isn't accepted. Nothing is rounded. */
export function parseAmount(
  typed: string,
  { min = 1, max = AMOUNT_MAX, decimals = MONEY_DECIMALS }: AmountRules = {},
): { units: number } | { problem: AmountProblem } {
  const text = typed.trim()
  if (text === '') return { problem: 'empty' }
  const [, whole = '', rest = ''] = (text.length <= TYPED_MAX_LENGTH && TYPED.exec(text)) || []
  if (whole + rest === '' || (decimals === 0 && text.includes('.'))) return { problem: 'notANumber' }
  if (rest.length > decimals) return { problem: 'tooManyDecimals' }
  const units = BigInt(whole + rest.padEnd(MONEY_DECIMALS, '0'))
  if (units > max) return { problem: 'tooLarge' }
  return units < min ? { problem: 'tooSmall' } : { units: Number(units) }
}

/** An amount of a call in units; null if it is none. */
export function unitsOf(amount: string): number | null {
  if (!AMOUNT.test(amount)) return null
  const units = Number(amount)
  return Number.isSafeInteger(units) ? units : null
}

/** An amount as people type it: `1.5`. */
export function plainAmount(units: number): string {
  const digits = String(Math.abs(units)).padStart(MONEY_DECIMALS + 1, '0')
  const fraction = digits.slice(-MONEY_DECIMALS).replace(/0+$/, '')
  return `${units < 0 ? '-' : ''}${digits.slice(0, -MONEY_DECIMALS)}${fraction === '' ? '' : `.${fraction}`}`
}

/** The lowest price of a promotion in units, rounded up. `dayPrice`: of a day, in tokens, as in a domain's settings. */
export function promotionPrice(dayPrice: string, hours: number): number {
  const parsed = parseAmount(dayPrice)
  if ('problem' in parsed) throw new RangeError('The price of a day must be an amount.')
  return Number((BigInt(parsed.units) * BigInt(hours) + BigInt(HOURS_OF_DAY - 1)) / BigInt(HOURS_OF_DAY))
}

/**
 * Splits an amount by weights without losing a unit: each part is rounded down, and the largest remainders get one unit
 * more, earlier parts first.
 */
export function splitAmount(total: number, weights: readonly number[]): number[] {
  const isWhole = [total, ...weights].every((value) => Number.isSafeInteger(value) && value >= 0)
  const sum = isWhole ? weights.reduce((all, weight) => all + BigInt(weight), 0n) : 0n
  if (sum === 0n) throw new RangeError('An amount is split by weights, of which at least one is positive.')
  const shares = weights.map((weight, index) => {
    const product = BigInt(total) * BigInt(weight)
    return { index, units: Number(product / sum), remainder: product % sum }
  })
  const left = total - shares.reduce((all, { units }) => all + units, 0)
  const first = shares.toSorted((one, other) =>
    one.remainder === other.remainder ? one.index - other.index : one.remainder > other.remainder ? -1 : 1,
  )
  for (const share of first.slice(0, left)) share.units += 1
  return shares.map(({ units }) => units)
}
