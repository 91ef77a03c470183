import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bundledProgram } from '../test/programs/bundled-program.ts'
import { protectDataFolder } from './data-folder.ts'
import { openDatabase } from './platform/database/database.ts'

let parent: string
let folder: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'stoa-modes-'))
  folder = join(parent, 'data')
})
afterEach(() => rmSync(parent, { recursive: true }))

/** Runs one of our programs with a umask that makes new files readable by everyone. */
async function run(program: 'cli' | 'prepare-program', ...parameters: string[]): Promise<string> {
  const command = `umask 022; exec "${process.execPath}" "$@"`
  return execFileSync('sh', ['-c', command, 'sh', await bundledProgram(program), ...parameters], {
    env: { ...process.env, STOA_DATA: folder, STOA_SECRET: '', STOA_DEMO: '0', DATABASE_URL: '', PORT: '0' },
    encoding: 'utf8',
  })
}

const modeOf = (path: string) => (statSync(path).mode & 0o7777).toString(8)

/** The modes of the folder and everything in it. */
const modes = () =>
  Object.fromEntries([
    ['.', modeOf(folder)],
    ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => [name, modeOf(join(folder, name))]),
  ])

test('files of a server or command are accessible to its own user only', async () => {
  expect(await run('prepare-program')).toBe('ready')
  await run('cli', 'backup', join(folder, 'copy.tar'))
  const { '.': own, ...files } = modes()
  expect(own).toBe('700')
  expect(Object.keys(files)).toEqual(expect.arrayContaining(['stoa.sqlite', 'secret', 'copy.tar']))
  for (const [name, mode] of Object.entries(files)) expect([name, mode]).toEqual([name, '600'])
})

test('a database created by a command is accessible to its own user only', async () => {
  await run('cli', 'migrate')
  expect(modes()).toMatchObject({ '.': '700', 'stoa.sqlite': '600', secret: '600' })
})

test('a start makes an installation that others could read inaccessible to them', async () => {
  mkdirSync(join(folder, 'mail'), { recursive: true, mode: 0o755 })
  const before = process.umask(0o022)
  // The log exists because another process has the database open.
  const database = openDatabase({ url: null, dataFolder: folder })
  await database.transaction(({ connection }) => connection.schema.createTable('other', (table) => table.string('a')))
  for (const name of ['secret', 'providers.json', 'config.json', 'stoa-2026.sqlite', 'mail/1-2-3.eml']) {
    writeFileSync(join(folder, name), name.endsWith('.json') ? '{}' : 'x'.repeat(32))
  }
  process.umask(before)
  chmodSync(folder, 0o755)
  const open = modes()
  expect(open).toMatchObject({ '.': '755', mail: '755', 'stoa.sqlite': '644', 'stoa.sqlite-wal': '644', secret: '644' })
  expect(await run('prepare-program')).toBe('ready')
  const { '.': own, mail, 'config.json': config, ...files } = modes()
  expect([own, mail]).toEqual(['700', '700'])
  // Browsers get it anyway, and it belongs to the operator.
  expect(config).toBe(open['config.json'])
  expect(Object.keys(files)).toEqual(expect.arrayContaining(['stoa.sqlite-wal', 'stoa.sqlite-shm', 'mail/1-2-3.eml']))
  for (const [name, mode] of Object.entries(files)) expect([name, mode]).toEqual([name, '600'])
  await database.close()
})

test('a folder shared by all users of the machine is refused and left unchanged', () => {
  mkdirSync(folder)
  chmodSync(folder, 0o1777)
  expect(() => protectDataFolder(folder)).toThrow(/^STOA_DATA: .+ is shared by all users of the machine/)
  expect(modeOf(folder)).toBe('1777')
})
