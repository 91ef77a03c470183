import { expect, test } from 'vitest'
import { createVersions } from './versions.ts'

test('a change is newer than requests that started before it', () => {
  const versions = createVersions()
  const before = versions.current
  versions.noteChange('a')
  versions.noteChange('b', { facts: true })
  expect(['a', 'b', 'c'].map((id) => versions.isNewer(id, before))).toEqual([true, true, false])
  expect(['a', 'b', 'c'].map((id) => versions.isNewer(id, before, { facts: true }))).toEqual([false, true, false])
  expect(versions.isNewer('b', versions.current)).toBe(false)
})

test('a mutation in flight is newer than any request, until it has ended', () => {
  const versions = createVersions()
  versions.noteStart('a')
  expect(versions.isNewer('a', versions.current)).toBe(true)
  expect(versions.isNewer('a', versions.current, { facts: true })).toBe(true)
  versions.noteChange('a', { facts: true })
  expect(versions.isNewer('a', versions.current)).toBe(false)
})

test('after many changes only the last are remembered; all others count as newer than an older request', () => {
  const versions = createVersions()
  versions.noteStart('in flight')
  const early = versions.current
  for (let number = 0; number < 5000; number += 1) versions.noteChange(`id ${number}`)
  const late = versions.current
  versions.noteChange('last')
  expect(['id 0', 'id 4999', 'unchanged'].map((id) => versions.isNewer(id, early))).toEqual([true, true, true])
  expect(['id 0', 'id 4999', 'unchanged'].map((id) => versions.isNewer(id, late))).toEqual([false, false, false])
  expect(versions.isNewer('last', late)).toBe(true)
  expect(versions.isNewer('in flight', late)).toBe(true)
})
