import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import S3rver from 's3rver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { stoaCommand } from '../../../test/stoa-command.ts'
import { picture, upload } from '../../../test/uploads.ts'
import { keepSecretMark } from '../security/secret-mark.ts'
import { createS3Storage, parseS3Url } from './s3-storage.ts'
import { createFolderStorage, type Storage } from './storage.ts'

const ID = 'A1b2C3d4E5f6G7h8I9j0'
const OTHER = 'A1b2C3d4E5f6G7h8I9j1'
/** The second is that of a restored copy. */
const BUCKETS = ['uploads', 'copies'].map((name) => ({ name, configs: [] }))
const folder = mkdtempSync(join(tmpdir(), 'stoa-storage-'))
let s3: S3rver
let server: Server
let s3Url = ''
beforeAll(async () => {
  mkdirSync(join(folder, 's3'))
  s3 = new S3rver({ directory: join(folder, 's3'), silent: true, configureBuckets: BUCKETS })
  await s3.configureBuckets()
  server = createServer(s3.callback())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  s3Url = `http://S3RVER:S3RVER@127.0.0.1:${(server.address() as AddressInfo).port}/uploads/of/forum`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  rmSync(folder, { recursive: true, force: true })
})

function createStorage(url: string) {
  const location = parseS3Url(url)
  if (!location) throw new Error('No location.')
  return createS3Storage({ location, folder: join(folder, 'work') })
}
const storages: [name: string, () => Storage][] = [
  ['a folder', () => createFolderStorage(join(folder, 'media'))],
  ['S3', () => createStorage(s3Url)],
]

test.each(storages)('files are stored, read in ranges and removed: %s', async (_, open) => {
  const storage = open()
  const put = async (id: string, name: string, text: string) => {
    const path = join(folder, 'given')
    writeFileSync(path, text)
    await storage.put(id, name, path)
    await expect(readFile(path)).rejects.toThrow('ENOENT')
  }
  const textOf = async (name: string, range?: { start: number; end: number }) =>
    (await buffer(await storage.read(ID, name, range))).toString()
  expect(await storage.size(ID, 'a.txt')).toBeNull()
  await expect(storage.open(ID, 'a.txt')).rejects.toThrow()
  await put(ID, 'a.txt', 'first')
  await put(ID, 'a.txt', '0123456789')
  await put(ID, 'b.txt', 'b')
  await put(OTHER, 'a.txt', 'other')
  expect(await storage.size(ID, 'a.txt')).toBe(10)
  expect(await textOf('a.txt')).toBe('0123456789')
  expect(await textOf('a.txt', { start: 2, end: 4 })).toBe('234')
  const { path, release } = await storage.open(ID, 'a.txt')
  expect((await readFile(path)).toString()).toBe('0123456789')
  await release()
  await storage.remove(ID, 'a.txt')
  await storage.remove(ID, 'a.txt')
  expect([await storage.size(ID, 'a.txt'), await storage.size(ID, 'b.txt')]).toEqual([null, 1])
  await storage.removeAll(ID)
  await storage.removeAll(ID)
  expect([await storage.size(ID, 'b.txt'), await storage.size(OTHER, 'a.txt')]).toEqual([null, 5])
})

test('uploads are stored in the bucket', async () => {
  const stoa = await startTestApp({ S3_URL: s3Url })
  const { token } = await stoa.member('ada_demo')
  const media = await upload(stoa, token, { bytes: await picture({ width: 500, height: 300 }) })
  expect(media.status).toBe('ready')
  const headers = { authorization: `Bearer ${token}` }
  const whole = await fetch(new URL(media.url, stoa.url), { headers })
  expect(whole.headers.get('content-type')).toBe('image/webp')
  const bytes = Buffer.from(await whole.arrayBuffer())
  const part = await fetch(new URL(media.url, stoa.url), { headers: { ...headers, range: 'bytes=10-19' } })
  expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, bytes.subarray(10, 20)])
  const data = stoa.settings.STOA_DATA ?? ''
  expect(await readdir(join(data, 'uploads/work'))).toEqual([])
  expect(await readdir(data)).not.toContain('media')
  await stoa.call('mediaDelete', { mediaId: media.id }, { token })
  await stoa.app.jobs.drain()
  expect((await fetch(new URL(media.url, stoa.url))).status).toBe(404)
  await stoa.close()
})

test('uploads in a bucket are backed up, and restored into another one', async () => {
  const bucket = s3Url.replace('/of/forum', '/of/another')
  const stoa = await startTestApp({ S3_URL: bucket })
  const { token } = await stoa.member('ada_demo')
  const media = await upload(stoa, token, { bytes: await picture({ width: 500, height: 300 }) })
  await keepSecretMark(stoa.database, String(stoa.settings.STOA_SECRET))
  const archive = join(folder, 'stoa.tar')
  expect(await stoaCommand(stoa.settings, ['backup', archive])).toMatchObject({ code: 0 })
  const filesIn = async (url: string) => {
    const found: { id: string; name: string }[] = []
    for await (const file of createStorage(url).list()) found.push(file)
    return found
  }
  const before = await filesIn(bucket)
  expect(before.length).toBeGreaterThan(1)
  expect(before.every(({ id }) => id === media.id)).toBe(true)

  const copy = bucket.replace('/uploads/of/another', '/copies')
  const settings = { ...stoa.settings, STOA_DATA: join(folder, 'restored'), S3_URL: copy }
  expect(await stoaCommand(settings, ['restore', archive])).toMatchObject({ code: 0 })
  expect(await stoaCommand(settings, ['check'])).toMatchObject({ code: 0 })
  expect(existsSync(join(settings.STOA_DATA, 'media'))).toBe(false)
  expect(await filesIn(copy)).toEqual(before)
  for (const { id, name } of before) {
    const [one, other] = await Promise.all(
      [bucket, copy].map(async (url) => buffer(await createStorage(url).read(id, name))),
    )
    expect(other?.equals(one ?? Buffer.alloc(0))).toBe(true)
  }
  await stoa.close()
})

test('an incomplete bucket URL is rejected', () => {
  expect(parseS3Url('https://a%2Fb:c%3Dd@s3.example/bucket/x/y?region=eu-north-1')).toEqual({
    endpoint: 'https://s3.example',
    region: 'eu-north-1',
    bucket: 'bucket',
    prefix: 'x/y/',
    accessKeyId: 'a/b',
    secretAccessKey: 'c=d',
  })
  for (const wrong of ['', 's3://bucket', 'https://a:b@s3.example', 'https://a@s3.example/b', 'https://s3.example/b']) {
    expect(parseS3Url(wrong)).toBeNull()
  }
})
