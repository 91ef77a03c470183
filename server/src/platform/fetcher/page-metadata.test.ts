import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { realInput } from '../../../test/real-input.ts'
import { readPageMetadata } from './page-metadata.ts'

const BASE = 'https://news.example/2026/walk'
const read = (head: string) => readPageMetadata(`<html><head>${head}</head><body>`, BASE)

test('Open Graph takes precedence over plain elements', async () => {
  expect(
    await read(`
      <title>Plain &amp; simple</title>
      <meta property="og:title" content="Graph &lt;b&gt;">
      <meta name="description" content="About">
      <meta property="og:image" content="/walk.jpg">
      <link rel="canonical" href="/walk?x=1">
      <meta property="og:site_name" content="The News">
      <link rel="icon" href="/icon.png">
      <meta property="og:url" content="https://news.example/other">
    `),
  ).toEqual({
    title: 'Graph <b>',
    description: 'About',
    image: 'https://news.example/walk.jpg',
    canonicalUrl: 'https://news.example/walk?x=1',
    siteName: 'The News',
    icon: 'https://news.example/icon.png',
  })
})

test('plain elements are the fallback, and missing values are null', async () => {
  expect(await read('<title>\n Plain   &amp; simple </title>')).toEqual({
    title: 'Plain & simple',
    description: null,
    image: null,
    canonicalUrl: null,
    siteName: null,
    icon: null,
  })
  expect((await read('<meta property="og:url" content="walk">')).canonicalUrl).toBe('https://news.example/2026/walk')
})

test.each([
  ['<link rel="icon" href="/16.png" sizes="16x16"><link rel="icon" href="/128.png" sizes="128x128">', '/128.png'],
  ['<link rel="icon" href="/512.png" sizes="512x512"><link rel="icon" href="/128.png" sizes="128x128">', '/128.png'],
  ['<link rel="shortcut icon" href="/one.png"><link rel="apple-touch-icon" href="/touch.png">', '/touch.png'],
  ['<link rel="icon" href="/a.svg"><link rel="icon" href="/b" type="image/svg+xml">', null],
  ['<link rel="icon" href="/favicon.ico"><link rel="mask-icon" href="/mask.png">', null],
])('the site’s icon is the one that suits an avatar: %s', async (head, path) => {
  expect((await read(head)).icon).toBe(path && `https://news.example${path}`)
})

test('addresses other than http(s) are ignored', async () => {
  const { image, canonicalUrl } = await read(
    '<meta property="og:image" content="javascript:x"><link rel=canonical href="data:,x">',
  )
  expect([image, canonicalUrl]).toEqual([null, null])
})

test('titles are cut at 200 characters, and invisible ones are dropped', async () => {
  const title = async (text: string) => (await read(`<title>${text}</title>`)).title
  expect(await title('🎉'.repeat(200))).toBe('🎉'.repeat(200))
  expect(await title('🎉'.repeat(201))).toBe(`${'🎉'.repeat(199)}…`)
  expect(await title('\u200b &nbsp;')).toBeNull()
})

test('parsing never-closed elements takes linear time', async () => {
  // Searching the open elements for each tag took minutes.
  for (const tag of ['div', 'svg', 'table', 'select'])
    expect((await read(`${`<${tag}>`.repeat(100_000)}${'</x>'.repeat(100_000)}<title>Late</title>`)).title).toBe('Late')
})

test('an endless title is read only as far as it can be shown', async () => {
  expect((await read(`<title>${'x\u0316\u0301'.repeat(200_000)}</title>`)).title).toMatch(/^(x.{2}){66}x…$/u)
})

test('the body is ignored', async () => {
  const html = '<head></head><body><title>A picture</title><meta property="og:title" content="A comment"></body>'
  expect((await readPageMetadata(html, BASE)).title).toBeNull()
})

describe('pages of real sites', () => {
  const folder = realInput('partner-sites')
  test.skipIf(!folder)('all have a title', async () => {
    const files = readdirSync(folder ?? '', { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.html'),
    )
    const untitled: string[] = []
    for (const file of files) {
      const html = readFileSync(join(folder ?? '', file), 'utf8')
      const isTitled = /<title>[^<]*\w/.test(html)
      if (isTitled && (await readPageMetadata(html, BASE)).title === null) untitled.push(file)
    }
    expect(untitled).toEqual([])
  })
})
