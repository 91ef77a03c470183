// Plain JavaScript because the child process loads this file without a build. It handles untrusted files: failures and
// excessive memory or time end this process, not the server.
import { existsSync, readdirSync } from 'node:fs'
import { open, readFile, stat } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { fileTypeFromFile } from 'file-type'
import sharp from 'sharp'
import { decodeBmp } from './decode-bmp.js'
import { drawFrames, readApng } from './read-apng.js'

// Requests come first, but pictures must finish on a busy machine too, so the priority isn't the lowest. On Linux each
// thread has its own, and the decoder threads have already started.
const THREADS = '/proc/self/task'
for (const thread of existsSync(THREADS) ? readdirSync(THREADS) : [process.pid]) {
  setPriority(Number(thread), constants.priority.PRIORITY_LOW)
}
sharp.concurrency(1)
sharp.cache(false)
// Formats that can't be uploaded. Blocked because a file may be valid in several formats.
sharp.block({
  operation: [
    'Svg',
    'Pdf',
    'Magick',
    'Openslide',
    'Fits',
    'Mat',
    'Analyze',
    'Csv',
    'Matrix',
    'Rad',
    'Ppm',
    'Vips',
    'Jxl',
    'Raw',
    'OpenExr',
    'Jp2k',
    'Nifti',
  ].map((name) => `VipsForeignLoad${name}`),
})

const FORMATS = new Set(['png', 'jpeg', 'gif', 'webp', 'tiff', 'heif'])
const ANIMATED = new Set(['gif', 'webp'])
/** Maximum pixel bytes of a picture that must be decoded as a whole. */
const WHOLE_MAX_BYTES = 160_000_000
/** Above this, AVIF takes longer than it saves. */
const AVIF_MAX_PIXELS = 4_000_000
const WEBP_QUALITY = 82
const AVIF = { quality: 55, effort: 3 }

/**
 * @typedef {import('./image-converter.ts').ImageLimits} Limits
 * @typedef {{ image: () => import('sharp').Sharp }} Image
 */

/** Why a file is refused. The message is an error code of the contract. */
class Refused extends Error {}

/** Options for sharp that make it stop at the first fault. */
const careful = (/** @type {Limits} */ limits) =>
  /** @type {const} */ ({ limitInputPixels: limits.pixels, failOn: 'error', sequentialRead: true })

/**
 * Opens a file with sharp, after checking its format and limits.
 * @param {string} path
 * @param {Limits} limits
 */
async function openImage(path, limits) {
  const isBitmap = (await headOf(path, 2)).toString('latin1') === 'BM'
  if (isBitmap) {
    const { size } = await stat(path)
    if (size > limits.bytes) throw new Refused('MEDIA_TOO_LARGE')
    const { data, width, height, channels, problem } = decodeBmp(await readFile(path), limits.pixels)
    if (problem) throw new Refused(problem)
    const raw = { width, height, channels }
    return { width, height, isAnimated: false, image: () => sharp(data, { raw, limitInputPixels: limits.pixels }) }
  }
  const { width, pageHeight, isAnimated, orientation } = await headerOf(path, limits)
  const isTurned = orientation > 4
  return {
    width: isTurned ? pageHeight : width,
    height: isTurned ? width : pageHeight,
    isAnimated,
    image: () =>
      sharp(path, {
        ...careful(limits),
        ...(isAnimated ? { pages: -1, limitInputPixels: limits.animationPixels } : {}),
      }).autoOrient(),
  }
}

/**
 * Reads the header of a picture that sharp can decode; refuses what exceeds the limits.
 * @param {string} path
 * @param {Limits} limits
 */
async function headerOf(path, limits) {
  const about = await sharp(path, { ...careful(limits), limitInputPixels: false }).metadata()
  const { format, compression, width, height, pages = 1, pageHeight = height, orientation = 1 } = about
  if (!FORMATS.has(format) || (format === 'heif' && compression !== 'av1')) throw new Refused('MEDIA_TYPE_UNSUPPORTED')
  const isAnimated = ANIMATED.has(format) && pages > 1
  if (isAnimated && pages > limits.frames) throw new Refused('MEDIA_TOO_MANY_FRAMES')
  if (width * pageHeight > limits.pixels) throw new Refused('MEDIA_TOO_MANY_PIXELS')
  if (isAnimated && width * pageHeight * pages > limits.animationPixels) throw new Refused('MEDIA_TOO_MANY_PIXELS')
  const bytesPerSample = about.depth === 'ushort' ? 2 : about.depth === 'uchar' ? 1 : 4
  const isWhole = about.isProgressive || format === 'heif' || orientation > 1
  if (isWhole && width * pageHeight * (about.channels ?? 4) * bytesPerSample > WHOLE_MAX_BYTES) {
    throw new Refused('MEDIA_TOO_MANY_PIXELS')
  }
  return { width, pageHeight, isAnimated, orientation, pixels: width * pageHeight * (isAnimated ? pages : 1) }
}

/** @param {string} path @param {number} length */
async function headOf(path, length) {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/**
 * Decodes a picture to one byte per channel.
 * @param {Image} source
 * @param {{ width: number, height?: number }} most
 */
async function pixelsOf({ image }, { width, height }) {
  const { data, info } = await image()
    .resize({ width, ...(height ? { height } : {}), fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  return { ...raw, image: () => sharp(data, { raw, limitInputPixels: false }) }
}

/** The average color of a picture on white; empty if it isn't opaque. @param {Image} pixels */
async function colorOf(pixels) {
  // The placeholder would show through a transparent picture.
  if (!(await pixels.image().stats()).isOpaque) return ''
  const one = await pixels
    .image()
    .flatten({ background: '#ffffff' })
    .resize(1, 1, { fit: 'fill' })
    .toColourspace('srgb')
    .raw()
    .toBuffer()
  const [red = 0, green = red, blue = red] = one.length >= 3 ? one : [one[0], one[0], one[0]]
  return `#${[red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/**
 * Creates the files of a picture in a folder; returns their properties.
 * @param {import('./image-converter.ts').ImageWork} work
 * @returns {Promise<import('./image-converter.ts').ConvertedImage>}
 */
async function makeImage({ path, folder, limits, widths, most }) {
  const animation = await animationOf(path, limits)
  if (animation) return makeAnimation(animation, { path, folder, limits, most })
  const source = await openImage(path, limits)
  if (source.isAnimated) {
    const file = join(folder, 'original.webp')
    const {
      width,
      height,
      pageHeight = height,
    } = await source
      .image()
      .resize({ width: Math.min(source.width, most.animationWidth), withoutEnlargement: true })
      .webp({ quality: WEBP_QUALITY, effort: 2 })
      .toFile(file)
      .then(() => sharp(file, { pages: -1, limitInputPixels: false }).metadata())
    const still = await pixelsOf({ image: () => sharp(path, careful(limits)) }, { width: 64, height: 64 })
    return { width, height: pageHeight, placeholder: await colorOf(still), sizes: [], files: ['original.webp'] }
  }
  const whole = await pixelsOf(source, most)
  await whole.image().webp({ quality: WEBP_QUALITY }).toFile(join(folder, 'original.webp'))
  const files = ['original.webp']
  /** @type {import('./image-converter.ts').ConvertedImage['sizes']} */
  const sizes = []
  for (const width of widths) {
    if (width > whole.width) continue
    const pixels = width === whole.width ? whole : await pixelsOf(whole, { width })
    await pixels
      .image()
      .webp({ quality: WEBP_QUALITY })
      .toFile(join(folder, `${width}.webp`))
    files.push(`${width}.webp`)
    const hasAvif = pixels.width * pixels.height <= AVIF_MAX_PIXELS
    if (hasAvif) {
      await pixels
        .image()
        .avif(AVIF)
        .toFile(join(folder, `${width}.avif`))
      files.push(`${width}.avif`)
    }
    sizes.push({ width: pixels.width, height: pixels.height, avif: hasAvif })
  }
  return { width: whole.width, height: whole.height, placeholder: await colorOf(whole), sizes, files }
}

/** Bytes of a bitmap's header up to its size. */
const BITMAP_HEADER = 26

/**
 * Pixels that a bitmap declares. Other faults are found when it is decoded.
 * @param {Buffer} header
 * @param {number} pixelsMax
 */
function bitmapPixels(header, pixelsMax) {
  if (header.length < BITMAP_HEADER) throw new Refused('MEDIA_DAMAGED')
  const pixels = Math.abs(header.readInt32LE(18) * header.readInt32LE(22))
  if (pixels > pixelsMax) throw new Refused('MEDIA_TOO_MANY_PIXELS')
  return pixels
}

/**
 * The animation of a PNG; null for other files. Refuses what exceeds the limits.
 * @param {string} path
 * @param {Limits} limits
 */
async function animationOf(path, limits) {
  if ((await fileTypeFromFile(path))?.mime !== 'image/apng') return null
  if ((await stat(path)).size > limits.bytes) throw new Refused('MEDIA_TOO_LARGE')
  const animation = readApng(await readFile(path))
  if (!animation) throw new Refused('MEDIA_DAMAGED')
  const { width, height, frames } = animation
  if (frames.length > limits.frames) throw new Refused('MEDIA_TOO_MANY_FRAMES')
  // Canvas, frame and what is restored after it.
  const isTooLarge = width * height * 4 * 3 > WHOLE_MAX_BYTES
  if (isTooLarge || width * height > limits.pixels || width * height * frames.length > limits.animationPixels) {
    throw new Refused('MEDIA_TOO_MANY_PIXELS')
  }
  return animation
}

/**
 * @param {import('./read-apng.js').Animation} animation
 * @param {Pick<import('./image-converter.ts').ImageWork, 'path' | 'folder' | 'limits' | 'most'>} work
 * @returns {Promise<import('./image-converter.ts').ConvertedImage>}
 */
async function makeAnimation(animation, { path, folder, limits, most }) {
  const raw = { width: animation.width, height: animation.height, channels: /** @type {const} */ (4) }
  const decode = (/** @type {Buffer} */ png) =>
    sharp(png, careful(limits)).ensureAlpha().toColourspace('srgb').raw({ depth: 'uchar' }).toBuffer()
  /** @type {Buffer[]} */
  const frames = []
  await drawFrames(animation, decode, async (pixels) => {
    const frame = sharp(pixels, { raw }).resize({ width: most.animationWidth, withoutEnlargement: true })
    frames.push(await frame.png({ compressionLevel: 1 }).toBuffer())
  })
  const { width, height } = await sharp(frames[0]).metadata()
  const delay = animation.frames.map(({ delayMs }) => delayMs)
  await sharp(frames, { join: { animated: true }, limitInputPixels: limits.animationPixels })
    .webp({ quality: WEBP_QUALITY, effort: 2, delay, loop: animation.plays })
    .toFile(join(folder, 'original.webp'))
  const still = await pixelsOf({ image: () => sharp(path, careful(limits)) }, { width: 64, height: 64 })
  return { width, height, placeholder: await colorOf(still), sizes: [], files: ['original.webp'] }
}

/** @type {Record<string, (about: any) => Promise<unknown>>} */
const WORKS = {
  /** @param {{ path: string, limits: Limits }} about */
  async inspect({ path, limits }) {
    const type = (await fileTypeFromFile(path))?.mime ?? ''
    if (type === 'image/bmp') return { type, pixels: bitmapPixels(await headOf(path, BITMAP_HEADER), limits.pixels) }
    if (!type.startsWith('image/')) return { type, pixels: 0 }
    const animation = await animationOf(path, limits)
    if (animation) return { type, pixels: animation.width * animation.height * animation.frames.length }
    // Faults other than its size are found when it is decoded.
    const { pixels } = await headerOf(path, limits).catch((/** @type {unknown} */ error) => {
      if (error instanceof Refused || faultOf(error) === '') throw error
      return { pixels: 0 }
    })
    return { type, pixels }
  },
  async measure({ path }) {
    const { ALL_FORMATS, FilePathSource, Input } = await import('mediabunny')
    const input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(path) })
    try {
      const video = await input.getPrimaryVideoTrack()
      const durationMs = Math.round((await input.computeDuration()) * 1000)
      const { displayWidth: width = 0, displayHeight: height = 0 } = video ?? {}
      return { kind: video ? 'video' : 'audio', width, height, durationMs: durationMs > 0 ? durationMs : null }
    } catch {
      return null
    } finally {
      input.dispose()
    }
  },
  makeImage,
}

/** @param {{ work: string, about: unknown }} message */
async function answer({ work, about }) {
  try {
    process.send?.({ result: await WORKS[work]?.(about) })
  } catch (error) {
    process.send?.({ code: error instanceof Refused ? error.message : faultOf(error), message: String(error) })
  }
}

process.on('message', (/** @type {Parameters<typeof answer>[0]} */ message) => void answer(message))
process.on('disconnect', () => process.exit())

/** A full disk or a missing file is no fault of the picture. @param {unknown} error */
function faultOf(error) {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^(ENO|EMFILE|EIO|EACCES|EPERM)/.test(code) ? '' : 'MEDIA_DAMAGED'
}
