import { AMOUNT_MAX, MONEY_DECIMALS } from '@stoa/contract'

/** An amount of a contract in the ledger's units, rounded down, and what is left, in the contract's. */
export function unitsOnChain(amount: bigint, decimals: number): { units: bigint; rest: bigint } {
  const size = unitSize(decimals)
  // Contracts with fewer decimals have larger units than the ledger.
  if (decimals < MONEY_DECIMALS) return { units: amount * 10n ** BigInt(MONEY_DECIMALS - decimals), rest: 0n }
  return { units: amount / size, rest: amount % size }
}

/** How many of the contract's units are one of the ledger. */
export function unitSize(decimals: number): bigint {
  return 10n ** BigInt(Math.max(0, decimals - MONEY_DECIMALS))
}

export function fitsLedger(units: bigint): boolean {
  return units <= BigInt(AMOUNT_MAX)
}
