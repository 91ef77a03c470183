import { expect, it } from 'vitest'
import { contentLanguage } from './content-language.ts'

const HEBREW = 'מי בא לים בשבת?'
const ARABIC = 'من يأتي إلى البحر غدا؟'

it('says the language of a script that the page’s language doesn’t have', () => {
  const seen = (text: string) => ['en', 'de-AT', 'he', 'ar'].map((locale) => contentLanguage(text, locale))
  expect(seen(HEBREW)).toEqual(['he', 'he', undefined, 'he'])
  expect(seen(ARABIC)).toEqual(['ar', 'ar', 'ar', undefined])
  // Which of the many languages with these letters, nobody knows.
  expect(seen('Who comes to the sea?')).toEqual([undefined, undefined, '', ''])
  expect(seen('Кто идёт к морю?')).toEqual([undefined, undefined, '', ''])
  expect(seen('谁去海边')).toEqual([undefined, undefined, '', ''])
  expect(seen('12:30 – 👍')).toEqual([undefined, undefined, undefined, undefined])
  expect(seen('')).toEqual([undefined, undefined, undefined, undefined])
})

it('knows Persian and Urdu by their own letters', () => {
  expect(contentLanguage('چه کسی به دریا می‌آید؟', 'en')).toBe('fa')
  expect(contentLanguage('کون سمندر پر جائے گا؟ ٹھیک ہے', 'en')).toBe('ur')
  expect(contentLanguage('چه کسی به دریا می‌آید؟', 'fa')).toBe(undefined)
})

it('counts what most letters of the beginning are, without markup', () => {
  expect(contentLanguage(`Stoa: ${HEBREW} ${HEBREW}`, 'en')).toBe('he')
  expect(contentLanguage(`The Hebrew word שלום means peace`, 'en')).toBe(undefined)
  expect(contentLanguage(`The Hebrew word שלום means peace`, 'he')).toBe('')
  expect(contentLanguage(`<a href="https://a-long-address.example/of-a-page">${HEBREW}</a>`, 'en')).toBe('he')
})
