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
