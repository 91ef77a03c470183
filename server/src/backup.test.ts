import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { createEmptySchema, type EmptySchema } from '../test/databases/empty-database.ts'
import { type Forum, startForum } from '../test/forum.ts'
import { stoaCommand } from '../test/stoa-command.ts'
import { createApp } from './app.ts'
import { readConfig } from './config.ts'
import { createHttpListener } from './http/listener.ts'
import { openDatabase } from './platform/database/database.ts'
import { createLogger } from './platform/logging/logger.ts'

const ROOT = join(import.meta.dirname, '../..')

const folder = mkdtempSync(join(tmpdir(), 'stoa-backup-'))
let forum: Forum
let schema: EmptySchema
beforeEach(async () => {
  forum = await startForum()
  schema = await createEmptySchema()
})
afterEach(async () => {
  await forum.stoa.close()
  await schema.drop()
})
afterAll(() => rmSync(folder, { recursive: true }))

/** The manual's steps for making and restoring a backup, in order. */
function documented(): string[] {
  const manual = readFileSync(join(ROOT, 'docs/operating.md'), 'utf8')
  const chapter = manual.slice(manual.indexOf('## Backups'))
  return [...chapter.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, steps = '']) => steps)
}

/** Runs steps in a shell where `npx @stoa/server` runs the command line from source. */
function run(steps: string, environment: Record<string, string>): string {
  const bin = join(folder, 'bin')
  mkdirSync(bin, { recursive: true })
  const program = `"${process.execPath}" --import tsx --conditions=source "${join(import.meta.dirname, 'cli/main.ts')}"`
  writeFileSync(join(bin, 'npx'), `#!/bin/sh\n[ "$1" = @stoa/server ] || exit 9\nshift\nexec ${program} "$@"\n`)
  chmodSync(join(bin, 'npx'), 0o755)
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, ...environment }
  return execFileSync('sh', ['-e', '-c', steps], { cwd: ROOT, env, encoding: 'utf8' })
}

test('the manual’s steps back up a running server and restore it', async () => {
  const { stoa, ada } = forum
  const postId = await forum.newPost()
  await forum.say(ada.token, { postId, content: 'Said before the backup.' })
  // Some of this forum's rows were inserted without updating the counters.
  await stoaCommand(stoa.settings, ['repair'])
  const { STOA_DATA = '', STOA_SECRET = '', DATABASE_URL = '' } = stoa.settings
  // As on a server that created its secret and writes mails to files.
  writeFileSync(join(STOA_DATA, 'secret'), STOA_SECRET)
  writeFileSync(join(STOA_DATA, 'config.json'), JSON.stringify({ domainDisplayName: 'Restored' }))
  mkdirSync(join(STOA_DATA, 'mail'), { recursive: true })
  writeFileSync(join(STOA_DATA, 'mail/1-1-1.eml'), 'a mail')

  const [backUp = '', restore = ''] = documented()
  const BACKUP = join(folder, 'backup')
  mkdirSync(BACKUP)
  run(backUp, { STOA_DATA, STOA_SECRET: '', DATABASE_URL, BACKUP })
  await forum.say(ada.token, { postId, content: 'Said after it.' })
  expect(readdirSync(BACKUP)).toEqual(['stoa.tar'])
  expect(statSync(join(BACKUP, 'stoa.tar')).mode & 0o777).toBe(0o600)

  const restored = { STOA_DATA: join(folder, 'restored'), STOA_SECRET: '', DATABASE_URL: schema.url ?? '' }
  expect(run(restore, { ...restored, BACKUP })).toContain('Everything adds up.')
  expect(readdirSync(restored.STOA_DATA)).not.toContain('mail')
  const read = await readFrom(restored, ada.token)
  expect(read.me).toBe(200)
  expect(await read.thread(postId)).toContain('Said before the backup.')
  expect(await read.thread(postId)).not.toContain('Said after it.')
  expect(await read.config()).toMatchObject({ domainDisplayName: 'Restored' })
  await read.close()
})

/** Starts the application on a restored folder and reads from it. */
async function readFrom(settings: Record<string, string>, token: string) {
  const config = readConfig(settings, { isReadOnly: true })
  const database = openDatabase({ url: config.databaseUrl, dataFolder: config.dataFolder })
  const app = createApp({ config, database, clock: forum.stoa.clock, logger: createLogger('silent') })
  const server = createServer({ keepAliveTimeout: 0 }, createHttpListener(app))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    me: (await fetch(`${url}/api/me`, { headers: { authorization: `Bearer ${token}` } })).status,
    thread: async (postId: string) => (await fetch(`${url}/api/comments?type=post&postId=${postId}`)).text(),
    config: async () => (await fetch(`${url}/config.json`)).json(),
    async close() {
      await new Promise((resolve) => server.close(resolve))
      await app.events.flush()
      await database.close()
    },
  }
}
