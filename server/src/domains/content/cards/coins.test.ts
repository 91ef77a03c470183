import { AMOUNT_MAX } from '@stoa/contract'
import { expect, test } from 'vitest'
import { unitsOfCoins } from './coins.ts'

test.each<[unknown, number | null]>([
  [0, 0],
  [1, 1_000_000],
  [12.5, 12_500_000],
  ['12.50', 12_500_000],
  // Below, at and above a unit.
  [0.0000009, 0],
  [0.000001, 1],
  [0.0000019, 1],
  ['0.000000999999999999', 0],
  [1e-6, 1],
  [1e-7, 0],
  ['1e-6', 1],
  ['1.5E+1', 15_000_000],
  ['123456789e-6', 123_456_789],
  // What a product of numbers with 10⁶ gets wrong.
  [1.000001, 1_000_001],
  [8.34, 8_340_000],
  [1.005, 1_005_000],
  [0.1 + 0.2, 300_000],
  [0.29, 290_000],
  // Around the largest amount.
  ['9007199254.740990', AMOUNT_MAX - 1],
  ['9007199254.740991', AMOUNT_MAX],
  ['9007199254.7409919', AMOUNT_MAX],
  ['9007199254.740992', null],
  [1e21, null],
  ['1e99', null],
  ['1e100', null],
  ['9'.repeat(40), null],
  ['9'.repeat(41), null],
  // No amounts.
  [-1, null],
  [-0.000001, null],
  ['-1', null],
  ['+1', null],
  [Number.NaN, null],
  [Number.POSITIVE_INFINITY, null],
  ['', null],
  [' 1', null],
  ['1,5', null],
  ['1.234,5', null],
  ['1’000', null],
  ['1_000', null],
  ['١٢', null],
  ['0x10', null],
  ['.5', null],
  ['5.', null],
  [null, null],
  [undefined, null],
  [true, null],
  [[1], null],
  [{ amount: 1 }, null],
])('%j coins are %j units', (coins, units) => {
  expect(unitsOfCoins(coins)).toBe(units)
})
