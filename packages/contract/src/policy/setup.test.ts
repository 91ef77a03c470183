import { expect, test } from 'vitest'
import { outcomeOf, roles } from '../fixtures/roles.ts'
import { canSetUp } from './setup.ts'

test('only network admins set up the forum', () => {
  for (const [role, viewer] of Object.entries(roles)) {
    const outcome = role === 'visitor' ? 'AUTH_REQUIRED' : role === 'networkAdmin' ? 'ok' : 'FORBIDDEN'
    expect([role, outcomeOf(canSetUp(viewer))]).toEqual([role, outcome])
  }
})
