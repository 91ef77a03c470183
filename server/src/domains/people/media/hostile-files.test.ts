import { readdirSync, readFileSync, statSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { declaredType, IMAGE_MAX_FRAMES, type Media, mediaKindOf } from '@stoa/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness.ts'
import { realInput } from '../../../../test/real-input.ts'
import { picture, upload } from '../../../../test/uploads.ts'
import { isDomainError } from '../../../platform/domain-error.ts'
import { decodeBmp } from './decode-bmp.js'
import { createImageConverter } from './image-converter.ts'

/** A picture that isn't held back takes gigabytes. The tests before it leave up to 300 MB to collect. */
const GROWTH_MAX_MB = 600
const folder = realInput('media')
/** Files of each type: converting one starts a process. */
const FILES_PER_TYPE = 10
const files = folder === null ? [] : sampleOf(filesBelow(folder))

let stoa: TestApp
let token: string
beforeAll(async () => {
  stoa = await startTestApp()
  ;({ token } = await stoa.member('mallory_demo'))
})
afterAll(() => stoa.close())

function filesBelow(path: string): string[] {
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const full = join(path, entry.name)
    return entry.isDirectory() ? filesBelow(full) : [full]
  })
}

/** Evenly spaced files of each type. */
function sampleOf(paths: string[]): string[] {
  return [...new Set(paths.map((path) => extname(path)))].flatMap((type) => {
    const ofType = paths.filter((path) => extname(path) === type)
    const step = Math.ceil(ofType.length / FILES_PER_TYPE)
    return ofType.filter((_, index) => index % step === 0)
  })
}

/** Memory in use by this process and its child processes, in MB. */
function usedMb(): number {
  if (process.platform !== 'linux') return 0
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean)
  return ['self', ...children].reduce((sum, pid) => {
    const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(statusOf(pid)) ?? []
    return sum + Number(kilobytes) / 1024
  }, 0)
}
function statusOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return ''
  }
}

/** Runs work and returns the peak growth of memory. */
async function growthDuring(work: () => Promise<unknown>): Promise<number> {
  const before = usedMb()
  let most = before
  const timer = setInterval(() => (most = Math.max(most, usedMb())), 20)
  await work()
  clearInterval(timer)
  return most - before
}

/** A PNG without pixels that only declares its size. */
function emptyPng(width: number, height: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data])
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(data.length, 0)
    ends.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 1
  const pixels = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

const isSound = ({ status, url, width, height, kind, error }: Media) =>
  status === 'ready'
    ? url !== '' && (kind === 'audio' || (Number(width) > 0 && Number(height) > 0))
    : status === 'failed' && url === '' && (error ?? '').startsWith('MEDIA_') && error !== 'MEDIA_FAILED'

test.skipIf(folder === null)(
  'files of each type in the collection are converted safely or refused',
  async () => {
    const wrong: unknown[] = []
    const counts = { ready: 0, refused: 0 }
    const growth = await growthDuring(async () => {
      for (const path of files) {
        if (statSync(path).size === 0) continue
        const name = path.slice(path.lastIndexOf('/') + 1)
        // Misnamed on purpose: files without a picture's name are declared as pictures.
        const declared = declaredType({ name, type: '' })
        const filetype = mediaKindOf(declared) === null || declared === 'text/vtt' ? 'image/png' : declared
        const media = await upload(stoa, token, { filename: name, filetype, bytes: readFileSync(path) })
        counts[media.status === 'ready' ? 'ready' : 'refused'] += 1
        if (!isSound(media)) wrong.push({ name, media })
        await stoa.call('mediaDelete', { mediaId: media.id }, { token })
      }
    })
    expect(wrong).toEqual([])
    // The collection's README and licenses are among the refused.
    expect(counts.ready).toBeGreaterThan(30)
    expect(counts.refused).toBeGreaterThan(20)
    expect(growth).toBeLessThan(GROWTH_MAX_MB)
    await stoa.app.jobs.drain()
    const data = stoa.settings.STOA_DATA ?? ''
    expect(await readdir(join(data, 'uploads'))).toEqual(['work'])
    expect(await readdir(join(data, 'uploads/work'))).toEqual([])
    const left = await readdir(join(data, 'media'), { recursive: true, withFileTypes: true })
    expect(left.filter((entry) => entry.isFile())).toEqual([])
  },
  240_000,
)

test('the largest accepted pictures, and slightly larger ones, stay within the memory limit', async () => {
  const results: [width: number, height: number, growth: number, error: string | null][] = []
  for (const [width, height] of [
    [8000, 4999],
    [8000, 5000],
    [8000, 5001],
    [60_000, 60_000],
  ] as const) {
    let media: Media | undefined
    const growth = await growthDuring(async () => {
      const bytes = width > 10_000 ? emptyPng(width, 1000) : emptyPng(width, height)
      media = await upload(stoa, token, { bytes })
    })
    results.push([width, height, growth, media?.error ?? null])
  }
  expect(results.map(([, , , error]) => error)).toEqual([null, null, 'MEDIA_TOO_MANY_PIXELS', 'MEDIA_TOO_MANY_PIXELS'])
  expect(Math.max(...results.map(([, , growth]) => growth))).toBeLessThan(GROWTH_MAX_MB)
}, 120_000)

test('a picture program that dies is no fault of the file', async () => {
  const killed = createImageConverter()
  const path = join(stoa.settings.STOA_DATA ?? '', 'a.png')
  await writeFile(path, await picture())
  const limits = { bytes: 1e6, pixels: 1e6, animationPixels: 1e6, frames: 10 }
  expect(await killed.inspect(path, limits)).toEqual({ type: 'image/png', pixels: 64 * 48 })
  const [pid = ''] = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ').toReversed()
  const dying = killed.inspect(path, limits)
  process.kill(Number(pid), 'SIGKILL')
  const error = await dying.catch((reason: unknown) => reason)
  expect(isDomainError(error)).toBe(false)
  expect(String(error)).toContain('The picture process ended')
  // A file that takes too long isn't tried again.
  const slow = createImageConverter({ timeoutMs: 1 }).inspect(path, limits)
  await expect(slow).rejects.toMatchObject({ code: 'MEDIA_FAILED' })
})

test('an animation has at most 300 frames', async () => {
  const frame = await picture({ width: 4, height: 4 })
  for (const [frames, error] of [
    [IMAGE_MAX_FRAMES - 1, null],
    [IMAGE_MAX_FRAMES, null],
    [IMAGE_MAX_FRAMES + 1, 'MEDIA_TOO_MANY_FRAMES'],
  ] as const) {
    // Identical frames would be merged.
    const different = await Promise.all(
      Array.from({ length: frames }, (_, index) =>
        index % 2 === 0 ? Promise.resolve(frame) : picture({ width: 4, height: 4 }),
      ),
    )
    const bytes = await sharp(different, { join: { animated: true } })
      .gif()
      .toBuffer()
    const media = await upload(stoa, token, { filename: 'a.gif', filetype: 'image/gif', bytes })
    expect([frames, media.error]).toEqual([frames, error])
  }
})

test('a bitmap is read within its bounds, however it is truncated or changed', () => {
  const header = Buffer.alloc(54)
  header.write('BM', 0, 'latin1')
  header.writeUInt32LE(54, 10)
  header.writeUInt32LE(40, 14)
  header.writeInt32LE(5, 18)
  header.writeInt32LE(3, 22)
  header.writeUInt16LE(24, 28)
  const whole = Buffer.concat([header, Buffer.alloc(16 * 3, 200)])
  const { data, width, height, problem } = decodeBmp(whole, 100)
  expect([width, height, problem, data.every((value) => value === 200)]).toEqual([5, 3, '', true])
  expect(decodeBmp(whole, 14).problem).toBe('MEDIA_TOO_MANY_PIXELS')
  for (let length = 0; length < whole.length; length += 1) {
    expect(decodeBmp(whole.subarray(0, length), 100).problem).not.toBe('')
  }
  // Set every byte of the header to each extreme: the file is read or refused, but nothing is thrown.
  for (let at = 2; at < 54; at += 1) {
    for (const value of [0, 1, 4, 8, 16, 32, 127, 128, 255]) {
      const changed = Buffer.from(whole)
      changed[at] = value
      const result = decodeBmp(changed, 100)
      expect(result.data.length).toBe(result.width * result.height * 3)
    }
  }
})
