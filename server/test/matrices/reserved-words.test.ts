import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RESERVED_WORDS, SLUG } from '@stoa/contract'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** Paths that the server handles itself, as literals or named constants. */
function pathsOfServer(): string[] {
  const files = readdirSync(join(root, 'server/src'), { recursive: true, encoding: 'utf8' })
  const sources = files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => read(join('server/src', file)))
  const constants = new Map(
    sources.flatMap((text) =>
      Array.from(text.matchAll(/const ([A-Z_]+) = '(\/[^']*)'/g), ([, name, path]) => [name, path]),
    ),
  )
  const routes = /\b(?:server|router|app|express)\.(?:use|all|get|post)\(\s*(?:'(\/[^']*)'|([A-Z_]+)\b)/g
  return sources.flatMap((text) =>
    Array.from(text.matchAll(routes), ([, path, name]) => path ?? constants.get(name) ?? ''),
  )
}

/** Paths of the forum's screens. */
function pathsOfForum(): string[] {
  const routes = read('hosted-app/src/routes.tsx').matchAll(
    /(?:path: |withComments\()['`](?:\$\{prefix\})?(\/[^'`$]*)/g,
  )
  return Array.from(routes, ([, path = '']) => path)
}

/** The first segment of a route, if it is literal. */
function wordOf(path: string): string {
  return (
    path
      .replace(/^\/bbs(?=\/)/, '')
      .split('/')
      .find((part) => part !== '' && !part.startsWith(':')) ?? ''
  )
}

test('every word used by a route of the server or forum is reserved', () => {
  const [server, forum] = [pathsOfServer().map(wordOf), pathsOfForum().map(wordOf)]
  expect(server).toEqual(expect.arrayContaining(['api', 'unsubscribe', 'embed', 'lang', 'media']))
  expect(forum).toEqual(expect.arrayContaining(['login', 'picker', 'notifications', 'author', 'tab', 'posts']))
  // Only these could also be the slug of a post or person.
  const owned = [...server, ...forum].filter((word) => SLUG.test(word))
  expect(owned.filter((word) => !RESERVED_WORDS.has(word))).toEqual([])
})
