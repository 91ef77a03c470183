import { expect, it } from 'vitest'
import { overtaken, readChanges, typedSince } from './field-changes.ts'

const current = { title: 'The square', about: 'A place', urlSlug: 'square', polls: true, wait: 0 }

it('keeps only what was typed after saving', () => {
  const changes = { title: { from: 'Square', to: 'The square' }, about: { from: '', to: 'A place ' } }
  expect(typedSince(changes, { sentChanges: changes, saved: current })).toBe('')
  expect(typedSince(null, { sentChanges: changes, saved: current })).toBe('')
  const later = {
    ...changes,
    about: { from: '', to: 'A place to meet' },
    urlSlug: { from: 'square', to: 'the-square' },
  }
  expect(readChanges(typedSince(later, { sentChanges: changes, saved: current }), current)).toEqual({
    about: { from: 'A place', to: 'A place to meet' },
    urlSlug: { from: 'square', to: 'the-square' },
  })
})

it('ignores stored values of other types, unknown fields, and text that isn’t JSON', () => {
  const polls = { from: true, to: false }
  const stored = { polls, wait: { from: 0, to: '60' }, gone: { from: 'a', to: 'b' }, title: null }
  expect(readChanges(JSON.stringify(stored), current)).toEqual({ polls })
  expect(readChanges('', current)).toBeNull()
  expect(readChanges('{', current)).toBeNull()
})

it('names the fields that somebody else has changed to another value', () => {
  const changes = {
    title: { from: 'Square', to: 'Agora' },
    about: { from: '', to: 'A place' },
    wait: { from: 0, to: 60 },
  }
  expect(overtaken(current, changes)).toEqual(['title'])
})
