import { EMAIL_CODE_TRIES, EMAIL_LINK_TTL_MS } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../test/harness.ts'

let stoa: TestApp
beforeAll(async () => {
  stoa = await startTestApp()
})
afterAll(() => stoa.close())

const proofs = () => stoa.app.services.emailProofs
const about = (email: string) => ({ purpose: 'signIn' as const, userId: null, email, goodForMs: EMAIL_LINK_TTL_MS })
const makeBoth = (email: string) => stoa.database.transaction((tx) => proofs().makeBoth(tx, about(email)))
const useLink = (token: string) =>
  stoa.database.transaction(async (tx) => (await proofs().useLink(tx, token, ['signIn'])) !== null)
async function tryCode(email: string, code: string, asked: string | null = null): Promise<string | null> {
  const open = await proofs().openCode({ purpose: 'signIn', email, mailMark: asked })
  return open && (await proofs().tryCode(open, { code, isCounted: !open.isOwn })) ? open.id : null
}
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('of twenty concurrent uses of a link one succeeds', async () => {
  const { token } = await makeBoth('once@mail.example')
  const uses = await Promise.all(Array.from({ length: 20 }, () => useLink(token)))
  expect(uses.filter(Boolean)).toHaveLength(1)
})

test('a link is valid for ten minutes and only for its purpose', async () => {
  const { token } = await makeBoth('late@mail.example')
  const reset = stoa.database.transaction((tx) => proofs().useLink(tx, token, ['reset']))
  expect(await reset).toBeNull()
  stoa.clock.advance(EMAIL_LINK_TTL_MS)
  expect(await useLink(token)).toBe(false)
})

test('five guesses, even concurrent, use up a code but not its link', async () => {
  const { token, code } = await makeBoth('guess@mail.example')
  await Promise.all(Array.from({ length: EMAIL_CODE_TRIES }, () => tryCode('guess@mail.example', wrong(code))))
  expect(await tryCode('guess@mail.example', code)).toBeNull()
  expect(await useLink(token)).toBe(true)
})

test('a browser can use the code it requested, whatever others request and guess', async () => {
  const email = 'asked@mail.example'
  const own = await makeBoth(email)
  const mark = proofs().mailMarkFor(own.id, null)
  const later = await makeBoth(email)
  for (let count = 0; count < EMAIL_CODE_TRIES; count += 1) await tryCode(email, wrong(later.code))
  expect(await tryCode(email, later.code)).toBeNull()
  expect(await tryCode(email, own.code, `${own.id}.forged`)).toBeNull()
  // Without a new mail the existing mark remains valid.
  expect(proofs().mailMarkFor(null, mark)).toBe(mark)
  expect(await tryCode(email, own.code, mark)).toBe(own.id)
})

test('a code is valid for its own address in any case, until a newer one is sent or its link is used', async () => {
  const first = await makeBoth('Ann@mail.example')
  expect(await tryCode('bob@mail.example', first.code)).toBeNull()
  expect(await tryCode('ann@MAIL.example', first.code)).not.toBeNull()
  const second = await makeBoth('ann@mail.example')
  if (first.code !== second.code) expect(await tryCode('ann@mail.example', first.code)).toBeNull()
  expect(await useLink(first.token)).toBe(true)
  const proofId = (await tryCode('ann@mail.example', second.code)) ?? ''
  const use = () => stoa.database.transaction((tx) => proofs().useCode(tx, proofId))
  expect([(await use())?.email_key, await use()]).toEqual(['ann@mail.example', null])
  expect(await useLink(second.token)).toBe(false)
})

test('stored links and codes can’t be read, and are deleted when they expire', async () => {
  const { token, code } = await makeBoth('stored@mail.example')
  const stored = JSON.stringify(await stoa.database.read('email_proofs'))
  for (const secret of [token, `"${code}"`]) expect(stored).not.toContain(secret)
  stoa.clock.advance(EMAIL_LINK_TTL_MS + 1)
  await proofs().cleanUp()
  expect(await stoa.database.read('email_proofs')).toEqual([])
})
