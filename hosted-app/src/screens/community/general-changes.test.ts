import { expect, it } from 'vitest'
import { readGeneralChanges, typedSince } from './general-changes.ts'

it('keeps only what was typed after saving', () => {
  const saved = { title: { from: 'Square', to: 'The square' }, about: { from: '', to: 'A place' } }
  expect(typedSince(saved, saved)).toBe('')
  expect(typedSince(null, saved)).toBe('')
  const later = { ...saved, about: { from: '', to: 'A place to meet' }, urlSlug: { from: 'square', to: 'the-square' } }
  expect(readGeneralChanges(typedSince(later, saved))).toEqual({
    about: { from: 'A place', to: 'A place to meet' },
    urlSlug: { from: 'square', to: 'the-square' },
  })
})
