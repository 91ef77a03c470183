import type { RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import { createHistoryCache } from './history-cache.ts'
import type { HostedApp } from './hosted-app.ts'
import { PAGE_QUERIES, pageAddress } from './page-address.ts'
import { createRoutes } from './routes.tsx'

const path = (address: string) => pageAddress(address).path
const ID = 'F'.repeat(20)

function pathsOf(routes: RouteObject[]): string[] {
  return routes.flatMap((route) => [
    ...(route.path === undefined || route.path === '*' ? [] : [route.path]),
    ...pathsOf(route.children ?? []),
  ])
}

test('every route declares the parameters that its screen reads', () => {
  const app = {
    history: createHistoryCache(),
    config: { domainDisplayName: 'Forum' },
    t: String,
  } as unknown as HostedApp
  const knownPaths = [...PAGE_QUERIES.map(([pathname]) => pathname), '/embed/sign-in']
  expect(knownPaths.toSorted()).toEqual(pathsOf(createRoutes(app)).toSorted())
})

test.each([
  ['/?utm_source=mail', '/'],
  ['/bbs/FORUM?x=1&sort=top&y=2&since=week', '/bbs/FORUM?sort=top&since=week'],
  ['/bbs/FORUM?since=week&sort=top', '/bbs/FORUM?sort=top&since=week'],
  ['/bbs/FORUM?sort=top&sort=new', '/bbs/FORUM?sort=top'],
  ['/bbs/FORUM?sort=worst&since=ever&flair=x', '/bbs/FORUM'],
  [`/bbs/FORUM?flair=${ID}`, `/bbs/FORUM?flair=${ID}`],
  ['/bbs/FORUM?pages=1', '/bbs/FORUM'],
  ['/bbs/FORUM?pages=3', '/bbs/FORUM?pages=3'],
  ['/bbs/FORUM?pages=3.7e5', '/bbs/FORUM?pages=3'],
  ['/bbs/FORUM?pages=999', '/bbs/FORUM?pages=11'],
  ['/bbs/FORUM?pages=-1&after=', '/bbs/FORUM'],
  ['/bbs/FORUM?after=abc_-9', '/bbs/FORUM?after=abc_-9'],
  ['/bbs/FORUM?after=%3Cscript%3E', '/bbs/FORUM'],
  ['/bbs/FORUM/tab/holders?type=partner&sort=top', '/bbs/FORUM/tab/holders?type=partner'],
  ['/bbs/FORUM/some-post?sort=old&type=partner', '/bbs/FORUM/some-post?sort=old'],
  [`/bbs/FORUM/${ID}/some-post/comment/${ID}?sort=hot`, `/bbs/FORUM/${ID}/some-post/comment/${ID}`],
  ['/bbs/login?next=%2Fbbs&error=RATE_LIMITED&x=1', '/bbs/login?next=%2Fbbs&error=RATE_LIMITED'],
  ['/bbs/login?next=https%3A%2F%2Fevil.example', '/bbs/login'],
  ['/bbs/login?signedIn=1&window=stoa-1', '/bbs/login?signedIn=1&window=stoa-1'],
  [`/bbs/search?q=${'x'.repeat(500)}&sort=evil`, `/bbs/search?q=${'x'.repeat(200)}`],
  ['/nothing/here?x=1', '/nothing/here'],
  ['/bbs/%46ORUM/so%6De-p%C3%B6st', '/bbs/FORUM/some-p%C3%B6st'],
  ['/bbs/a%2fb%3Fc%2541', '/bbs/a%2Fb%3Fc%2541'],
  ['/bbs/404?', '/bbs/404'],
  [
    '/bbs/external-article-comment?x=1&id=7&url=https%3A%2F%2Fa.example',
    '/bbs/external-article-comment?url=https%3A%2F%2Fa.example&id=7',
  ],
  ['/embed/sign-in?origin=https%3A%2F%2Fa.example&state=x', '/embed/sign-in?origin=https%3A%2F%2Fa.example&state=x'],
])('%s is the page %s', (address, meant) => {
  expect(path(address)).toBe(meant)
})

test('normalizing an address twice changes nothing', () => {
  for (const address of ['/bbs/FORUM?pages=999&sort=top', '/bbs/login?next=%2Fbbs%3Fa%3D1%26b%3D%C3%A4', '/%?x'])
    expect(path(path(address))).toBe(path(address))
})

test('an address without a screen is recognized', () => {
  expect(pageAddress('/bbs/FORUM').isKnown).toBe(true)
  for (const address of ['/nothing', '/bbs/FORUM/a/b/c/d/e/f', '/%', '//evil.example', ''])
    expect(pageAddress(address).isKnown).toBe(false)
})
