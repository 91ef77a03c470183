import { expect, test } from 'vitest'
import { outcomesOf } from '../fixtures/roles.ts'
import { canSetUp } from './setup.ts'

const nobody = {
  ...outcomesOf(() => ({ allowed: false, code: 'FORBIDDEN' })),
  visitor: 'AUTH_REQUIRED',
  networkAdmin: 'ok',
}

test('only network admins set up an open forum', () => {
  expect(outcomesOf((viewer) => canSetUp(viewer, { tokenName: 'FORUM', isOpen: true }))).toEqual(nobody)
})

test('until it is open, the owner of its default community does, too', () => {
  const closed = (tokenName: string) => outcomesOf((viewer) => canSetUp(viewer, { tokenName, isOpen: false }))
  expect(closed('FORUM')).toEqual({ ...nobody, owner: 'ok' })
  expect(closed('GARDEN')).toEqual(nobody)
})
