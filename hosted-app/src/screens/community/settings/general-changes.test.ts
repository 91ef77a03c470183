import { expect, it } from 'vitest'
import { generalProblem } from './general-changes.ts'

it('says what is wrong with a short address', () => {
  expect(generalProblem('urlSlug', '')).toBe('general.missing.urlSlug')
  expect(generalProblem('urlSlug', 'The Square')).toBe('general.urlSlug.invalid')
  expect(generalProblem('urlSlug', 'admin')).toBe('general.urlSlug.reserved')
  expect(generalProblem('urlSlug', 'the-square')).toBeUndefined()
})
