import { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { createCookies } from './cookies.ts'

/** The cookies set at an address. */
function setFor(url: string) {
  const response = new ServerResponse({ method: 'POST' } as never)
  const cookies = createCookies(url)
  for (const cookie of [cookies.refresh, cookies.device, cookies.embed('https://news.example')])
    cookie.set({ response }, 'x')
  return response.getHeader('set-cookie') as string[]
}

test('over https every cookie is bound to this host, and the frame’s is partitioned', () => {
  const [refresh, device, embed] = setFor('https://forum.example')
  for (const cookie of [refresh, device])
    expect(cookie).toMatch(/^__Host-stoa-\w+=x; Max-Age=\d{5,}; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  expect(embed).toMatch(
    /^__Host-stoa-embed-\w+=x; Max-Age=\d{5,}; Path=\/; HttpOnly; Secure; Partitioned; SameSite=None$/,
  )
})

test('over http the forum’s cookies are plain; the frame’s third-party cookie is still secure', () => {
  const [refresh, device, embed] = setFor('http://localhost:3000')
  for (const cookie of [refresh, device])
    expect(cookie).toMatch(/^stoa-\w+=x; Max-Age=\d{5,}; Path=\/; HttpOnly; SameSite=Lax$/)
  expect(embed).toMatch(/^__Host-stoa-embed-.*; HttpOnly; Secure; Partitioned; SameSite=None$/)
})

test('a cleared cookie is empty and expires immediately', () => {
  const response = new ServerResponse({ method: 'POST' } as never)
  createCookies('https://forum.example').refresh.clear({ response })
  expect(response.getHeader('set-cookie')).toMatch(/^__Host-stoa-refresh=; Max-Age=0; Path=\/;/)
})

test('a cookie is read by its full name', () => {
  const { refresh } = createCookies('https://forum.example')
  const read = (cookie: string) => refresh.read({ request: { headers: { cookie } } })
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
