import { expect, test } from 'vitest'
import { startWarnings } from './start-warnings.ts'

const config = { production: true, smtpUrl: 'smtp://mail.example', dataFolder: '/srv/stoa', unknownSettings: [] }

test('a well-configured server starts without warnings', () => {
  expect(startWarnings(config, '22.1.0')).toEqual([])
})

test('missing mail in production, unknown settings and an old Node version get one line each', () => {
  expect(startWarnings({ ...config, smtpUrl: null }, '22.1.0')).toEqual([
    expect.stringContaining('SMTP_URL is not set'),
  ])
  expect(startWarnings({ ...config, smtpUrl: null, production: false }, '22.1.0')).toEqual([])
  expect(startWarnings({ ...config, unknownSettings: ['STOA_DATTA'] }, '22.1.0')).toEqual([
    expect.stringContaining('STOA_DATTA is not a setting'),
  ])
  expect(startWarnings(config, '20.20.2')).toEqual([expect.stringContaining('Node 20.20.2')])
})
