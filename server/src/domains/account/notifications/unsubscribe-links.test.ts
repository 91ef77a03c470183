import { createHmac } from 'node:crypto'
import { DEFAULT_NOTIFICATION_SETTINGS } from '@stoa/contract'
import { expect, test, vi } from 'vitest'
import { deriveKey } from '../../../platform/security/keys.ts'
import { createUnsubscribeLinks } from './unsubscribe-links.ts'

const secret = 'a secret of this test'
const setNotifications = vi.fn()
const { email } = DEFAULT_NOTIFICATION_SETTINGS
const settings = {
  ...DEFAULT_NOTIFICATION_SETTINGS,
  email: { ...email, reply: true, moderation: true, role: true, queue: false, overdue: true },
}
const links = createUnsubscribeLinks({
  secret,
  accounts: { recipientsById: async () => new Map([['ada', { userId: 'ada', settings }]]) as never },
  profiles: { setNotifications },
})

/** The token of a mail that was sent before its kind was divided. */
function earlierToken(kind: string): string {
  const mac = createHmac('sha256', deriveKey(secret, 'stoa unsubscribe')).update(`ada.${kind}`).digest('base64url')
  return `ada.${kind}.${mac}`
}
const tokenOf = (kind: 'queue' | 'moderation' | 'overdue' | 'reply') =>
  new URL(links.urlFor('https://forum.example', { userId: 'ada', kind })).searchParams.get('token') ?? ''

test.each([
  ['an earlier mail about a queue', earlierToken('queue'), { queue: false, overdue: false }],
  ['an earlier mail about decisions', earlierToken('moderation'), { moderation: false, role: false }],
  ['a mail about decisions', tokenOf('moderation'), { moderation: false }],
  ['a mail about overdue items', tokenOf('overdue'), { overdue: false }],
  ['a mail about replies', tokenOf('reply'), { reply: false }],
])('the link in %s turns off what it was about', async (_, token, turnedOff) => {
  setNotifications.mockReset()
  expect(links.kindOf(token)).toEqual(expect.any(String))
  await links.stop(token)
  expect(setNotifications.mock.calls).toEqual([[{ id: 'ada' }, { email: turnedOff }]])
})

test('what is off already is not changed, and other tokens do nothing', async () => {
  setNotifications.mockReset()
  expect(await links.stop(tokenOf('queue'))).toBe('queue')
  expect(await links.stop(earlierToken('reply').replace('reply', 'mention'))).toBeNull()
  expect(setNotifications).not.toHaveBeenCalled()
})
