import { exampleDomainSettings } from '@stoa/contract/fixtures'
import { expect, test } from 'vitest'
import { issueAt, settingsOf, valuesOf } from './domain-values.ts'

const settings = exampleDomainSettings({
  urlMapping: [
    { tokenName: 'GARDEN', basePath: '/forum', section: 'nature' },
    { tokenName: 'BOATS', basePath: '/water' },
  ],
})

test('mapped communities are a line each', () => {
  const values = valuesOf(settings)
  expect(values.urlMapping).toBe('GARDEN /forum nature\nBOATS /water')
  expect(settingsOf(values, [])).toEqual(settings)
  expect(settingsOf({ ...values, urlMapping: ' \n BOATS  /water \n' }, []).urlMapping).toEqual([
    { tokenName: 'BOATS', basePath: '/water' },
  ])
})

test('what a line leaves out or has too much of reaches the server, which says what is wrong', () => {
  const mapped = (urlMapping: string) => settingsOf({ ...valuesOf(settings), urlMapping }, []).urlMapping
  expect(mapped('BOATS')).toEqual([{ tokenName: 'BOATS', basePath: '' }])
  expect(mapped('BOATS /a b c')).toEqual([{ tokenName: 'BOATS', basePath: '/a', section: 'b c' }])
})

test('an issue names its line', () => {
  expect(issueAt('settings.urlMapping.1.basePath', 'is reserved')).toEqual(['urlMapping', '2: is reserved'])
  expect(issueAt('settings.accent', 'is dark')).toEqual(['accent', 'is dark'])
})

test('limits for money are a field each; the defaults stay unset', () => {
  const values = valuesOf(settings)
  expect(values).toMatchObject({ twoPeopleAbove: '1000', perDay: '', newAccountPerDay: '', newAccountDays: '7' })
  expect(settingsOf(values, [])).not.toHaveProperty('moneyLimits')
  const moneyLimits = { twoPeopleAbove: 1000, perDay: 0, newAccountPerDay: null, newAccountDays: 7 }
  expect(settingsOf({ ...values, perDay: ' 0 ' }, []).moneyLimits).toEqual(moneyLimits)
  expect(settingsOf(valuesOf({ ...settings, moneyLimits }), [])).toEqual({ ...settings, moneyLimits })
  expect(issueAt('settings.moneyLimits.newAccountDays', 'is too large')).toEqual(['newAccountDays', 'is too large'])
})
