import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness.ts'
import { isAddressTaken } from './service.ts'

let stoa: TestApp
beforeAll(async () => {
  stoa = await startTestApp()
})
afterAll(() => stoa.close())

test('a profile is found by id, slug and username in any case, without its email address', async () => {
  const id = await stoa.app.services.accounts.create({
    username: 'Ada_Demo',
    email: 'ada@mail.example',
    passwordHash: null,
  })
  const get = async (idOrSlug: string) => (await stoa.call('userGet', { idOrSlug })).body
  const { payload } = await get(id)
  expect(payload.user).toMatchObject({ id, username: 'Ada_Demo', slugUrl: 'ada-demo' })
  for (const name of ['ada-demo', 'ADA-DEMO', 'Ada_Demo', 'ada_demo'])
    expect((await get(name)).payload).toEqual(payload)
  expect(JSON.stringify(payload)).not.toContain('mail.example')
  expect((await get('ada')).code).toBe('USER_NOT_FOUND')
})

test('the referrer is stored once, by id, if they exist', async () => {
  const { id: ada } = await stoa.member('brings_others')
  const signUp = async (username: string, refBy: string) => {
    const account = { username, email: `${username}@mail.example`, password: 'Corr3ct-horse', refBy, refFrom: 'letter' }
    const { userId } = (await stoa.call('authSignUp', account)).body.payload
    return stoa.database.read('users').where({ id: userId }).first('ref_by', 'ref_from')
  }
  expect(await signUp('brought_1', 'Brings_Others')).toEqual({ ref_by: ada, ref_from: 'letter' })
  expect(await signUp('brought_2', ada)).toEqual({ ref_by: ada, ref_from: 'letter' })
  expect(await signUp('brought_3', 'nobody_known')).toEqual({ ref_by: null, ref_from: 'letter' })
  const [merged, gone] = [await stoa.member('is_merged'), await stoa.member('is_gone')]
  await stoa.database.transaction(async ({ connection }) => {
    await connection('users').where({ id: merged.id }).update({ forward_to: ada })
    await connection('users').where({ id: gone.id }).update({ deleted_at: 1 })
  })
  expect(await signUp('brought_4', 'is_merged')).toEqual({ ref_by: ada, ref_from: 'letter' })
  expect(await signUp('brought_5', gone.id)).toEqual({ ref_by: null, ref_from: 'letter' })
})

test('a confirmed address belongs to one account, in any letter case; others can’t claim it by waiting', async () => {
  const { accounts } = stoa.app.services
  const account = { email: 'Bea@Mail.Example', passwordHash: null }
  await accounts.create({ ...account, username: 'bea_first' })
  const again = accounts.create({ ...account, username: 'bea_second', email: 'bea@MAIL.example' })
  await expect(again).rejects.toSatisfy(isAddressTaken)
  const third = await accounts.create({ username: 'bea_third', email: null, passwordHash: null })
  const named = { username: 'bea_fourth', email: 'fourth@mail.example', passwordHash: null }
  for (const id of [third, await accounts.create(named)])
    await stoa.database.transaction((tx) =>
      accounts.setPendingEmail(tx, id, { email: 'New@Mail.Example', sessionId: '' }),
    )
  expect(await accounts.byPendingEmail('new@mail.EXAMPLE')).toEqual([{ id: third, username: 'bea_third' }])
})

test('a password hash that has just changed is not overwritten', async () => {
  const { accounts } = stoa.app.services
  const userId = await accounts.create({ username: 'rehashed', email: null, passwordHash: 'new' })
  await accounts.rehash(userId, { from: 'old', to: 'older still' })
  expect((await accounts.ownFacts(userId)).passwordHash).toBe('new')
  await accounts.rehash(userId, { from: 'new', to: 'better' })
  expect((await accounts.ownFacts(userId)).passwordHash).toBe('better')
})
