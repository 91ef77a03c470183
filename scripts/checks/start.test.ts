import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PlantedCopy, plantedCopy } from './planted-copy.ts'

let copy: PlantedCopy
beforeAll(() => {
  copy = plantedCopy()
})
afterAll(() => copy.remove())

/** The operator's command as linked by npm, in a checkout without a build. */
const stoaIn = (environment: Record<string, string>, ...parameters: string[]) =>
  spawnSync(process.execPath, [join(copy.folder, 'server/bin/stoa.mjs'), ...parameters], {
    cwd: copy.folder,
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: '', STOA_DATA: join(copy.folder, 'data'), ...environment },
  })
const stoa = (...parameters: string[]) => stoaIn({ NODE_ENV: 'test' }, ...parameters)

const PRODUCTION = {
  NODE_ENV: 'production',
  STOA_URL: 'https://forum.example',
  STOA_SECRET: 'e2b0c94f6d7a1385bd09ce3fa7461d528b3c',
}

test('in production a command builds nothing, even if nothing is built', () => {
  expect(stoaIn(PRODUCTION, '--version')).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/^Stoa is not built\. .* npm ci && npm run build\n$/),
  })
  expect(existsSync(join(copy.folder, 'server/dist'))).toBe(false)
})

test('a command builds the server if needed, and prints only its own output', () => {
  const first = stoa('migrate')
  expect(first).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Ran 0001-/) })
  expect(first.stderr).toContain('built server')
  const second = stoa('check')
  const stderr = `Database: ${join(copy.folder, 'data/stoa.sqlite')}\n`
  expect(second).toMatchObject({ status: 0, stdout: 'Everything adds up.\n', stderr })
})

test('after a change that can’t be built, the build before still runs, and no command touches it without build tools', () => {
  const source = join(copy.folder, 'server/src/cli/main.ts')
  const text = readFileSync(source, 'utf8')
  const built = readFileSync(join(copy.folder, 'server/dist/cli.js'), 'utf8')
  writeFileSync(source, `${text}\n!`)
  const isSame = () => readFileSync(join(copy.folder, 'server/dist/cli.js'), 'utf8') === built
  expect(stoa('--version')).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('building server') })
  expect(isSame()).toBe(true)
  expect(stoaIn(PRODUCTION, '--version')).toMatchObject({ status: 0, stderr: '' })
  // As `npm ci --omit=dev` leaves it.
  const tools = join(copy.folder, 'node_modules/esbuild')
  renameSync(tools, `${tools}.away`)
  expect(stoa('--version')).toMatchObject({ status: 0, stderr: '' })
  expect(copy.run('scripts/build.mjs', '--only', 'server')).toMatchObject({
    code: 1,
    output: expect.stringContaining('The build tools are not installed.'),
  })
  expect(isSame()).toBe(true)
  renameSync(`${tools}.away`, tools)
  writeFileSync(source, text)
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
