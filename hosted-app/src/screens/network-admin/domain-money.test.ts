import { exampleDomainSettings } from '@stoa/contract/fixtures'
import { createTranslator } from '@stoa/ui'
import { expect, test } from 'vitest'
import { moneyIssues } from './domain-money.ts'
import { type DomainValues, valuesOf } from './domain-values.ts'
import { domainMessages } from './messages.ts'

const t = createTranslator({ locale: 'en', messages: domainMessages })
function issuesWith(changes: Partial<DomainValues>) {
  const values = { ...valuesOf(exampleDomainSettings()), ...changes } as DomainValues
  return moneyIssues(t, (name) => values[name])
}

const AMOUNT = 'Enter a whole number from 0 to 1,000,000,000, in digits only.'
const NO_NUMBERS = ['-1', '1.5', '1,000', '1e3', 'ten', '0x1F', 'Infinity']

const DAYS = 'Enter a whole number from 1 to 365, in digits only.'

test.each([
  {
    field: 'twoPeopleAbove',
    good: ['0', '1', '999999999', '1000000000', ' 5 '],
    bad: ['1000000001', '', ' '],
    text: AMOUNT,
  },
  { field: 'perDay', good: ['', ' ', '0', '1', '999999999', '1000000000'], bad: ['1000000001'], text: AMOUNT },
  { field: 'newAccountPerDay', good: ['', '0', '1', '999999999', '1000000000'], bad: ['1000000001'], text: AMOUNT },
  { field: 'newAccountDays', good: ['1', '2', '364', '365'], bad: ['0', '366', ''], text: DAYS },
])('$field takes whole numbers within its bounds', ({ field, good, bad, text }) => {
  for (const typed of good) expect([typed, issuesWith({ [field]: typed })]).toEqual([typed, {}])
  for (const typed of [...bad, ...NO_NUMBERS])
    expect([typed, issuesWith({ [field]: typed })]).toEqual([typed, { [field]: text }])
})

test('the price of a promotion is an amount', () => {
  for (const promotionDayPrice of ['0.000001', '1', '99999999.999999', '100000000'])
    expect([promotionDayPrice, issuesWith({ promotionDayPrice })]).toEqual([promotionDayPrice, {}])
  for (const promotionDayPrice of ['', '0', '0.0000001', '100000000.000001', '-1', '1,5'])
    expect(issuesWith({ promotionDayPrice })).toEqual({
      promotionDayPrice: 'Enter a price above 0 and up to 100,000,000, in digits, with a dot and at most six decimals.',
    })
})

test('all wrong fields are named at once', () => {
  expect(Object.keys(issuesWith({ perDay: 'x', newAccountDays: '0', promotionDayPrice: '' }))).toEqual([
    ...['perDay', 'newAccountDays', 'promotionDayPrice'],
  ])
})
