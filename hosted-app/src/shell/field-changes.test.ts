import { expect, it } from 'vitest'
import { overtaken, readChanges, typedSince } from './field-changes.ts'

const current = { title: 'The square', about: 'A place', urlSlug: 'square', polls: true, wait: 0 }

it('keeps only what was typed after saving', () => {
  const changes = { title: { from: 'Square', to: 'The square' }, about: { from: '', to: 'A place ' } }
  const before = { ...current, title: 'Square', about: '' }
  const settled = { sentChanges: changes, before, saved: current }
  expect(typedSince(changes, settled)).toBe('')
  const later = {
    ...changes,
    about: { from: '', to: 'A place to meet' },
    urlSlug: { from: 'square', to: 'the-square' },
  }
  expect(readChanges(typedSince(later, settled), current)).toEqual({
    about: { from: 'A place', to: 'A place to meet' },
    urlSlug: { from: 'square', to: 'the-square' },
  })
})

it('keeps what was put back while it was being saved', () => {
  const sentChanges = { polls: { from: false, to: true }, wait: { from: 60, to: 0 } }
  const before = { ...current, polls: false, wait: 60 }
  const settled = { sentChanges, before, saved: current }
  const back = { polls: { from: true, to: false } }
  expect(readChanges(typedSince({ wait: sentChanges.wait }, settled), current)).toEqual(back)
  expect(readChanges(typedSince(null, settled), current)).toEqual({ ...back, wait: { from: 0, to: 60 } })
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
