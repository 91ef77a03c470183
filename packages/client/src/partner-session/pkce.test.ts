import { afterEach, expect, it, vi } from 'vitest'
import { createProofKey } from './pkce.ts'

afterEach(() => vi.restoreAllMocks())

it('makes the proof key of RFC 7636, appendix B', async () => {
  const random = [
    116, 24, 223, 180, 151, 153, 224, 37, 79, 250, 96, 125, 216, 173, 187, 186, 22, 212, 37, 77, 105, 214, 191, 240, 91,
    88, 5, 88, 83, 132, 141, 121,
  ]
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((bytes) => {
    ;(bytes as unknown as Uint8Array).set(random)
    return bytes
  })
  await expect(createProofKey()).resolves.toEqual({
    verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  })
})

it('makes another one each time, in characters that need no escaping', async () => {
  const keys = await Promise.all(Array.from({ length: 20 }, createProofKey))
  expect(new Set(keys.map(({ verifier }) => verifier)).size).toBe(20)
  for (const { verifier, challenge } of keys) expect(verifier + challenge).toMatch(/^[\w-]{86}$/)
})
