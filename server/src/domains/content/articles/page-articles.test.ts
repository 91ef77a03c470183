import { expect, test } from 'vitest'
import { readArticleIds } from './page-articles.ts'

const names = new Set(['forum', 'lower-mill'])

test.each([
  ['<p>nothing</p>', []],
  ['<stoa-comments community="FORUM" article-id="a"></stoa-comments>', ['a']],
  ['<STOA-COMMENTS COMMUNITY="Lower-Mill" ARTICLE-ID=" a ">', ['a']],
  ['<stoa-comments community="FORUM"></stoa-comments>', []],
  ['<stoa-comments community="OTHER" article-id="a"></stoa-comments>', []],
  ['<stoa-comments community="FORUM" article-id="a"><stoa-comments community="FORUM" article-id="b">', ['a', 'b']],
  ['<stoa-comments community="FORUM" article-id="a"><stoa-poll community="FORUM" article-id="b">', ['a']],
  ['<stoa-reactions community="FORUM" article-id="a"><stoa-poll community="FORUM" article-id="a">', ['a']],
  [`<stoa-comments community="FORUM" article-id="${'a'.repeat(200)}">`, ['a'.repeat(200)]],
  [`<stoa-comments community="FORUM" article-id="${'a'.repeat(201)}">`, []],
  ['<stoa-count community="FORUM" article-id="a"></stoa-count>', []],
  ['<meta name="stoa:article-id" content="m"><stoa-comments community="FORUM" article-id="a">', ['m']],
  ['<meta name="stoa:article-id" content=" ">', []],
  ['<!-- <stoa-comments community="FORUM" article-id="a"> -->', []],
  ['<script>"<stoa-comments community=FORUM article-id=a>"</script>', []],
  ['&lt;stoa-comments community="FORUM" article-id="a"&gt;', []],
  ['<textarea><stoa-comments community="FORUM" article-id="a"></textarea>', []],
])('%s has %j', async (html, ids) => {
  expect(await readArticleIds(html, names)).toEqual(ids)
})
