import { REFRESH_TOKEN_TTL_MS } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../test/harness.ts'

let stoa: TestApp
let userId: string
beforeAll(async () => {
  stoa = await startTestApp()
  userId = (await stoa.member('ann_demo')).id
})
afterAll(() => stoa.close())

async function begin(site = ''): Promise<string> {
  const { refreshToken } = await stoa.app.services.sessions.begin({ userId, site, lasting: true })
  return refreshToken ?? ''
}
async function renewed(token: string): Promise<string> {
  const { refreshToken } = await stoa.app.services.sessions.refresh({ token, site: '' }, () => {})
  return refreshToken ?? ''
}
const holderOf = async (token: string | null) => (await stoa.app.services.sessions.holderOf(token))?.userId ?? null

test('a browser holds its session by its newest refresh token and the previous one', async () => {
  const first = await begin()
  expect(await holderOf(first)).toBe(userId)
  const second = await renewed(first)
  const third = await renewed(second)
  expect(await Promise.all([third, second, first].map(holderOf))).toEqual([userId, userId, null])
})

test('the previous one works only briefly: enough for a second tab, not for a thief', async () => {
  const first = await begin()
  const second = await renewed(first)
  stoa.clock.advance(10_001)
  expect(await Promise.all([second, first].map(holderOf))).toEqual([userId, null])
})

test('an ended, expired or site-bound session isn’t accepted', async () => {
  const [ended, expired] = [await begin(), await begin()]
  await stoa.app.services.sessions.end({ token: ended, everywhere: false })
  expect(await Promise.all([ended, await begin('https://news.example'), 'a.b.c', null].map(holderOf))).toEqual(
    Array(4).fill(null),
  )
  stoa.clock.advance(REFRESH_TOKEN_TTL_MS)
  expect(await holderOf(expired)).toBeNull()
})
