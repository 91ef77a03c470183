import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { extract, type Header, pack } from 'tar-stream'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createEmptySchema, type EmptySchema } from '../../test/databases/empty-database.ts'
import { rowCounts } from '../../test/databases/tables.ts'
import { type Forum, startForum } from '../../test/forum.ts'
import { POST_CONTENT } from '../../test/samples.ts'
import { stoaCommand } from '../../test/stoa-command.ts'
import { picture, upload } from '../../test/uploads.ts'
import { FILE_PATH } from '../platform/backup/archive-reader.ts'
import { openDatabase } from '../platform/database/database.ts'
import { beginFilling } from '../platform/database/load.ts'
import { migrate } from '../platform/database/migrate.ts'
import { keepSecretMark } from '../platform/security/secret-mark.ts'
import { createBackup } from './create-backup.ts'
import { beginStaging, endStaging } from './staging.ts'

/** The only folder that is removed. All others are in it. */
const ALL = mkdtempSync(join(tmpdir(), 'stoa-backup-test-'))
const archive = join(ALL, 'stoa.tar')

let forum: Forum
let sourceData: string
let mediaUrl: string
let count = 0
/** Where one test restores. */
let folder: string
let data: string
let schema: EmptySchema
let settings: Record<string, string>

beforeAll(async () => {
  forum = await startForum()
  const { stoa, ada } = forum
  sourceData = String(stoa.settings.STOA_DATA)
  await keepSecretMark(stoa.database, String(stoa.settings.STOA_SECRET))
  writeFileSync(join(sourceData, 'config.json'), JSON.stringify({ domainDisplayName: 'Backed up' }))
  const postId = await forum.newPost()
  await forum.say(ada.token, { postId, content: 'See http://localhost:3000/bbs/FORUM and http://localhost:30001/x.' })
  const admin = await stoa.member('keeper_demo', { networkAdmin: true })
  const link = { id: 'own', kind: 'link', target: 'http://localhost:3000/bbs/FORUM', labels: { en: 'Own' } } as const
  const menu = { name: 'default', revision: 0, items: [link] }
  const texts = { en: { title: 'Rules', postContent: POST_CONTENT.replace('Some words', `See ${link.target}`) } }
  for (const { status, body } of [
    await stoa.call('menuSave', menu, admin),
    await stoa.call('pageSave', { domainName: 'default', slug: 'rules', texts }, admin),
  ])
    if (status !== 200) throw new Error(JSON.stringify(body))
  const media = await upload(stoa, ada.token, { bytes: await picture({ width: 500, height: 300 }) })
  mediaUrl = media.url
  await stoaCommand(stoa.settings, ['repair'])
  const made = await stoaCommand(stoa.settings, ['backup', archive])
  if (made.code !== 0) throw new Error(made.err)
})
afterAll(async () => {
  await forum?.stoa.close()
  rmSync(ALL, { recursive: true })
})

beforeEach(async () => {
  folder = join(ALL, `test-${(count += 1)}`)
  mkdirSync(folder)
  data = join(folder, 'data')
  schema = await createEmptySchema()
  const { STOA_SECRET = '' } = forum.stoa.settings
  settings = { STOA_DATA: data, STOA_SECRET, ...(schema.url ? { DATABASE_URL: schema.url } : {}) }
})
afterEach(() => schema.drop())

const restore = (...parameters: string[]) => stoaCommand(settings, ['restore', ...parameters])
/** The restored database; that of MySQL needs no data folder. */
const opened = () => openDatabase({ url: schema.url, dataFolder: schema.url === null ? data : folder })

async function tableCount(): Promise<number> {
  if (schema.url === null) return 0
  const database = opened()
  const [[row]] = await database.read.raw(
    'select count(*) as count from information_schema.tables where table_schema = database()',
  )
  await database.close()
  return Number(row.count)
}

/** Nothing was restored: there is no data folder, and no table. */
async function expectNothing(): Promise<void> {
  expect(readdirSync(folder).filter((name) => name.startsWith('data'))).toEqual([])
  expect(await tableCount()).toBe(0)
}

interface Entry {
  header: Partial<Header> & { name: string }
  content: Buffer
}

/** Rewrites an archive. The manifest's hash follows the manifest. */
async function rewritten(change: (entries: Entry[]) => Entry[]): Promise<string> {
  const tar = extract()
  tar.end(readFileSync(archive))
  const entries: Entry[] = []
  for await (const entry of tar)
    entries.push({ header: entry.header, content: await buffer(entry as unknown as Readable) })
  const changed = change(entries)
  const sha256 = createHash('sha256')
    .update(changed[0]?.content ?? '')
    .digest('hex')
  const out = pack()
  for (const { header, content } of changed) {
    const bytes = header.name === 'manifest.sha256' ? Buffer.from(sha256) : content
    if (header.type === 'symlink') out.entry(header)
    else out.entry({ ...header, size: bytes.length }, bytes)
  }
  out.finalize()
  const path = join(folder, 'changed.tar')
  writeFileSync(path, await buffer(out as unknown as Readable))
  return path
}

test('an archive has the manifest first, is private, and never replaces a file', async () => {
  expect(statSync(archive).mode & 0o777).toBe(0o600)
  const before = readFileSync(archive)
  const manifest = JSON.parse(before.subarray(512).toString().split('\n')[0] ?? '')
  const { name: database } = forum.stoa.database.dialect
  expect(manifest).toMatchObject({ format: 'stoa backup', origin: 'http://localhost:3000', database })
  expect(manifest.files.count).toBeGreaterThan(1)
  const again = await stoaCommand(forum.stoa.settings, ['backup', archive])
  expect(again).toMatchObject({ code: 1, err: expect.stringContaining('exists already') })
  expect(readFileSync(archive).equals(before)).toBe(true)
  expect(existsSync(`${archive}.half`)).toBe(false)
})

test('a restored installation has all rows, uploads and settings, and adds up', async () => {
  const { code, out, err } = await restore(archive, '--json')
  expect([code, err]).toEqual([0, ''])
  expect(JSON.parse(out).findings).toEqual([])
  const database = opened()
  // The backup itself is older than what the server has done since.
  const { held_work: held, ...counts } = await rowCounts(database)
  const { held_work: _, ...source } = await rowCounts(forum.stoa.database)
  expect(held).toBe(1)
  expect(counts).toEqual(source)
  for (const table of ['comments', 'users', 'communities'])
    expect(await database.read(table).orderBy('id')).toEqual(await forum.stoa.database.read(table).orderBy('id'))
  await database.close()
  const stored = readdirSync(join(data, 'media'), { recursive: true, encoding: 'utf8' })
  expect(stored.some((name) => name.endsWith(mediaUrl.split('/').slice(-2).join('/')))).toBe(true)
  expect(readFileSync(join(data, 'config.json'), 'utf8')).toContain('Backed up')
  expect(await stoaCommand(settings, ['check'])).toMatchObject({ code: 0, out: 'Everything adds up.' })
})

test('uploads that are deleted or processed while the backup is made are none that a restore misses', async () => {
  const { stoa, ada } = forum
  const [deleted, kept] = [
    await upload(stoa, ada.token, { bytes: await picture() }),
    await upload(stoa, ada.token, { bytes: await picture() }),
  ]
  await stoa.database.transaction(({ connection }) =>
    connection('media').where({ id: kept.id }).update({ status: 'processing' }),
  )
  const own = join(folder, 'own.tar')
  const { storage, uploaded } = stoa.app.services
  async function* list() {
    // The snapshot was taken before.
    await stoa.call('mediaDelete', { mediaId: deleted.id }, ada)
    await stoa.app.jobs.drain()
    yield* storage.list()
  }
  const { gone } = await createBackup(own, {
    ...{ database: stoa.database, storage: { ...storage, list }, existing: uploaded.existing },
    ...{ dataFolder: sourceData, origin: 'http://localhost:3000', keepsSecret: false },
  })
  await stoa.database.transaction(({ connection }) => connection('media').where({ id: kept.id }).del())
  expect(gone).toBe(2)
  const restored = await restore(own, '--json')
  expect([restored.code, JSON.parse(restored.out).findings]).toEqual([0, []])
  expect(await stoaCommand(settings, ['check'])).toMatchObject({ code: 0, out: 'Everything adds up.' })
  const database = opened()
  const left = await database.read('media').whereIn('id', [deleted.id, kept.id])
  await database.close()
  expect(left).toEqual([])
})

test('--verify restores into a temporary folder only', async () => {
  const { code, out } = await restore(archive, '--verify', '--json')
  expect([code, JSON.parse(out)]).toMatchObject([0, { restored: false, findings: [] }])
  await expectNothing()
})

test('a damaged or incomplete archive is refused whole', async () => {
  const bytes = readFileSync(archive)
  const damaged = join(folder, 'damaged.tar')
  for (const at of [600, ...[0.3, 0.5, 0.8].map((part) => Math.floor(bytes.length * part))]) {
    const copy = Buffer.from(bytes)
    copy[at] = (copy[at] ?? 0) ^ 0x55
    writeFileSync(damaged, copy)
    const refused = await restore(damaged)
    expect([at, refused.code, refused.out]).toEqual([at, 1, ''])
  }
  for (const length of [0, 100, 5000, Math.floor(bytes.length / 2), bytes.length - 20_000]) {
    writeFileSync(damaged, bytes.subarray(0, length))
    expect([length, (await restore(damaged)).code]).toEqual([length, 1])
  }
  await expectNothing()
})

test('missing parts, other files, links and paths that lead elsewhere are refused', async () => {
  const evil = (name: string, more: Partial<Header> = {}): Entry => ({
    header: { name, mode: 0o600, type: 'file', ...more },
    content: Buffer.from('evil'),
  })
  const changes: ((entries: Entry[]) => Entry[])[] = [
    (entries) => entries.filter(({ header }) => !header.name.startsWith('tables/comments/')),
    (entries) => entries.filter(({ header }) => !header.name.startsWith('media/')),
    (entries) => entries.slice(1),
    (entries) => [...entries, evil('data/more.json')],
    (entries) => [...entries, evil('data/../../evil')],
    (entries) => [...entries, evil('/etc/evil')],
    (entries) => [...entries, evil('data/link', { type: 'symlink', linkname: '/etc/passwd' })],
    (entries) => [...entries, ...entries.slice(-1)],
  ]
  for (const [index, change] of changes.entries()) {
    const { code, out } = await restore(await rewritten(change))
    expect([index, code, out]).toEqual([index, 1, ''])
  }
  expect((await restore(join(folder, 'nothing.tar'))).err).toContain('There is no archive')
  await expectNothing()
})

test.each([
  ['media/0123456789ABCDEF/original.webp', true],
  ['data/domains/garden.example.json', true],
  ['data/lang/de-CH.json', true],
  ['data/secret', true],
  ['gone.json', true],
  ['goneXjson', false],
  ['data/stoa.sqlite', false],
  ['data/stoa.sqlite-wal', false],
  ['data/media/0123456789ABCDEF/original.webp', false],
  ['data/domains/.hidden', false],
  ['data/domains/a/b.json', false],
  ['data/configXjson', false],
  ['media/0123456789ABCDEF', false],
  ['media/../secret', false],
])('an archive may have a file %s: %s', (path, isAllowed) => {
  expect(FILE_PATH.test(path)).toBe(isAllowed)
})

const withManifest = (change: (manifest: Record<string, unknown>) => void) =>
  rewritten((entries) =>
    entries.map((entry) => {
      if (entry.header.name !== 'manifest.json') return entry
      const manifest = JSON.parse(entry.content.toString())
      change(manifest)
      return { ...entry, content: Buffer.from(JSON.stringify(manifest)) }
    }),
  )

test('an archive of a newer version is refused before anything is touched', async () => {
  const newer = await withManifest((manifest) => {
    manifest.schema = [...(manifest.schema as string[]), '9999-future']
  })
  expect(await restore(newer)).toMatchObject({ code: 1, err: expect.stringContaining('newer version') })
  const format = await withManifest((manifest) => {
    manifest.formatVersion = 2
  })
  expect(await restore(format)).toMatchObject({ code: 1, err: expect.stringContaining('newer version') })
  const names = await withManifest((manifest) => {
    manifest.tables = (manifest.tables as { name: string }[]).map((table) => ({ ...table, name: 'users; drop' }))
  })
  expect(await restore(names)).toMatchObject({ code: 1, out: '' })
  await expectNothing()
})

test('what is there is never replaced', async () => {
  mkdirSync(data)
  writeFileSync(join(data, 'words'), 'kept')
  expect(await restore(archive)).toMatchObject({ code: 1, err: expect.stringContaining('is not empty') })
  expect(readdirSync(data)).toEqual(['words'])
  rmSync(join(data, 'words'))
  if (schema.url !== null) {
    const database = opened()
    await migrate(database)
    await database.close()
    const before = await tableCount()
    expect(await restore(archive)).toMatchObject({ code: 1, err: expect.stringContaining('is not empty') })
    expect(await tableCount()).toBe(before)
  }
  expect(existsSync(`${data}.restoring`)).toBe(false)
})

test('the secret of that time is needed, unless the archive has it', async () => {
  settings.STOA_SECRET = 'another-secret-0123456789-abcdefgh'
  expect(await restore(archive)).toMatchObject({ code: 1, err: expect.stringContaining('another secret') })
  settings.STOA_SECRET = ''
  expect(await restore(archive)).toMatchObject({ code: 1, err: expect.stringContaining('STOA_SECRET') })
  await expectNothing()
  // As on a server that made its secret.
  const { STOA_SECRET = '', ...others } = forum.stoa.settings
  writeFileSync(join(sourceData, 'secret'), STOA_SECRET)
  const own = join(folder, 'own.tar')
  const made = await stoaCommand(others, ['backup', own])
  rmSync(join(sourceData, 'secret'))
  expect(made).toMatchObject({ code: 0, err: expect.stringContaining('and the secret that decrypts it') })
  expect(await restore(own)).toMatchObject({ code: 0 })
  expect(readFileSync(join(data, 'secret'), 'utf8')).toBe(STOA_SECRET)
  expect(statSync(join(data, 'secret')).mode & 0o777).toBe(0o600)
})

test('what an interrupted restore left is removed by the next one, and no server starts on it', async () => {
  mkdirSync(join(`${data}.restoring`, 'media'), { recursive: true })
  writeFileSync(join(`${data}.restoring`, 'stoa.sqlite'), 'half')
  if (schema.url !== null) {
    const database = opened()
    await beginFilling(database)
    await database.read.schema.createTable('users', (table) => void table.string('half'))
    await expect(migrate(database)).rejects.toThrow('interrupted')
    await database.close()
  }
  expect(await restore(archive)).toMatchObject({ code: 0 })
  expect(existsSync(`${data}.restoring`)).toBe(false)
  expect(await stoaCommand(settings, ['check'])).toMatchObject({ code: 0 })
})

test('an interrupted move into a folder that can’t be replaced is undone', async () => {
  mkdirSync(join(data, '.restoring'), { recursive: true })
  writeFileSync(join(data, '.restoring', 'moving.json'), JSON.stringify(['config.json', '../../words', 'stoa.sqlite']))
  writeFileSync(join(data, 'config.json'), '{}')
  writeFileSync(join(folder, 'words'), 'kept')
  if (schema.url !== null) {
    const database = opened()
    await beginFilling(database)
    await database.close()
  }
  expect(await restore(archive)).toMatchObject({ code: 0 })
  expect(readdirSync(data)).not.toContain('.restoring')
  expect(readFileSync(join(data, 'config.json'), 'utf8')).toContain('Backed up')
  expect(readFileSync(join(folder, 'words'), 'utf8')).toBe('kept')
})

test('a restore that was killed before its MySQL database was complete begins anew, and a complete one does not', async () => {
  const media = join(data, 'media')
  const first = await beginStaging(data, 'empty')
  mkdirSync(join(first.folder, 'media'))
  await first.finish()
  expect(existsSync(media)).toBe(true)
  await expect(beginStaging(data, 'used')).rejects.toThrow('is not empty (media)')
  await expect(beginStaging(data, 'empty')).rejects.toThrow('is not empty (media)')
  const second = await beginStaging(data, 'unfinished')
  expect(existsSync(media)).toBe(false)
  mkdirSync(join(second.folder, 'media'))
  await second.finish()
  await endStaging(data)
  await expect(beginStaging(data, 'unfinished')).rejects.toThrow('is not empty (media)')
  expect(readdirSync(data)).toEqual(['media'])
})

test('a data folder’s mode stays private, whatever it was', async () => {
  mkdirSync(data)
  chmodSync(data, 0o755)
  expect(await restore(archive)).toMatchObject({ code: 0 })
  expect(statSync(data).mode & 0o777).toBe(0o700)
})

test('--origin changes links to the installation’s own pages, and nothing else', async () => {
  const moved = 'http://moved.example:8080'
  expect(await restore(archive, '--origin', moved)).toMatchObject({ code: 1, err: expect.stringContaining('STOA_URL') })
  settings.STOA_URL = moved
  expect(await restore(archive, '--origin', `${moved}/`)).toMatchObject({ code: 0 })
  const database = opened()
  const texts = await database.read('comments').pluck('content')
  const menus = await database.read('main_menus').pluck('items')
  const pages = await database.read('domain_pages').pluck('texts')
  await database.close()
  for (const text of [...menus, ...pages]) {
    expect(text).toContain(`${moved}/bbs/FORUM`)
    expect(text).not.toContain('localhost:3000')
  }
  expect(texts).toContain(`See ${moved}/bbs/FORUM and http://localhost:30001/x.`)
  expect(await stoaCommand(settings, ['check'])).toMatchObject({ code: 0 })
})

const SAMPLES = join(import.meta.dirname, '../../../bench/samples')
test.each(readdirSync(SAMPLES))('the sample of a release restores in this version: %s', async (file) => {
  settings.STOA_SECRET = ''
  expect(await restore(join(SAMPLES, file))).toMatchObject({
    code: 0,
    out: expect.stringContaining('Everything adds up.'),
  })
  expect((await stoaCommand(settings, ['user:list'])).out).toContain('ada_sample')
})
