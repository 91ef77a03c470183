import { expect, test } from 'vitest'
import { typedLetters } from './typed-letters.ts'

const marked = (text: string, typed: string) => typedLetters(text, typed).map(([start, end]) => text.slice(start, end))

test('words that begin with typed ones are marked, whatever their case and accents', () => {
  expect(marked('Palmate Newt', 'palm')).toEqual(['Palm'])
  expect(marked('The Kettle and the kettles', 'KETTLE')).toEqual(['Kettle', 'kettle'])
  expect(marked('Crème Bru\u0302le\u0301e', 'brûlee cre')).toEqual(['Crè', 'Bru\u0302le\u0301e'])
  expect(marked('جسر المشاة', 'جس')).toEqual(['جس'])
})

test('nothing is marked inside words, and nothing without letters', () => {
  expect(marked('Tea kettle', 'ettle')).toEqual([])
  expect(marked('Tea kettle', '  ')).toEqual([])
  expect(marked('', 'tea')).toEqual([])
})
