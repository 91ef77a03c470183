import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { listenOn } from './http/listen-on.ts'
import { openDatabase } from './platform/database/database.ts'
import { migrate } from './platform/database/migrate.ts'
import { startFailure } from './start-failure.ts'

async function failureOn(address: { host: string; port: number }): Promise<string> {
  const server = createServer()
  onTestFinished(() => void server.close())
  return listenOn(server, address).then(
    () => 'listens',
    (error: unknown) => startFailure(error),
  )
}

test('expected errors are explained in one line, and others come with their stack', async () => {
  const first = createServer()
  await listenOn(first, { host: '127.0.0.1', port: 0 })
  onTestFinished(() => void first.close())
  const { port } = first.address() as AddressInfo
  expect(await failureOn({ host: '127.0.0.1', port })).toBe(
    `Port ${port} is in use on 127.0.0.1. Stop what uses it, or set another one: PORT, or STOA_METRICS_PORT for the figures.`,
  )
  expect(await failureOn({ host: '192.0.2.1', port: 0 })).toBe('HOST: 192.0.2.1 is no address of this machine.')
  expect(startFailure(new ConfigError('The settings have problems'))).toBe('The settings have problems')
  expect(startFailure(new TypeError('odd'))).toContain('start-failure.test.ts')
})

/** Starts like the server, up to the database, and returns why that failed. Nothing else may be printed. */
async function failureWith(environment: Record<string, string>): Promise<string> {
  const printed = vi.spyOn(console, 'log')
  onTestFinished(() => printed.mockRestore())
  try {
    const config = readConfig(environment)
    const database = openDatabase({ url: config.databaseUrl, dataFolder: config.dataFolder })
    try {
      await migrate(database)
    } finally {
      await database.close()
    }
    return 'starts'
  } catch (error) {
    expect(printed).not.toHaveBeenCalled()
    return startFailure(error)
  }
}

test('an invalid data folder or database is explained in one line', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stoa-start-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'file')
  writeFileSync(file, '')
  mkdirSync(join(folder, 'a/stoa.sqlite'), { recursive: true })
  mkdirSync(join(folder, 'b'))
  writeFileSync(join(folder, 'b/stoa.sqlite'), 'words, no database. '.repeat(100))
  const STOA_SECRET = 'x'.repeat(32)
  const noFolder = (path: string) =>
    `STOA_DATA: ${path} is no folder. Move what is there away, or set STOA_DATA to another folder.`
  expect(await failureWith({ STOA_DATA: file })).toBe(noFolder(file))
  expect(await failureWith({ STOA_DATA: file, STOA_SECRET })).toBe(noFolder(file))
  expect(await failureWith({ STOA_DATA: join(file, 'x'), STOA_SECRET })).toBe(noFolder(join(file, 'x')))
  expect(await failureWith({ STOA_DATA: join(folder, 'a'), STOA_SECRET })).toMatch(
    /^STOA_DATA: \S+stoa\.sqlite can't be opened\. .+$/,
  )
  expect(await failureWith({ STOA_DATA: join(folder, 'b'), STOA_SECRET })).toMatch(
    /^STOA_DATA: stoa\.sqlite in it is no database.+$/,
  )
})

test('a missing database server is explained in one line', async () => {
  const gone = createServer()
  await listenOn(gone, { host: '127.0.0.1', port: 0 })
  const { port } = gone.address() as AddressInfo
  await new Promise((resolve) => gone.close(resolve))
  const DATABASE_URL = `mysql://stoa:secret@127.0.0.1:${port}/stoa`
  expect(await failureWith({ DATABASE_URL, STOA_SECRET: 'x'.repeat(32) })).toBe(
    `The database is not reached: connect ECONNREFUSED 127.0.0.1:${port}. Start it, or set DATABASE_URL to where it is.`,
  )
})

test.each([
  ['ER_ACCESS_DENIED_ERROR', {}, /does not let the server in: words\. Set user and password in DATABASE_URL/],
  ['ER_DBACCESS_DENIED_ERROR', {}, /DATABASE_URL/],
  ['ER_BAD_DB_ERROR', {}, /^words\. Make it, or name another one in DATABASE_URL\.$/],
  ['SQLITE_READONLY', {}, /STOA_DATA/],
  ['EACCES', { syscall: 'listen', port: 80 }, /^PORT: 80 /],
  ['EACCES', { syscall: 'open', path: '/data/secret' }, /^\/data\/secret may not be used \(EACCES\)\. .*STOA_DATA/],
  ['EROFS', { syscall: 'mkdir', path: '/data' }, /^\/data may not be used/],
  ['EISDIR', { syscall: 'read', path: '/data/config.json' }, /^\/data\/config\.json is a folder/],
])('%s (%j) is explained in one line', (code, about, told) => {
  const failure = startFailure(Object.assign(new Error('words'), { code, ...about }))
  expect(failure).toMatch(told)
  expect(failure).not.toContain('\n')
})
