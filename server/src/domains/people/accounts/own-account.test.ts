import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, PUBLISHER, startForum } from '../../../../test/forum.ts'

let forum: Forum
const OWN = ['domain', 'forwardTo', 'mainAccount', 'notificationSettings', 'profileImage', 'providers']

beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

const me = async (token: string, origin?: string) =>
  (await forum.stoa.call('me', {}, { token, headers: origin ? { origin } : {} })).body.payload.user

test('private fields are shown only to the account’s owner', async () => {
  const { stoa, ada } = forum
  await stoa.call('userEdit', { profileImage: '/media/ada.png' }, { token: ada.token })
  await stoa.call('notificationSettings', { notificationSettings: { email: { digest: false } } }, { token: ada.token })
  await stoa.database.transaction(({ connection }) =>
    connection('identities').insert({
      subject_hash: 'hash',
      provider: 'github',
      user_id: ada.id,
      label: 'ada',
      linked_at: 1,
    }),
  )
  const own = await me(ada.token)
  expect(own).toMatchObject({
    mainAccount: ada.id,
    forwardTo: null,
    domain: null,
    ForwardedFrom: [],
    profileImage: '/media/ada.png',
    providers: [
      { providerId: 'google', isActive: false },
      { providerId: 'firebase', isActive: false },
      { providerId: 'github', isActive: true },
    ],
  })
  expect(own.notificationSettings?.email.digest).toBe(false)
  for (const token of ['', forum.bea.token, forum.admin.token]) {
    const { user } = (await stoa.call('userGet', { idOrSlug: ada.id }, token ? { token } : {})).body.payload
    expect(Object.keys(user).filter((field) => OWN.includes(field) || field === 'ForwardedFrom')).toEqual([])
  }
})

test('a domain admin’s response names the domain', async () => {
  const { stoa, cem } = forum
  expect((await me(cem.token)).domainAdmin).toBe(false)
  await stoa.app.services.accounts.setDomainAdmin('cem_demo', '')
  expect(await me(cem.token)).toMatchObject({ domainAdmin: true, domain: 'localhost:3000' })
})

test('a partner’s site gets no private fields', async () => {
  const { sessions } = forum.stoa.app.services
  const { signedIn } = await sessions.begin({ userId: forum.bea.id, site: PUBLISHER.origin, lasting: false })
  const seen = await me(signedIn.accessToken, PUBLISHER.origin)
  expect(seen.site).toBe(PUBLISHER.origin)
  expect(Object.keys(seen).filter((field) => OWN.includes(field))).toEqual([])
})
