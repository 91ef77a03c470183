import { expect, test } from 'vitest'
import { exampleMe } from '../fixtures/index.ts'
import { canViewAs } from './view-as.ts'

test('network admins view every domain as a role, admins of a domain only their own', () => {
  const allowed = (viewer: Parameters<typeof canViewAs>[0]) =>
    ['garden', 'default'].map((name) => canViewAs(viewer, name).allowed)
  expect(allowed(exampleMe({ networkAdmin: true }))).toEqual([true, true])
  expect(allowed(exampleMe({ domainAdmin: true, adminDomain: 'garden' }))).toEqual([true, false])
  expect(allowed(exampleMe())).toEqual([false, false])
  expect(allowed(null)).toEqual([false, false])
})
