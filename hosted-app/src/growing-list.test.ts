import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { expect, test } from 'vitest'
import { readGrowth, unlessGrown } from './growing-list.ts'

test.each([
  ['', { pages: 1, after: undefined }],
  ['pages=7', { pages: 7, after: undefined }],
  ['after=abc&pages=2', { pages: 2, after: 'abc' }],
  ['pages=-1', { pages: 1, after: undefined }],
  ['pages=x&after=', { pages: 1, after: undefined }],
  ['pages=99999999', { pages: 1000, after: undefined }],
])('how far a list has grown reads back from its address (%s)', (search, growth) => {
  expect(readGrowth(new URLSearchParams(search))).toEqual(growth)
})

test.each([
  ['/bbs/FORUM', '/bbs/FORUM?pages=2', false],
  ['/bbs/FORUM?sort=new&pages=2', '/bbs/FORUM?sort=new&pages=3', false],
  ['/bbs/FORUM?after=a', '/bbs/FORUM?after=a&pages=2', false],
  ['/bbs/FORUM?pages=3', '/bbs/FORUM', true],
  ['/bbs/FORUM', '/bbs/FORUM', true],
  ['/bbs/FORUM?pages=2', '/bbs/FORUM?sort=new&pages=3', true],
  ['/bbs/FORUM', '/bbs/FORUM?after=a&pages=2', true],
  ['/bbs/FORUM', '/bbs/GARDEN?pages=2', true],
])('from %s to %s the screen is loaded again: %s', (from, to, loads) => {
  const [currentUrl, nextUrl] = [from, to].map((path) => new URL(path, 'https://forum.example'))
  const about = { currentUrl, nextUrl, defaultShouldRevalidate: true } as ShouldRevalidateFunctionArgs
  expect(unlessGrown(about)).toBe(loads)
})
