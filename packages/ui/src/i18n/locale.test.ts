import { expect, it } from 'vitest'
import { directionOf, normaliseLocale } from './locale.ts'

it('makes a valid tag of what pages write', () => {
  expect(['en_GB', ' DE ', 'zh-hant-tw', '', 'not a locale'].map(normaliseLocale)).toEqual([
    'en-GB',
    'de',
    'zh-Hant-TW',
    'en',
    'en',
  ])
})

it('knows right-to-left scripts, not only right-to-left languages', () => {
  expect(['ar', 'fa-IR', 'he', 'ckb', 'ur', 'az-IR', 'pa-PK', 'ks-Arab'].map(directionOf)).toEqual(Array(8).fill('rtl'))
  expect(['en', 'az', 'pa', 'ku', 'zh', 'ar-Latn', 'nonsense!'].map(directionOf)).toEqual(Array(7).fill('ltr'))
})
