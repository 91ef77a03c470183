import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RESPONSE_MAX_MS, VIDEO_MAX_MS } from '@stoa/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness.ts'
import { announce, upload } from '../../../../test/uploads.ts'
import { createImageConverter } from './image-converter.ts'
import { createVideoConverter, longestFilmMs } from './video-converter.ts'

const folder = mkdtempSync(join(tmpdir(), 'stoa-films-'))
let stoa: TestApp
let token: string
beforeAll(async () => {
  stoa = await startTestApp()
  ;({ token } = await stoa.member('ada_demo'))
})
afterAll(async () => {
  await stoa.close()
  rmSync(folder, { recursive: true })
})

/** Creates a file from an ffmpeg test picture or tone. */
function film(name: string, ...args: string[]): Buffer {
  const path = join(folder, name)
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...args, path])
  return readFileSync(path)
}
const PICTURE = ['-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=10']
const TONE = ['-f', 'lavfi', '-i', 'sine=frequency=440']
const get = async ({ url }: { url: string }, headers = {}) =>
  fetch(new URL(url, stoa.url), { headers: { authorization: `Bearer ${token}`, ...headers } })

test('a video becomes an MP4 with a poster and without metadata', async () => {
  const bytes = film('a.webm', ...PICTURE, ...TONE, '-t', '2', '-metadata', 'title=Secret', '-c:v', 'libvpx')
  const media = await upload(stoa, token, { filename: 'a.webm', filetype: 'video/webm', bytes })
  const { id } = media
  expect(media).toMatchObject({
    kind: 'video',
    status: 'ready',
    error: null,
    width: 320,
    height: 180,
    url: `/media/${id}/video.mp4`,
    posterUrl: `/media/${id}/poster.webp`,
  })
  expect(Math.abs((media.durationMs ?? 0) - 2000)).toBeLessThan(200)
  expect(media.placeholder).toMatch(/^#/)
  const answer = await get(media)
  expect(answer.headers.get('content-type')).toBe('video/mp4')
  const made = Buffer.from(await answer.arrayBuffer())
  expect(made.includes('Secret')).toBe(false)
  // The index comes first, so that playback starts at once.
  expect(made.indexOf('moov')).toBeLessThan(made.indexOf('mdat'))
  const part = await get(media, { range: 'bytes=100-199' })
  expect([part.status, part.headers.get('content-length')]).toEqual([206, '100'])
  const poster = Buffer.from(await (await get({ url: media.posterUrl ?? '' })).arrayBuffer())
  expect(await sharp(poster).metadata()).toMatchObject({ format: 'webp', width: 320, height: 180 })
})

test('a recording becomes an M4A, regardless of its container', async () => {
  const bytes = film('a.wav', ...TONE, '-t', '1')
  const media = await upload(stoa, token, { filename: 'a.wav', filetype: 'audio/wav', bytes })
  expect(media).toMatchObject({ kind: 'audio', status: 'ready', url: `/media/${media.id}/audio.m4a`, width: null })
  const inMp4 = film('sound.mp4', ...TONE, '-t', '1')
  const other = await upload(stoa, token, { filename: 'sound.mp4', filetype: 'video/mp4', bytes: inMp4 })
  expect(other).toMatchObject({ kind: 'audio', status: 'ready' })
})

test('a phone’s video is rotated upright', async () => {
  film('flat.mp4', ...PICTURE, '-t', '1')
  const bytes = film('turned.mp4', '-i', join(folder, 'flat.mp4'), '-c', 'copy', '-metadata:s:v:0', 'rotate=90')
  const media = await upload(stoa, token, { filename: 'turned.mp4', filetype: 'video/mp4', bytes })
  expect(media).toMatchObject({ status: 'ready', width: 180, height: 320 })
})

test('a response is shorter than three minutes, a video than 21', async () => {
  const slow = ['-f', 'lavfi', '-i', 'color=size=16x16:rate=1']
  const sound = ['-f', 'lavfi', '-i', 'anullsrc=r=8000:cl=mono']
  const cases = [
    ['response', sound, RESPONSE_MAX_MS / 1000 - 1, 'ready'],
    ['response', sound, RESPONSE_MAX_MS / 1000, 'MEDIA_TOO_LONG'],
    ['response', sound, RESPONSE_MAX_MS / 1000 + 1, 'MEDIA_TOO_LONG'],
    ['post', slow, VIDEO_MAX_MS / 1000 - 1, 'ready'],
    ['post', slow, VIDEO_MAX_MS / 1000, 'MEDIA_TOO_LONG'],
    ['post', slow, VIDEO_MAX_MS / 1000 + 1, 'MEDIA_TOO_LONG'],
  ] as const
  for (const [purpose, source, seconds, expected] of cases) {
    const [filename, filetype] = source === sound ? ['a.wav', 'audio/wav'] : ['a.mkv', 'video/x-matroska']
    const bytes = film(filename, ...source, '-t', String(seconds))
    const { status, error } = await upload(stoa, token, { filename, filetype, purpose, bytes })
    expect([purpose, seconds, error ?? status]).toEqual([purpose, seconds, expected])
  }
}, 60_000)

test('a playlist that names other files is refused as a video', async () => {
  const playlist = Buffer.from('#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:10.0,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n')
  const { error } = await upload(stoa, token, { filename: 'a.mp4', filetype: 'video/mp4', bytes: playlist })
  expect(error).toBe('MEDIA_DAMAGED')
  const whole = film('b.mp4', ...PICTURE, '-t', '1')
  const cut = whole.subarray(0, whole.length / 3)
  expect((await upload(stoa, token, { filename: 'b.mp4', filetype: 'video/mp4', bytes: cut })).error).toBe(
    'MEDIA_DAMAGED',
  )
})

test('captions belong to a video and are returned with it', async () => {
  const bytes = film('c.mp4', ...PICTURE, '-t', '1')
  const { id } = await upload(stoa, token, { filename: 'c.mp4', filetype: 'video/mp4', bytes })
  const captions = { filename: 'c.vtt', filetype: 'text/vtt', purpose: 'captions', captionsFor: id }
  const text = 'WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n'
  const uploaded = await upload(stoa, token, { ...captions, bytes: Buffer.from(text) })
  expect(uploaded).toMatchObject({ status: 'ready', kind: 'captions' })
  const { media } = (await stoa.call('mediaGet', { mediaId: id }, { token })).body.payload
  expect(media.captionsUrl).toBe(uploaded.url)
  const answer = await get(uploaded)
  expect(answer.headers.get('content-type')).toBe('text/vtt; charset=utf-8')
  expect(await answer.text()).toBe(text)
  for (const wrong of ['WEBVTT\n', 'Hello', 'WEBVTT\n\n\0-->']) {
    const refused = await upload(stoa, token, { ...captions, bytes: Buffer.from(wrong) })
    expect(refused.status).toBe('failed')
  }
  const other = await stoa.member('bea_demo')
  expect((await announce(stoa, other.token, { ...captions, bytes: 5 })).code).toBe('MEDIA_NOT_FOUND')
  const better = await upload(stoa, token, { ...captions, bytes: Buffer.from(text.replace('Hello', 'Good day')) })
  expect((await stoa.call('mediaGet', { mediaId: id }, { token })).body.payload.media.captionsUrl).toBe(better.url)
  const [former] = await stoa.database.read('media').where({ id: uploaded.id })
  expect(Number(former.unused_since)).toBeGreaterThan(0)
  // The captions are deleted with the video.
  await stoa.call('mediaDelete', { mediaId: id }, { token })
  expect((await stoa.call('mediaGet', { mediaId: uploaded.id }, { token })).status).toBe(404)
})

test('frames keep their times, and a cover is no video', async () => {
  // 16 frames, the last ones seconds apart.
  const times = ['-vf', "select='lt(n,8)+not(mod(n,20))',setpts=PTS-STARTPTS", '-frames:v', '16']
  film('vfr.mkv', '-f', 'lavfi', '-i', 'testsrc=size=64x64:rate=30', ...times, '-fps_mode', 'vfr', '-c:v', 'libx264')
  film('cover.png', '-f', 'lavfi', '-i', 'color=red:size=32x32', '-frames:v', '1')
  film(
    'with-cover.mp4',
    '-i',
    join(folder, 'vfr.mkv'),
    '-i',
    join(folder, 'cover.png'),
    ...[...['-map', '1', '-map', '0', '-c', 'copy', '-disposition:v:0', 'attached_pic']],
  )
  for (const name of ['vfr.mkv', 'with-cover.mp4']) {
    const bytes = readFileSync(join(folder, name))
    const media = await upload(stoa, token, { filename: name, filetype: 'video/mp4', bytes })
    expect(media).toMatchObject({ status: 'ready', kind: 'video', width: 64, height: 64 })
    const result = join(folder, 'result.mp4')
    writeFileSync(result, Buffer.from(await (await get(media)).arrayBuffer()))
    const about = ['-v', 'error', '-count_frames', '-show_entries', 'stream=nb_read_frames', '-of', 'csv=p=0']
    expect(Number(execFileSync('ffprobe', [...about, result], { encoding: 'utf8' }).trim())).toBe(16)
  }
})

test('high dynamic range is mapped to the usual one, and its tags go', async () => {
  const hdr = ['-color_primaries', 'bt2020', '-color_trc', 'smpte2084', '-colorspace', 'bt2020nc']
  const bytes = film('hdr.mkv', ...PICTURE, '-t', '1', '-c:v', 'libx264', '-pix_fmt', 'yuv420p10le', ...hdr)
  const media = await upload(stoa, token, { filename: 'hdr.mkv', filetype: 'video/x-matroska', bytes })
  expect(media).toMatchObject({ status: 'ready', width: 320 })
  const result = join(folder, 'result.mp4')
  writeFileSync(result, Buffer.from(await (await get(media)).arrayBuffer()))
  const about = ['-v', 'error', '-show_entries', 'stream=pix_fmt,color_space,color_transfer,color_primaries']
  expect(execFileSync('ffprobe', [...about, '-of', 'csv=p=0', result], { encoding: 'utf8' }).trim()).toBe(
    'yuv420p,bt709,bt709,bt709',
  )
})

test('a video with too many pixels in all its frames is refused before it is converted', async () => {
  const source = [
    '-f',
    'lavfi',
    '-i',
    'color=size=7680x4320:rate=1',
    '-t',
    '2',
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
  ]
  film('slow.mp4', ...source)
  // Its header claims eight minutes at 30 frames per second.
  const claim = longestFilmMs({ kind: 'video', width: 7680, height: 4320, durationMs: null, rate: 30 })
  expect(Math.round(claim / 1000)).toBe(161)
  const probed = await createVideoConverter().probe(join(folder, 'slow.mp4'), 'video/mp4')
  expect(probed).toMatchObject({ width: 7680, height: 4320, rate: 1 })
  expect(longestFilmMs(probed)).toBeGreaterThan(60 * 60_000)
})

test('without ffmpeg the length and size of a video or recording are known', async () => {
  expect(await createVideoConverter({ ffmpeg: 'no-such-program' }).isThere()).toBe(false)
  const { measure } = createImageConverter()
  film('d.mp4', ...PICTURE, '-t', '2')
  expect(await measure(join(folder, 'd.mp4'))).toEqual({ kind: 'video', width: 320, height: 180, durationMs: 2000 })
  film('d.m4a', ...TONE, '-t', '2')
  expect(await measure(join(folder, 'd.m4a'))).toMatchObject({ kind: 'audio' })
  // As browsers record it.
  film('e.mp4', ...TONE, '-t', '3', '-movflags', 'frag_keyframe+empty_moov+default_base_moof')
  const { durationMs = 0 } = (await measure(join(folder, 'e.mp4'))) ?? {}
  expect(Math.abs(Number(durationMs) - 3000)).toBeLessThan(100)
  film('e.webm', ...PICTURE, '-t', '2', '-c:v', 'libvpx', '-live', '1')
  expect(await measure(join(folder, 'e.webm'))).toEqual({ kind: 'video', width: 320, height: 180, durationMs: 2000 })
  writeFileSync(join(folder, 'd.txt'), 'Hello')
  expect(await measure(join(folder, 'd.txt'))).toBeNull()
})
