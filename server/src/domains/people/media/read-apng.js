// Reads animated PNGs (the PNG specification, third edition), of which the image library sees only the first frame.
import { crc32 } from 'node:zlib'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
/** Parts of a frame that aren't its own. */
const SHARED = new Set(['PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT'])
/** They are copied for each frame, so a larger color profile is left out. */
const SHARED_MAX_BYTES = 1_000_000
/** Encoders split frames into pieces of some kilobytes. */
const CHUNKS_MAX = 100_000
/** The largest number of plays and delay in WebP. */
const NUMBER_MAX = 65_535

/**
 * @typedef {{ width: number, height: number, left: number, top: number, delayMs: number, dispose: number,
 *   isBlended: boolean, parts: Buffer[] }} Frame
 * @typedef {{ width: number, height: number, plays: number, frames: Frame[], pngOf: (frame: Frame) => Buffer }} Animation
 */

/**
 * The frames of an animation; null if the file has none, or is damaged.
 * @param {Buffer} file
 * @returns {Animation | null}
 */
export function readApng(file) {
  if (!file.subarray(0, 8).equals(SIGNATURE)) return null
  /** @type {Frame[]} */
  const frames = []
  /** @type {Buffer[]} */
  const shared = []
  let sharedBytes = 0
  let chunks = 0
  /** @type {Buffer} */
  let header = Buffer.alloc(0)
  let plays = -1
  for (let at = 8; at + 12 <= file.length; ) {
    const length = file.readUInt32BE(at)
    const name = file.toString('latin1', at + 4, at + 8)
    const data = file.subarray(at + 8, at + 8 + length)
    if (data.length < length || (chunks += 1) > CHUNKS_MAX) return null
    if (name === 'IHDR' && length === 13) header = data
    else if (name === 'acTL' && length === 8) plays = Math.min(data.readUInt32BE(4), NUMBER_MAX)
    else if (name === 'fcTL' && length === 26) frames.push(frameOf(data))
    // A still before the first frame isn't part of the animation.
    else if (name === 'IDAT') frames.at(-1)?.parts.push(data)
    else if (name === 'fdAT') frames.at(-1)?.parts.push(data.subarray(4))
    else if (SHARED.has(name) && sharedBytes + length <= SHARED_MAX_BYTES) {
      sharedBytes += length
      shared.push(chunk(name, data))
    }
    at += length + 12
  }
  if (plays < 0 || header.length === 0 || frames.length === 0) return null
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const isInside = (/** @type {Frame} */ frame) =>
    frame.width > 0 && frame.height > 0 && frame.left + frame.width <= width && frame.top + frame.height <= height
  if (!frames.every((frame) => isInside(frame) && frame.parts.length > 0)) return null
  return {
    ...{ width, height, plays, frames },
    pngOf(frame) {
      const own = Buffer.from(header)
      own.writeUInt32BE(frame.width, 0)
      own.writeUInt32BE(frame.height, 4)
      const pixels = frame.parts.map((part) => chunk('IDAT', part))
      return Buffer.concat([SIGNATURE, chunk('IHDR', own), ...shared, ...pixels, chunk('IEND', Buffer.alloc(0))])
    },
  }
}

/** @param {Buffer} data @returns {Frame} */
function frameOf(data) {
  const delayMs = Math.round((data.readUInt16BE(20) * 1000) / (data.readUInt16BE(22) || 100))
  return {
    width: data.readUInt32BE(4),
    height: data.readUInt32BE(8),
    left: data.readUInt32BE(12),
    top: data.readUInt32BE(16),
    delayMs: Math.min(delayMs, NUMBER_MAX),
    dispose: data.readUInt8(24),
    isBlended: data.readUInt8(25) === 1,
    parts: [],
  }
}

/** @param {string} name @param {Buffer} data */
function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}

const BACKGROUND = 1
const PREVIOUS = 2

/**
 * Draws the frames, each on those before it, as RGBA.
 * @param {Animation} animation
 * @param {(png: Buffer) => Promise<Buffer>} decode to RGBA
 * @param {(pixels: Buffer) => Promise<void>} onFrame
 */
export async function drawFrames({ width, height, frames, pngOf }, decode, onFrame) {
  const canvas = Buffer.alloc(width * height * 4)
  for (const frame of frames) {
    const before = frame.dispose === PREVIOUS ? Buffer.from(canvas) : null
    draw(canvas, width, { frame, pixels: await decode(pngOf(frame)) })
    await onFrame(canvas)
    if (before) before.copy(canvas)
    else if (frame.dispose === BACKGROUND) {
      for (let y = frame.top; y < frame.top + frame.height; y += 1) {
        canvas.fill(0, (y * width + frame.left) * 4, (y * width + frame.left + frame.width) * 4)
      }
    }
  }
}

/** @param {Buffer} canvas @param {number} width @param {{ frame: Frame, pixels: Buffer }} what */
function draw(canvas, width, { frame, pixels }) {
  for (let y = 0; y < frame.height; y += 1) {
    const from = y * frame.width * 4
    const to = ((frame.top + y) * width + frame.left) * 4
    if (!frame.isBlended) pixels.copy(canvas, to, from, from + frame.width * 4)
    else for (let x = 0; x < frame.width * 4; x += 4) blend(canvas, to + x, { pixels, from: from + x })
  }
}

/** Draws a pixel over another. @param {Buffer} canvas @param {number} at @param {{ pixels: Buffer, from: number }} pixel */
function blend(canvas, at, { pixels, from }) {
  const alpha = (pixels[from + 3] ?? 0) / 255
  const below = ((canvas[at + 3] ?? 0) / 255) * (1 - alpha)
  const sum = alpha + below
  if (sum === 0) return
  for (let color = 0; color < 3; color += 1) {
    canvas[at + color] = Math.round(((pixels[from + color] ?? 0) * alpha + (canvas[at + color] ?? 0) * below) / sum)
  }
  canvas[at + 3] = Math.round(sum * 255)
}
