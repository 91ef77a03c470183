import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'

let stoa: TestApp
beforeAll(async () => {
  stoa = await startTestApp()
})
afterAll(() => stoa.close())

test('a profile is found by id, slug and username in any case, and holds no e-mail address', async () => {
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

test('who brought somebody is kept once, by id, and only somebody who is there', async () => {
  const { id: ada } = await stoa.member('brings_others')
  const signUp = async (username: string, refBy: string) => {
    const account = { username, email: `${username}@mail.example`, password: 'Corr3ct-horse', refBy, refFrom: 'letter' }
    const { userId } = (await stoa.call('authSignUp', account)).body.payload
    return stoa.database.read('users').where({ id: userId }).first('ref_by', 'ref_from')
  }
  expect(await signUp('brought_1', 'Brings_Others')).toEqual({ ref_by: ada, ref_from: 'letter' })
  expect(await signUp('brought_2', ada)).toEqual({ ref_by: ada, ref_from: 'letter' })
  expect(await signUp('brought_3', 'nobody_known')).toEqual({ ref_by: null, ref_from: 'letter' })
})
