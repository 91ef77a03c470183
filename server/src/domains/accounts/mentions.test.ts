import { expect, test } from 'vitest'
import { mentionedUsernames } from './usernames.ts'

test.each([
  ['@ada', ['ada']],
  ['Hi @ada, @bea_2! (@cem) “@dan”', ['ada', 'bea_2', 'cem', 'dan']],
  ['@Ada and @ADA are one', ['Ada']],
  ['مرحبا @ada', ['ada']],
  ['@ada\n@bea', ['ada', 'bea']],
  ['end of a sentence @ada.', ['ada']],
  ['mail ada@example.com', []],
  ['@ab is too short', []],
  [`@${'a'.repeat(21)} is too long`, []],
  ['https://social.example/@ada', []],
  ['@@ada', []],
  ['@adaé', []],
  ['@ada@social.example', []],
])('%j mentions %j', (text, names) => {
  expect(mentionedUsernames(text)).toEqual(names)
})

test('ten people at most, in the order of the text', () => {
  const names = Array.from({ length: 15 }, (_, index) => `user_${index}`)
  expect(mentionedUsernames(names.map((name) => `@${name}`).join(' '))).toEqual(names.slice(0, 10))
})
