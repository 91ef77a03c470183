import type { Request, Response } from 'express'
import { expect, test } from 'vitest'
import { createCookies } from './cookies.ts'

/** What is set for an address, as name and options. */
function setFor(url: string) {
  const set: Record<string, unknown>[] = []
  const response = { cookie: (name: string, _: string, options: object) => set.push({ name, ...options }) }
  const exchange = { request: {} as Request, response: response as unknown as Response }
  const cookies = createCookies(url)
  for (const cookie of [cookies.refresh, cookies.device, cookies.embed('https://news.example')])
    cookie.set(exchange, 'x')
  return set
}

test('over https every cookie belongs to this host alone, and the frame’s is partitioned', () => {
  const [refresh, device, embed] = setFor('https://forum.example')
  for (const cookie of [refresh, device, embed]) {
    expect(cookie).toMatchObject({
      httpOnly: true,
      secure: true,
      path: '/',
      name: expect.stringMatching(/^__Host-stoa-/),
    })
  }
  expect([refresh?.sameSite, device?.sameSite]).toEqual(['lax', 'lax'])
  expect(embed).toMatchObject({ sameSite: 'none', partitioned: true })
})

test('over http the forum’s cookies are plain; the frame’s, a third-party cookie, is secure all the same', () => {
  const [refresh, device, embed] = setFor('http://localhost:3000')
  for (const cookie of [refresh, device]) {
    expect(cookie).toMatchObject({
      httpOnly: true,
      secure: false,
      sameSite: 'lax',
      name: expect.stringMatching(/^stoa-/),
    })
  }
  expect(embed).toMatchObject({ httpOnly: true, secure: true, sameSite: 'none', partitioned: true })
})

test('a cookie is read by its whole name, whatever stands around it and in it', () => {
  const { refresh } = createCookies('https://forum.example')
  const read = (cookie: string) =>
    refresh.read({ request: { headers: { cookie } } as Request, response: {} as unknown as Response })
  expect(read('a=1; __Host-stoa-refresh=x=y ; b=2')).toBe('x=y')
  for (const other of [
    '',
    'x__Host-stoa-refresh=x',
    '__Host-stoa-refresh',
    'stoa-refresh=x',
    '__Host-stoa-refreshed=x',
  ])
    expect([other, read(other)]).toEqual([other, null])
})
