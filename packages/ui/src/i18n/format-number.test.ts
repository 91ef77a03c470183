import { expect, it, vi } from 'vitest'
import { formatCompact, formatNumber } from './format-number.ts'

const LOCALES =
  'ar ar-EG bn ckb cs da de de-CH en en-IN es fa fi fr hi it ja ko mr my nb ne nl pl pt-BR ru sv th tr ur zh'

it.each(LOCALES.split(' '))('formats numbers in %s like the browser', (locale) => {
  for (const value of [0, 7, 42, 999, 1000, 12_345, 0.5, -3]) {
    expect(formatNumber(value, locale)).toBe(new Intl.NumberFormat(locale).format(value))
    const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
    expect(formatCompact(value, locale)).toBe(compact.format(value))
  }
})

it('creates no formatter for plain digits', () => {
  const numberFormat = vi.spyOn(Intl, 'NumberFormat').mockImplementation(function refuse() {
    throw new Error('made')
  })
  expect([formatNumber(12, 'en-ZA'), formatCompact(999, 'en-ZA')]).toEqual(['12', '999'])
  expect(() => formatNumber(1000, 'en-ZA')).toThrow('made')
  numberFormat.mockRestore()
})
