import { describe, expect, test } from 'vitest'
import { AMOUNT_MAX, MONEY_UNIT, parseAmount, plainAmount, splitAmount, unitsOf } from './money.ts'

describe('a typed amount', () => {
  test.each([
    ['1', MONEY_UNIT],
    ['1.5', 1_500_000],
    ['.5', 500_000],
    ['5.', 5_000_000],
    [' 7 ', 7_000_000],
    ['007', 7_000_000],
    ['0.000001', 1],
    ['1.000000', MONEY_UNIT],
    ['9007199254.740990', AMOUNT_MAX - 1],
    ['9007199254.740991', AMOUNT_MAX],
  ])('%j is read exactly', (text, units) => {
    expect(parseAmount(text)).toEqual({ units })
  })

  test.each([
    ['', 'empty'],
    ['  ', 'empty'],
    ['.', 'notANumber'],
    ['1,5', 'notANumber'],
    ['1.000,50', 'notANumber'],
    ['1,000.50', 'notANumber'],
    ['1,00,000', 'notANumber'],
    ['1\u202F000', 'notANumber'],
    ["1'000", 'notANumber'],
    ['1·5', 'notANumber'],
    ['۱٫۵', 'notANumber'],
    ['१', 'notANumber'],
    ['一', 'notANumber'],
    ['\u200F1', 'notANumber'],
    ['1.5e0', 'notANumber'],
    ['1n', 'notANumber'],
    ['0b1', 'notANumber'],
    ['1 000', 'notANumber'],
    ['1\u00A0000', 'notANumber'],
    ['1’000', 'notANumber'],
    ['1_000', 'notANumber'],
    ['١٫٥', 'notANumber'],
    ['１', 'notANumber'],
    ['1e3', 'notANumber'],
    ['1E-6', 'notANumber'],
    ['+1', 'notANumber'],
    ['-1', 'notANumber'],
    ['0x10', 'notANumber'],
    ['1.2.3', 'notANumber'],
    ['Infinity', 'notANumber'],
    ['NaN', 'notANumber'],
    ['9'.repeat(41), 'notANumber'],
    ['0', 'tooSmall'],
    ['0.000000', 'tooSmall'],
    ['0.0000009', 'tooManyDecimals'],
    ['0.9999999', 'tooManyDecimals'],
    ['9007199254.7409910', 'tooManyDecimals'],
    ['0.0000001', 'tooManyDecimals'],
    ['1.0000000', 'tooManyDecimals'],
    ['9007199254.740992', 'tooLarge'],
    ['9'.repeat(40), 'tooLarge'],
  ])('%j is refused: %s', (text, problem) => {
    expect(parseAmount(text)).toEqual({ problem })
  })

  test('respects its bounds one unit below, at and above them', () => {
    const rules = { min: 2 * MONEY_UNIT, max: 5 * MONEY_UNIT }
    expect(parseAmount('1.999999', rules)).toEqual({ problem: 'tooSmall' })
    expect(parseAmount('2', rules)).toEqual({ units: 2 * MONEY_UNIT })
    expect(parseAmount('2.000001', rules)).toEqual({ units: 2_000_001 })
    expect(parseAmount('4.999999', rules)).toEqual({ units: 4_999_999 })
    expect(parseAmount('5', rules)).toEqual({ units: 5 * MONEY_UNIT })
    expect(parseAmount('5.000001', rules)).toEqual({ problem: 'tooLarge' })
  })

  test('respects the number of decimals, and has no dot without any', () => {
    expect(parseAmount('1.2', { decimals: 2 })).toEqual({ units: 1_200_000 })
    expect(parseAmount('1.23', { decimals: 2 })).toEqual({ units: 1_230_000 })
    expect(parseAmount('1.234', { decimals: 2 })).toEqual({ problem: 'tooManyDecimals' })
    expect(parseAmount('3', { decimals: 0 })).toEqual({ units: 3 * MONEY_UNIT })
    expect(parseAmount('3.', { decimals: 0 })).toEqual({ problem: 'notANumber' })
  })

  test('is what it is written as', () => {
    for (const units of [1, 999_999, MONEY_UNIT, 1_500_000, AMOUNT_MAX - 1, AMOUNT_MAX])
      expect(parseAmount(plainAmount(units))).toEqual({ units })
    expect([plainAmount(0), plainAmount(-1_500_000), plainAmount(20)]).toEqual(['0', '-1.5', '0.00002'])
  })
})

describe('an amount of a call', () => {
  test.each([1, 2, AMOUNT_MAX - 1, AMOUNT_MAX])('is a whole number of units within the bounds: %j', (units) => {
    expect(unitsOf(String(units))).toBe(units)
  })

  test.each([
    ...[
      '0',
      '00',
      '01',
      '-1',
      '+1',
      '1.0',
      '1.',
      '.1',
      '1,0',
      '1,000',
      '1.000',
      '1 000',
      '1\u00A0000',
      '1_000',
      '1’000',
    ],
    ...['1e3', '1E3', '1e-3', '0x1', '0b1', '1n', ' 1', '1 ', '1\n', '', 'NaN', 'Infinity', '١', '१', '１', '一'],
    ...[
      '9007199254740992',
      '9007199254740993',
      '9999999999999999',
      '10000000000000000',
      '1'.repeat(17),
      '9'.repeat(400),
    ],
  ])('is nothing else: %j', (text) => {
    expect(unitsOf(text)).toBeNull()
  })
})

describe('a split', () => {
  test('loses nothing and gives the largest remainders one unit more', () => {
    expect(splitAmount(100, [1, 1, 1])).toEqual([34, 33, 33])
    expect(splitAmount(5, [3, 1, 1])).toEqual([3, 1, 1])
    expect(splitAmount(1, [1, 2])).toEqual([0, 1])
    expect(splitAmount(0, [1, 2])).toEqual([0, 0])
    expect(splitAmount(7, [0, 1])).toEqual([0, 7])
    expect(splitAmount(AMOUNT_MAX, [AMOUNT_MAX, AMOUNT_MAX])).toEqual([(AMOUNT_MAX + 1) / 2, (AMOUNT_MAX - 1) / 2])
  })

  test('adds up for any amount and weights, each part within one unit of its share', () => {
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    for (let turn = 0; turn < 2000; turn += 1) {
      const total = random(1_000_000)
      const weights = Array.from({ length: 1 + random(8) }, () => random(1000))
      weights[0] = (weights[0] ?? 0) + 1
      const sum = weights.reduce((all, weight) => all + weight, 0)
      const parts = splitAmount(total, weights)
      expect(parts.reduce((all, part) => all + part, 0)).toBe(total)
      for (const [index, part] of parts.entries())
        expect(Math.abs(part - (total * (weights[index] ?? 0)) / sum)).toBeLessThan(1)
    }
  })

  test.each([
    [1, []],
    [1, [0, 0]],
    [1, [2, -1]],
    [-1, [1]],
    [0.5, [1]],
    [AMOUNT_MAX + 1, [1]],
  ])('of %j by %j is refused', (total, weights) => {
    expect(() => splitAmount(total, weights)).toThrow(RangeError)
  })
})
