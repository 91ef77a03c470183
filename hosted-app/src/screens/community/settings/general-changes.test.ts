import { expect, it } from 'vitest'
import { generalProblem, readGeneralChanges, typedSince } from './general-changes.ts'

it('says what is wrong with a short address', () => {
  expect(generalProblem('urlSlug', '')).toBe('general.missing.urlSlug')
  expect(generalProblem('urlSlug', 'The Square')).toBe('general.urlSlug.invalid')
  expect(generalProblem('urlSlug', 'admin')).toBe('general.urlSlug.reserved')
  expect(generalProblem('urlSlug', 'the-square')).toBeUndefined()
})

it('keeps only what was typed after saving', () => {
  const changes = { title: { from: 'Square', to: 'The square' }, about: { from: '', to: 'A place ' } }
  const saved = { title: 'The square', about: 'A place', urlSlug: 'square' }
  expect(typedSince(changes, { sentChanges: changes, saved })).toBe('')
  expect(typedSince(null, { sentChanges: changes, saved })).toBe('')
  const later = {
    ...changes,
    about: { from: '', to: 'A place to meet' },
    urlSlug: { from: 'square', to: 'the-square' },
  }
  expect(readGeneralChanges(typedSince(later, { sentChanges: changes, saved }))).toEqual({
    about: { from: 'A place', to: 'A place to meet' },
    urlSlug: { from: 'square', to: 'the-square' },
  })
})
