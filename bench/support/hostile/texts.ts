import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { COMMENT_MAX_LENGTH, isBlankText, normalizeText } from '@stoa/contract'
import { dataPath, filesEnding, readJson } from '../data-folder.ts'

const PACKED_LENGTH = 1900

/** Rare in the lists: unterminated direction marks, and lines without breaks. */
const OTHERS = [
  '\u202Eturned round, never ended',
  '\u202Dforced, never ended',
  'two \u202E of \u202E them',
  '\u2067isolated, never ended',
  '\u2066\u2067\u2068all three',
  'ended more often than begun \u202C\u2069\u202C\u2069',
  '\u200Fmark\u200E after \u061C mark',
  'שלום hello عالم \u202Eworld\u202C 123',
  'w'.repeat(COMMENT_MAX_LENGTH),
  `https://elsewhere.invalid/${'long'.repeat(450)}`,
  'نص'.repeat(COMMENT_MAX_LENGTH / 2),
  '漢'.repeat(COMMENT_MAX_LENGTH),
  `Z${'\u0310\u0321\u0489'.repeat(300)}`,
  '👩‍👩‍👧‍👦'.repeat(250),
  `${'> '.repeat(900)}deep`,
  '{name} {count, plural, one {#} other {#}} <b>{0}</b> %s ${title}',
]

/**
 * Every line of the hostile lists as one text; words of the spam lists, harmless alone, many per text. Null if the data
 * is missing.
 */
export function hostileTexts(): string[] | null {
  const folder = dataPath('hostile')
  if (folder === null) return null
  const json = (path: string) => readJson(join(folder, path))
  const lines = (file: string) => readFileSync(file, 'utf8').split('\n')
  const placeholders = json('html5-security-cheatsheet/placeholders.json') as Record<string, string>
  const filled = (text: string) => text.replaceAll(/%(\w+)%/g, (mark, name: string) => placeholders[name] ?? mark)
  const texts = [
    ...(json('blns/blns-part1.json') as string[]),
    ...(json('dompurify/payload-expected-a.json') as { payload: string }[]).map(({ payload }) => payload),
    ...(json('html5-security-cheatsheet/vectors-a.json') as { data: string }[]).map(({ data }) => filled(data)),
    ...filesEnding(join(folder, 'payload-lists'), '.txt').flatMap(lines),
    ...filesEnding(join(folder, 'payload-lists'), '.md').flatMap(lines),
    ...filesEnding(join(folder, 'payload-lists'), '.svg').map((file) => readFileSync(file, 'utf8').slice(0, 2000)),
    ...(json('url-tests/urltestdata-a.json') as (string | { input: string })[]).flatMap((test) =>
      typeof test === 'string' ? [] : [test.input],
    ),
    ...(json('url-tests/data-urls.json') as [string, ...unknown[]][]).map(([address]) => address),
    ...(json('commonmark/examples-a.json') as { markdown: string }[]).map(({ markdown }) => markdown),
    ...joined(textsIn(json('oembed/providers-a.json'))),
    ...joined(
      ['shorteners.txt', 'spam-terms-a.txt'].flatMap((name) => lines(join(folder, 'comment-spam-terms', name))),
    ),
    ...OTHERS,
  ]
  return [...new Set(texts)]
}

/** What a field of `max` characters stores of a text; null if it stores nothing. */
export function storedPart(text: string, max: number): string | null {
  const cut = normalizeText([...normalizeText(text)].slice(0, max).join(''))
  return isBlankText(cut) ? null : cut
}

/** All texts in a JSON value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

function joined(words: string[]): string[] {
  const texts: string[] = []
  let text = ''
  for (const word of words) {
    if (text.length + word.length > PACKED_LENGTH) {
      texts.push(text)
      text = ''
    }
    text += `${word}\n`
  }
  return [...texts, text]
}
