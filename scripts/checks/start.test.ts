import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PlantedCopy, plantedCopy } from './planted-copy.ts'

let copy: PlantedCopy
beforeAll(() => {
  copy = plantedCopy()
})
afterAll(() => copy.remove())

/** The operator's command as linked by npm, in a checkout without a build. */
const stoa = (...parameters: string[]) =>
  spawnSync(process.execPath, [join(copy.folder, 'server/bin/stoa.mjs'), ...parameters], {
    cwd: copy.folder,
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: '', STOA_DATA: join(copy.folder, 'data'), NODE_ENV: 'test' },
  })

test('a command builds the server if needed, and prints only its own output', () => {
  const first = stoa('migrate')
  expect(first).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Ran 0001-/) })
  expect(first.stderr).toContain('built server')
  const second = stoa('check')
  const stderr = `Database: ${join(copy.folder, 'data/stoa.sqlite')}\n`
  expect(second).toMatchObject({ status: 0, stdout: 'Everything adds up.\n', stderr })
})

/** The text of a built module with its static imports. */
function loadedAtOnce(file: string, texts = new Map<string, string>()): Map<string, string> {
  const text = readFileSync(join(copy.folder, 'server/dist', file), 'utf8')
  texts.set(file, text)
  for (const [, next = ''] of text.matchAll(/^(?:import|export|\}) ?(?:[^'"\n]*from )?"\.\/([^"]+)";$/gm))
    if (!texts.has(next)) loadedAtOnce(next, texts)
  return texts
}

test('at start the server loads only modules that every server needs', () => {
  const text = [...loadedAtOnce('main.js').values()].join('\n')
  const packages = new Set([...text.matchAll(/ from "(@?[a-z][^":]*)";$/gm)].map(([, name]) => name))
  expect([...packages]).toEqual(expect.arrayContaining(['express', 'knex', 'socket.io']))
  for (const rare of [
    'mysql2',
    'ioredis',
    '@socket.io/redis-adapter',
    'htmlparser2',
    '@node-rs/argon2',
    'commander',
    'zod',
  ])
    expect([...packages]).not.toContain(rare)
  const languages = [...text.matchAll(/^\/\/ .*\/zod\/v4\/locales\/(\w+)\.js$/gm)].map(([, name]) => name)
  expect(languages).toEqual(['en'])
})
