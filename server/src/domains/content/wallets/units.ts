import { unitsOf } from '@stoa/contract'
import { DomainError } from '../../../platform/domain-error.ts'

/** The units of a validated amount. */
export function unitsIn(amount: string): number {
  const units = unitsOf(amount)
  if (units === null) throw new DomainError('AMOUNT_TOO_LARGE')
  return units
}

/** What is taken from each balance, the first ones first. Throws if they don't have enough. */
export function takeFrom(balances: readonly number[], units: number): number[] {
  let left = units
  const taken = balances.map((balance) => {
    const part = Math.min(left, balance)
    left -= part
    return part
  })
  if (left > 0) throw new DomainError('INSUFFICIENT_BALANCE')
  return taken
}
