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
