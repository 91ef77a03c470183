import { once } from 'node:events'
import { readdir, stat, statfs } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import {
  IMAGE_MAX_BYTES,
  MEDIA_MAX_BYTES,
  MEMBER_MEDIA_MAX_BYTES,
  PROFILE_IMAGE_MAX_BYTES,
  UNFINISHED_UPLOADS_MAX,
  UPLOADS_PATH,
} from '@stoa/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness.ts'
import { startServerProgram } from '../../../../test/programs/start-server-program.ts'
import {
  announce,
  announced,
  idOf,
  picture,
  sendPart,
  type TusResponse,
  tus,
  upload,
} from '../../../../test/uploads.ts'
import type { LeasedJob } from '../../../platform/jobs/queue.ts'
import { createProcessing } from './processor.ts'
import { PROCESSING_LANES } from './service.ts'

let stoa: TestApp
let ada: { id: string; token: string }
let bea: { id: string; token: string }
beforeAll(async () => {
  stoa = await startTestApp()
  ada = await stoa.member('ada_demo')
  bea = await stoa.member('bea_demo')
})
afterAll(() => stoa.close())

let made = 0
const somebody = () => stoa.member(`uploader_${(made += 1)}`)
const folder = (name: string) => join(stoa.settings.STOA_DATA ?? '', name)
const filesIn = async (name: string) => (await readdir(folder(name), { recursive: true }).catch(() => [])).toSorted()
const head = (id: string, token = ada.token) => tus(stoa, { method: 'HEAD', path: `${UPLOADS_PATH}/${id}`, token })
const get = (path: string, headers: Record<string, string> = {}, token = ada.token) =>
  fetch(new URL(path, stoa.url), { headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) } })

test('a picture is re-encoded in several sizes, without metadata', async () => {
  const bytes = await sharp(await picture({ width: 1200, height: 800 }))
    .withExif({ IFD0: { Copyright: 'Somebody' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const media = await upload(stoa, ada.token, { filename: 'holiday.jpg', filetype: 'image/jpeg', bytes })
  expect(media).toMatchObject({
    kind: 'image',
    status: 'ready',
    error: null,
    filename: 'holiday.jpg',
    bytes: bytes.length,
    // Rotated upright.
    width: 800,
    height: 1200,
    durationMs: null,
    uses: 0,
    url: `/media/${media.id}/original.webp`,
  })
  expect(media.placeholder).toMatch(/^#[0-9a-f]{6}$/)
  expect(media.sizes).toEqual([
    { width: 480, height: 720, url: `/media/${media.id}/480.webp`, avifUrl: `/media/${media.id}/480.avif` },
  ])
  for (const [path, type] of [
    [media.url, 'image/webp'],
    [media.sizes[0]?.avifUrl ?? '', 'image/avif'],
  ] as const) {
    const answer = await get(path)
    expect(answer.headers.get('content-type')).toBe(type)
    const file = Buffer.from(await answer.arrayBuffer())
    const { exif, orientation } = await sharp(file).metadata()
    expect({ exif, orientation }).toEqual({ exif: undefined, orientation: undefined })
  }
  expect(await filesIn('uploads')).toEqual(['work'])
  expect((await filesIn('media')).filter((name) => name.endsWith('sent'))).toEqual([])
})

test('an animation stays animated', async () => {
  const frames = await Promise.all([1, 2, 3].map(() => picture({ width: 32, height: 32 })))
  const bytes = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
  const media = await upload(stoa, ada.token, { filename: 'a.gif', filetype: 'image/gif', bytes })
  expect(media).toMatchObject({ status: 'ready', width: 32, height: 32 })
  const file = Buffer.from(await (await get(media.url)).arrayBuffer())
  expect((await sharp(file, { pages: -1 }).metadata()).pages).toBe(3)
})

/** Two frames of 16 × 16 pixels: red, then blue on the left half. Default: half a second each, three times. */
async function animatedPng({ plays = [0, 0, 0, 3], delay = [0, 1, 0, 2], profile = 0 } = {}): Promise<Buffer> {
  const png = (color: string, width: number) =>
    sharp({ create: { width, height: 16, channels: 4, background: color } })
      .png()
      .toBuffer()
  const partsOf = (file: Buffer, name: string) => {
    const at = file.indexOf(name)
    return file.subarray(at + 4, at + 4 + file.readUInt32BE(at - 4))
  }
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data])
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(data.length, 0)
    ends.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
  }
  const numbers = (...values: number[]) => Buffer.concat(values.map((value) => Buffer.from([0, 0, 0, value])))
  const control = (sequence: number, width: number) =>
    chunk('fcTL', Buffer.concat([numbers(sequence, width, 16, 0, 0), Buffer.from([...delay, 0, 1])]))
  const [red, blue] = [await png('#f00', 16), await png('#00f', 8)]
  return Buffer.concat([
    ...[red.subarray(0, 8), chunk('IHDR', partsOf(red, 'IHDR'))],
    ...(profile > 0 ? [chunk('iCCP', Buffer.alloc(profile))] : []),
    chunk('acTL', Buffer.concat([numbers(2), Buffer.from(plays)])),
    ...[control(0, 16), chunk('IDAT', partsOf(red, 'IDAT'))],
    ...[control(1, 8), chunk('fdAT', Buffer.concat([numbers(2), partsOf(blue, 'IDAT')]))],
    chunk('IEND', Buffer.alloc(0)),
  ])
}

test('an animated PNG stays animated, each frame drawn on those before it', async () => {
  const bytes = await animatedPng()
  const media = await upload(stoa, ada.token, { filename: 'a.png', filetype: 'image/png', bytes })
  expect(media).toMatchObject({ status: 'ready', kind: 'image', width: 16, height: 16, placeholder: '#ff0000' })
  const file = Buffer.from(await (await get(media.url)).arrayBuffer())
  expect(await sharp(file, { pages: -1 }).metadata()).toMatchObject({ pages: 2, delay: [500, 500], loop: 3 })
  const { data } = await sharp(file, { page: 1 }).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const colorAt = (x: number) => [...data.subarray((8 * 16 + x) * 3, (8 * 16 + x) * 3 + 3)].map((value) => value > 127)
  expect([colorAt(2), colorAt(13)]).toEqual([
    [false, false, true],
    [true, false, false],
  ])
})

test('an animated PNG with extreme numbers or a huge profile is converted without these', async () => {
  const most = [255, 255, 255, 255]
  const bytes = await animatedPng({ plays: most, delay: [255, 255, 0, 1] })
  const media = await upload(stoa, ada.token, { filename: 'a.png', filetype: 'image/png', bytes })
  expect(media).toMatchObject({ status: 'ready', width: 16 })
  const file = Buffer.from(await (await get(media.url)).arrayBuffer())
  const about = await sharp(file, { pages: -1 }).metadata()
  expect(about).toMatchObject({ pages: 2, delay: [65_535, 65_535], loop: 65_535 })
  const heavy = await animatedPng({ profile: 1_000_001 })
  expect(await upload(stoa, ada.token, { filename: 'a.png', filetype: 'image/png', bytes: heavy })).toMatchObject({
    status: 'ready',
  })
  expect(await stoa.app.jobs.list({ kind: PROCESSING_LANES.short.name })).toEqual([])
})

test('files are immutable and never served as pages', async () => {
  const { url } = await upload(stoa, ada.token, { bytes: await picture() })
  await stoa.call('userEdit', { profileImage: url }, { token: ada.token })
  const answer = await get(url, {}, '')
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'cache-control': 'public, max-age=300, must-revalidate',
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
  })
  const again = await get(url, { 'if-none-match': answer.headers.get('etag') ?? '' })
  expect(again.status).toBe(304)
  for (const path of [url.replace('original', 'other'), url.replace('original.webp', 'sent'), `${url}/x`]) {
    expect((await get(path)).status).toBe(404)
  }
  expect((await fetch(new URL(url, stoa.url), { method: 'POST' })).status).toBe(405)
})

test('ranges of a file are served', async () => {
  const { url } = await upload(stoa, ada.token, { bytes: await picture() })
  const whole = Buffer.from(await (await get(url)).arrayBuffer())
  const size = whole.length
  const ask = async (range: string, more = {}) => {
    const answer = await get(url, { range, ...more })
    return [answer.status, answer.headers.get('content-range'), Buffer.from(await answer.arrayBuffer())] as const
  }
  expect(await ask('bytes=0-9')).toEqual([206, `bytes 0-9/${size}`, whole.subarray(0, 10)])
  expect(await ask('bytes=5-')).toEqual([206, `bytes 5-${size - 1}/${size}`, whole.subarray(5)])
  expect(await ask('bytes=-3')).toEqual([206, `bytes ${size - 3}-${size - 1}/${size}`, whole.subarray(-3)])
  expect(await ask(`bytes=0-${size + 5}`)).toEqual([206, `bytes 0-${size - 1}/${size}`, whole])
  expect((await ask(`bytes=${size}-`)).slice(0, 2)).toEqual([416, `bytes */${size}`])
  expect(await ask('bytes=0-0,5-6')).toEqual([200, null, whole])
  expect(await ask('lines=0-1')).toEqual([200, null, whole])
  expect(await ask('bytes=0-9', { 'if-range': '"another"' })).toEqual([200, null, whole])
  const headers = { authorization: `Bearer ${ada.token}` }
  const asked = await fetch(new URL(url, stoa.url), { method: 'HEAD', headers })
  expect([asked.status, asked.headers.get('content-length')]).toEqual([200, String(size)])
})

test('an interrupted upload resumes where it stopped', async () => {
  const bytes = await picture({ width: 200, height: 200 })
  for (const cut of [0, 1, 1000, bytes.length - 1]) {
    const id = await announced(stoa, ada.token, bytes.length)
    if (cut > 0)
      expect((await sendPart(stoa, ada.token, { id, offset: 0, body: bytes.subarray(0, cut) })).status).toBe(204)
    const { headers } = await head(id)
    expect([headers.get('upload-offset'), headers.get('upload-length')]).toEqual([String(cut), String(bytes.length)])
    // An incomplete file isn't served to anyone.
    const half = (await stoa.call('mediaGet', { mediaId: id }, { token: ada.token })).body.payload.media
    expect(half).toMatchObject({ status: 'uploading', url: '', sizes: [] })
    const wrong = await sendPart(stoa, ada.token, { id, offset: cut + 1, body: bytes.subarray(cut + 1) })
    expect([wrong.status, wrong.code]).toEqual([409, 'UPLOAD_CONFLICT'])
    expect((await sendPart(stoa, ada.token, { id, offset: cut, body: bytes.subarray(cut) })).status).toBe(204)
    // A client that missed the last response asks again.
    expect((await head(id)).headers.get('upload-offset')).toBe(String(bytes.length))
    await stoa.app.jobs.drain()
    const { media } = (await stoa.call('mediaGet', { mediaId: id }, { token: ada.token })).body.payload
    expect(media).toMatchObject({ status: 'ready', width: 200 })
  }
})

test('an interrupted request keeps the bytes that arrived', async () => {
  const bytes = await picture({ width: 300, height: 300 })
  const id = await announced(stoa, ada.token, bytes.length)
  const abort = new AbortController()
  async function* parts(): AsyncGenerator<Uint8Array> {
    yield bytes.subarray(0, 5000)
    await new Promise((resolve) => setTimeout(resolve, 100))
    abort.abort()
    await new Promise((resolve) => setTimeout(resolve, 50))
    yield bytes.subarray(5000)
  }
  const headers = {
    'Tus-Resumable': '1.0.0',
    'Upload-Offset': '0',
    'content-type': 'application/offset+octet-stream',
    authorization: `Bearer ${ada.token}`,
  }
  const about = {
    method: 'PATCH',
    headers,
    duplex: 'half',
    signal: abort.signal,
    body: Readable.toWeb(Readable.from(parts())),
  }
  await fetch(new URL(`${UPLOADS_PATH}/${id}`, stoa.url), about as RequestInit).catch(() => {})
  const offset = await expect
    .poll(async () => Number((await head(id)).headers.get('upload-offset')))
    .toBeGreaterThan(0)
    .then(async () => Number((await head(id)).headers.get('upload-offset')))
  expect((await sendPart(stoa, ada.token, { id, offset, body: bytes.subarray(offset) })).status).toBe(204)
  await stoa.app.jobs.drain()
  const { media } = (await stoa.call('mediaGet', { mediaId: id }, { token: ada.token })).body.payload
  expect(media.status).toBe('ready')
})

test('concurrent duplicates are stored once', async () => {
  const bytes = await picture({ width: 100, height: 100 })
  const id = await announced(stoa, ada.token, bytes.length)
  const both = await Promise.all([1, 2].map(() => sendPart(stoa, ada.token, { id, offset: 0, body: bytes })))
  expect(both.map(({ status }) => status).toSorted()).toEqual([204, 409])
  await stoa.app.jobs.drain()
  const { media } = (await stoa.call('mediaGet', { mediaId: id }, { token: ada.token })).body.payload
  expect(media.status).toBe('ready')
})

test('each limit is exact to the byte', async () => {
  const cases: [purpose: string, filetype: string, filename: string, most: number][] = [
    ['post', 'image/png', 'a.png', IMAGE_MAX_BYTES],
    ['avatar', 'image/jpeg', 'a.jpg', PROFILE_IMAGE_MAX_BYTES],
    ['logo', 'image/webp', 'a.webp', PROFILE_IMAGE_MAX_BYTES],
    ['post', 'video/mp4', 'a.mp4', MEDIA_MAX_BYTES],
    ['post', '', 'A.MP4', MEDIA_MAX_BYTES],
    ['response', 'audio/webm;codecs=opus', 'a.webm', MEDIA_MAX_BYTES],
  ]
  for (const [purpose, filetype, filename, most] of cases) {
    const { token } = await somebody()
    for (const bytes of [most - 1, most, most + 1]) {
      const answer = await announce(stoa, token, { purpose, filetype, filename, bytes })
      expect([answer.status, answer.code]).toEqual(bytes > most ? [413, 'MEDIA_TOO_LARGE'] : [201, undefined])
      if (bytes > most) expect(answer.message).toContain('File too large')
    }
  }
})

test('an invalid announcement is refused', async () => {
  const { token } = await somebody()
  const code = async (about: Partial<Parameters<typeof announce>[2]>) =>
    (await announce(stoa, token, { bytes: 10, ...about })).code
  for (const filetype of ['image/svg+xml', 'image/heic', 'image/jxl', 'text/html', 'application/zip']) {
    expect(await code({ filetype })).toBe('MEDIA_TYPE_UNSUPPORTED')
  }
  expect(await code({ filetype: '', filename: 'picture.svg' })).toBe('MEDIA_TYPE_UNSUPPORTED')
  expect(await code({ filetype: 'video/mp4', purpose: 'avatar' })).toBe('MEDIA_TYPE_UNSUPPORTED')
  expect(await code({ filetype: 'image/png', purpose: 'response' })).toBe('MEDIA_TYPE_UNSUPPORTED')
  expect(await code({ purpose: 'something' })).toBe('VALIDATION_FAILED')
  expect(await code({ bytes: 0 })).toBe('MEDIA_DAMAGED')
  const path = UPLOADS_PATH
  const unknown = { 'Upload-Defer-Length': '1', 'Upload-Metadata': `purpose ${Buffer.from('post').toString('base64')}` }
  expect((await tus(stoa, { method: 'POST', path, token, headers: unknown })).code).toBe('VALIDATION_FAILED')
  const body = Buffer.alloc(11)
  const { headers } = await announce(stoa, token, { bytes: 10 })
  const long = await sendPart(stoa, token, { id: idOf(headers), offset: 0, body })
  expect([long.status, long.code]).toEqual([413, 'MEDIA_TOO_LARGE'])
  expect((await tus(stoa, { method: 'PUT', path, token })).code).toBe('METHOD_NOT_ALLOWED')
})

test('content is judged by its bytes, not its declared type', async () => {
  const { token } = await somebody()
  const large = Buffer.concat([await picture(), Buffer.alloc(IMAGE_MAX_BYTES)])
  const cases: [file: Parameters<typeof upload>[2], error: string][] = [
    [{ bytes: Buffer.from('%PDF-1.7\n') }, 'MEDIA_TYPE_UNSUPPORTED'],
    [
      { bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>') },
      'MEDIA_DAMAGED',
    ],
    [{ bytes: Buffer.from('<!doctype html><script>alert(1)</script>') }, 'MEDIA_DAMAGED'],
    [{ bytes: (await picture()).subarray(8), filetype: 'video/mp4', filename: 'a.mp4' }, 'MEDIA_DAMAGED'],
    [{ bytes: large, filetype: 'video/mp4', filename: 'a.mp4' }, 'MEDIA_TOO_LARGE'],
    [{ bytes: (await picture()).subarray(0, 500) }, 'MEDIA_DAMAGED'],
  ]
  for (const [file, error] of cases) {
    const media = await upload(stoa, token, file)
    expect(media).toMatchObject({ status: 'failed', error, url: '', sizes: [] })
  }
  const jpeg = await sharp(await picture())
    .jpeg()
    .toBuffer()
  expect((await upload(stoa, token, { bytes: jpeg })).status).toBe('ready')
})

test('nothing is uploaded to a full disk', async () => {
  const full = await startTestApp({ STOA_MIN_FREE_MB: '1000000000' })
  onTestFinished(() => full.close())
  const { token } = await full.member('uploader_full')
  expect(await announce(full, token, { bytes: 100 })).toMatchObject({ status: 507, code: 'STORAGE_FULL' })
})

test('only files on their way reserve the rest of the disk', async () => {
  const { bavail, bsize } = await statfs(tmpdir())
  const minFree = Math.floor((bavail * bsize - 1.5 * MEDIA_MAX_BYTES) / 1_000_000)
  const small = await startTestApp({ STOA_MIN_FREE_MB: String(minFree) })
  onTestFinished(() => small.close())
  const { token } = await small.member('uploader_small')
  const film = { bytes: MEDIA_MAX_BYTES, filetype: 'video/mp4', filename: 'a.mp4' }
  const films: TusResponse[] = []
  for (let count = 0; count < 4; count += 1) films.push(await announce(small, token, film))
  expect(films.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  const other = await small.member('uploader_other')
  expect((await upload(small, other.token, { bytes: await picture() })).status).toBe('ready')

  const headers = {
    authorization: `Bearer ${token}`,
    'Tus-Resumable': '1.0.0',
    'Upload-Offset': '0',
    'Content-Type': 'application/offset+octet-stream',
    'Content-Length': String(MEDIA_MAX_BYTES),
  }
  const [first = '', second = ''] = films.map((answer) => idOf(answer.headers))
  const begin = (id: string) => {
    const sending = request(new URL(`${UPLOADS_PATH}/${id}`, small.url), { method: 'PATCH', headers })
    sending.on('error', () => {}).write('x')
    return sending
  }
  const sending = begin(first)
  const staged = join(small.settings.STOA_DATA ?? '', 'uploads', first)
  await vi.waitFor(async () => expect((await stat(staged)).size).toBe(1), { timeout: 5000 })
  const announcement = () => announce(small, other.token, film)
  expect(await announcement()).toMatchObject({ status: 507, code: 'STORAGE_FULL' })
  const refused = begin(second)
  const [{ statusCode }] = await once(refused, 'response')
  expect(statusCode).toBe(507)
  refused.destroy()
  sending.destroy()
  await vi.waitFor(async () => expect((await announcement()).status).toBe(201), { timeout: 5000 })
})

test('nothing is processed on a full disk; it is tried again later', async () => {
  let run: ((job: LeasedJob<{ mediaId: string }>) => Promise<void>) | undefined
  const failed = vi.fn<(mediaId: string, code: string) => Promise<void>>(async () => {})
  createProcessing({
    folder: join(tmpdir(), 'unused'),
    disk: { hasRoom: async () => false },
    jobs: { leased: (_kind: unknown, work: { run: typeof run }) => (run = work.run) },
    service: { byId: async () => ({ id: 'film', status: 'processing', bytes: 100 }), failed },
    logger: { info: () => {} },
  } as never)
  const job = { id: 'job', payload: { mediaId: 'film' }, assertLeased: async () => {} }
  await expect(run?.({ ...job, tries: 0 })).rejects.toThrow()
  expect(failed).not.toHaveBeenCalled()
  await run?.({ ...job, tries: 2 })
  expect(failed).toHaveBeenCalledWith('film', 'STORAGE_FULL')
})

/** A bitmap of a hundred bytes that takes seconds. */
function slowBitmap(): Buffer {
  const file = Buffer.alloc(100)
  file.write('BM')
  for (const [at, value] of [
    [10, 90],
    [14, 40],
    [18, 8000],
    [22, 4900],
    [28, 8],
    // Run-length encoding, without runs.
    [30, 1],
    [46, 1],
  ] as const) {
    file.writeInt32LE(value, at)
  }
  return file
}

test('after the server was killed in each try, the owner of an upload sees an error and can upload again', async () => {
  const doomed = await startTestApp()
  onTestFinished(() => doomed.close())
  // The other server uses the system clock.
  doomed.clock.advance(Date.now() - doomed.clock.now())
  const { token } = await doomed.member('uploader_doomed')
  const program = await startServerProgram(doomed.settings)
  const bytes = slowBitmap()
  const begun = await announce(program, token, { filename: 'a.bmp', filetype: 'image/bmp', bytes: bytes.length })
  const id = idOf(begun.headers)
  expect(await sendPart(program, token, { id, offset: 0, body: bytes })).toMatchObject({ status: 204 })
  const jobs = () => doomed.database.read('jobs').where({ kind: PROCESSING_LANES.largePictures.name })
  const isBegun = async () => expect(await jobs()).toMatchObject([{ tries: 1 }])
  await vi.waitFor(isBegun, { timeout: 10_000, interval: 20 })
  await program.stop()
  const media = async () => (await doomed.call('mediaGet', { mediaId: id }, { token })).body.payload.media
  expect(await media()).toMatchObject({ status: 'processing' })

  doomed.clock.advance(Date.now() + 21_000 - doomed.clock.now())
  // As if it had been killed twice more.
  await doomed.database.transaction(({ connection }) =>
    connection('jobs').where({ kind: PROCESSING_LANES.largePictures.name }).update({ tries: 3 }),
  )
  await doomed.app.jobs.drain()
  expect(await jobs()).toMatchObject([{ state: 'parked' }])
  expect(await media()).toMatchObject({ status: 'failed', error: 'MEDIA_FAILED', url: '' })
  expect(await upload(doomed, token, { bytes: await picture() })).toMatchObject({ status: 'ready' })
  expect(await readdir(join(doomed.settings.STOA_DATA ?? '', 'media', id)).catch(() => [])).toEqual([])
})

test('only its owner can access an upload', async () => {
  const id = await announced(stoa, ada.token)
  const path = `${UPLOADS_PATH}/${id}`
  for (const [token, status] of [
    [bea.token, 404],
    [undefined, 401],
    ['forged', 401],
  ] as const) {
    for (const method of ['HEAD', 'PATCH', 'DELETE']) {
      const about = { method, path, headers: { 'Upload-Offset': '0' }, ...(token ? { token } : {}) }
      const answer = await tus(stoa, { ...about, ...(method === 'PATCH' ? { body: Buffer.alloc(5) } : {}) })
      expect(answer.status).toBe(status)
    }
  }
  expect((await announce(stoa, '', { bytes: 10 })).code).toBe('AUTH_REQUIRED')
  const origin = { origin: 'https://evil.example' }
  expect((await tus(stoa, { method: 'PATCH', path, token: ada.token, headers: origin })).code).toBe(
    'ORIGIN_NOT_REGISTERED',
  )
  expect((await stoa.call('mediaGet', { mediaId: id }, { token: bea.token })).body.code).toBe('MEDIA_NOT_FOUND')
  expect((await head(id)).headers.get('upload-offset')).toBe('0')
})

test('an upload can be cancelled', async () => {
  const { token } = await somebody()
  const id = await announced(stoa, token)
  await sendPart(stoa, token, { id, offset: 0, body: Buffer.alloc(10) })
  expect((await tus(stoa, { method: 'DELETE', path: `${UPLOADS_PATH}/${id}`, token })).status).toBe(204)
  expect((await head(id, token)).status).toBe(404)
  expect((await stoa.call('mediaGet', { mediaId: id }, { token })).body.code).toBe('MEDIA_NOT_FOUND')
  expect((await filesIn('uploads')).filter((name) => name.includes(id))).toEqual([])
})

test('the number of unfinished uploads per person is limited', async () => {
  const { token } = await somebody()
  for (let count = 0; count < UNFINISHED_UPLOADS_MAX; count += 1) await announced(stoa, token)
  expect((await announce(stoa, token, { bytes: 10 })).code).toBe('MEDIA_QUOTA')
  const other = await somebody()
  const large = { filetype: 'video/mp4', filename: 'a.mp4', bytes: MEDIA_MAX_BYTES }
  const codes = await Promise.all([1, 2, 3, 4, 5].map(async () => (await announce(stoa, other.token, large)).code))
  expect(codes.filter((code) => code === 'MEDIA_QUOTA')).toHaveLength(1)
})

test('everything that a member has uploaded counts against a quota, also what drafts show', async () => {
  const { token } = await somebody()
  const id = await announced(stoa, token)
  await stoa.database.transaction(({ connection }) =>
    // Shown by a draft.
    connection('media')
      .where({ id })
      .update({ bytes: MEMBER_MEDIA_MAX_BYTES - 1000, unused_since: 0, status: 'ready' }),
  )
  expect((await announce(stoa, token, { bytes: 1001 })).code).toBe('MEDIA_SPACE')
  expect((await announce(stoa, token, { bytes: 1000 })).status).toBe(201)
  const { usedBytes, maxBytes } = (await stoa.call('mediaList', {}, { token })).body.payload
  expect([usedBytes, maxBytes]).toEqual([MEMBER_MEDIA_MAX_BYTES, MEMBER_MEDIA_MAX_BYTES])
})

test('own uploads are listed and deleted', async () => {
  const { token } = await somebody()
  const ids: string[] = []
  for (let count = 0; count < 3; count += 1) {
    stoa.clock.advance(1)
    ids.unshift((await upload(stoa, token, { bytes: await picture() })).id)
  }
  const first = (await stoa.call('mediaList', { limit: 2 }, { token })).body.payload
  expect([first.items.map(({ id }) => id), first.total]).toEqual([ids.slice(0, 2), 3])
  const second = (await stoa.call('mediaList', { limit: 2, cursor: first.cursor ?? '' }, { token })).body.payload
  expect(second.items.map(({ id }) => id)).toEqual(ids.slice(2))
  const [mediaId = ''] = ids
  expect((await stoa.call('mediaDelete', { mediaId }, { token })).body.payload).toEqual({ deleted: true })
  await stoa.app.jobs.drain()
  expect((await get(first.items[0]?.url ?? '')).status).toBe(404)
  expect((await filesIn('media')).filter((name) => name.includes(mediaId))).toEqual([])
})

test('browsers that support AVIF get the smaller version, others WebP', async () => {
  const { id } = await upload(stoa, ada.token, { bytes: await picture({ width: 600, height: 400 }) })
  const typeFor = async (accept: string, name = '480.webp') => {
    const { headers } = await get(`/media/${id}/${name}`, { accept })
    return [headers.get('content-type'), headers.get('vary')?.includes('Accept') ?? false, headers.get('etag')]
  }
  const avif = ['image/avif', true, `"${id}-480.avif"`]
  const webp = ['image/webp', true, `"${id}-480.webp"`]
  expect(await typeFor('image/avif,image/webp,*/*;q=0.8')).toEqual(avif)
  expect(await typeFor('image/webp, image/avif;q=0.5')).toEqual(avif)
  expect(await typeFor('image/avif;q=0,image/webp')).toEqual(webp)
  expect(await typeFor('*/*')).toEqual(webp)
  expect((await typeFor('image/avif', 'original.webp'))[0]).toBe('image/webp')
  await stoa.app.services.storage.remove(id, '480.avif')
  expect(await typeFor('image/avif')).toEqual(webp)
  expect((await get(`/media/${id}/500.webp`, { accept: 'image/avif' })).status).toBe(404)
})

test('missing files of uploads are found', async () => {
  const { missingFiles, storage } = stoa.app.services
  const { token } = await somebody()
  const { id } = await upload(stoa, token, { bytes: await picture({ width: 600, height: 400 }) })
  const found = async () => (await missingFiles()).filter((file) => file.startsWith(id))
  expect(await found()).toEqual([])
  await storage.remove(id, '480.avif')
  expect(await found()).toEqual([`${id}/480.avif`])
  await storage.removeAll(id)
  expect(await found()).toEqual([`${id}/original.webp`, `${id}/480.webp`, `${id}/480.avif`])
})
