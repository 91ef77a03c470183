// Decodes Windows bitmaps, which the image library can't read: uncompressed (1, 4, 8, 16, 24 or 32 bits) and 8-bit RLE.

const FILE_HEADER = 14
const INFO_HEADER = 40
/** Offset of the masks in the file, whether they are part of the header or follow it. */
const MASKS = FILE_HEADER + INFO_HEADER
const RGB = 0
const RLE8 = 1
const BITFIELDS = 3
const ALPHA_BITFIELDS = 6

/**
 * @typedef {{ file: Buffer, offset: number, width: number, height: number, bits: number, isTopDown: boolean }} Bitmap
 * @typedef {{ mask: number, shift: number, max: number }} Channel
 * @typedef {(row: number, x: number, target: { data: Buffer, at: number }) => void} ReadPixel
 */

const NOTHING = { data: Buffer.alloc(0), width: 0, height: 0, channels: /** @type {const} */ (3) }
const refuse = (/** @type {string} */ problem) => ({ ...NOTHING, problem })

/**
 * Decodes a bitmap to three bytes per pixel; `problem` says why it can't. Never reads outside the file.
 * @param {Buffer} file
 * @param {number} pixelsMax
 */
export function decodeBmp(file, pixelsMax) {
  if (file.length < MASKS || file.toString('latin1', 0, 2) !== 'BM') return refuse('MEDIA_DAMAGED')
  const headerSize = file.readUInt32LE(14)
  // Headers from before 1990 lack these fields.
  if (headerSize < INFO_HEADER || headerSize > 1024) return refuse('MEDIA_TYPE_UNSUPPORTED')
  const offset = file.readUInt32LE(10)
  const width = file.readInt32LE(18)
  const signedHeight = file.readInt32LE(22)
  const height = Math.abs(signedHeight)
  const bits = file.readUInt16LE(28)
  const compression = file.readUInt32LE(30)
  if (width <= 0 || height === 0 || offset > file.length) return refuse('MEDIA_DAMAGED')
  if (width * height > pixelsMax || width > 65_535 || height > 65_535) return refuse('MEDIA_TOO_MANY_PIXELS')
  const about = { file, offset, width, height, bits, isTopDown: signedHeight < 0 }
  const palette = bits <= 8 ? paletteOf(file, headerSize, bits) : null
  if (compression === RLE8 && bits === 8 && palette) return decodeRle8(about, palette)
  const masks = masksOf(file, { bits, compression })
  if (compression !== RGB && !masks) return refuse('MEDIA_TYPE_UNSUPPORTED')
  if (![1, 4, 8, 16, 24, 32].includes(bits)) return refuse('MEDIA_TYPE_UNSUPPORTED')
  const stride = Math.floor((bits * width + 31) / 32) * 4
  if (offset + stride * height > file.length) return refuse('MEDIA_DAMAGED')
  const read = readerOf(about, { palette, masks })
  const data = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y += 1) {
    const row = offset + stride * (about.isTopDown ? y : height - 1 - y)
    for (let x = 0; x < width; x += 1) read(row, x, { data, at: (y * width + x) * 3 })
  }
  return { ...NOTHING, data, width, height, problem: '' }
}

/**
 * RGB values by color index; missing colors are black.
 * @param {Buffer} file
 * @param {number} headerSize
 * @param {number} bits
 */
function paletteOf(file, headerSize, bits) {
  const used = file.readUInt32LE(46)
  const size = Math.min(used || 2 ** bits, 2 ** bits)
  const start = FILE_HEADER + headerSize
  const palette = new Uint8Array(256 * 3)
  for (let index = 0; index < size && start + index * 4 + 3 <= file.length; index += 1) {
    const at = start + index * 4
    palette[index * 3] = file[at + 2] ?? 0
    palette[index * 3 + 1] = file[at + 1] ?? 0
    palette[index * 3 + 2] = file[at] ?? 0
  }
  return palette
}

/**
 * Bit masks of red, green and blue in a pixel's value. Null for palette and 24-bit images, or if the masks are missing.
 * @param {Buffer} file
 * @param {{ bits: number, compression: number }} about
 */
function masksOf(file, { bits, compression }) {
  if (bits !== 16 && bits !== 32) return null
  if (compression === RGB) return (bits === 16 ? [0x7c00, 0x3e0, 0x1f] : [0xff0000, 0xff00, 0xff]).map(channelOf)
  if ((compression !== BITFIELDS && compression !== ALPHA_BITFIELDS) || file.length < MASKS + 12) return null
  return [0, 4, 8].map((index) => channelOf(file.readUInt32LE(MASKS + index)))
}

/** @param {number} mask @returns {Channel} */
function channelOf(mask) {
  const shift = mask === 0 ? 0 : 31 - Math.clz32(mask & -mask)
  return { mask, shift, max: mask === 0 ? 1 : mask >>> shift }
}

/** @param {Bitmap} bitmap @param {{ palette: Uint8Array | null, masks: Channel[] | null }} about @returns {ReadPixel} */
function readerOf({ file, bits }, { palette, masks }) {
  if (palette) {
    return (row, x, { data, at }) => {
      const byte = file[row + Math.floor((x * bits) / 8)] ?? 0
      const index = (byte >> (8 - bits - ((x * bits) % 8))) & (2 ** bits - 1)
      data[at] = palette[index * 3] ?? 0
      data[at + 1] = palette[index * 3 + 1] ?? 0
      data[at + 2] = palette[index * 3 + 2] ?? 0
    }
  }
  if (bits === 24) {
    return (row, x, { data, at }) => {
      data[at] = file[row + x * 3 + 2] ?? 0
      data[at + 1] = file[row + x * 3 + 1] ?? 0
      data[at + 2] = file[row + x * 3] ?? 0
    }
  }
  return (row, x, { data, at }) => {
    const value = bits === 16 ? file.readUInt16LE(row + x * 2) : file.readUInt32LE(row + x * 4)
    for (const [index, { mask, shift, max }] of (masks ?? []).entries()) {
      data[at + index] = Math.round(((((value & mask) >>> 0) >>> shift) * 255) / max)
    }
  }
}

/**
 * Decodes runs of equal pixels. Skipped and missing pixels get the first color.
 * @param {Bitmap} bitmap
 * @param {Uint8Array} palette
 */
function decodeRle8({ file, offset, width, height, isTopDown }, palette) {
  const data = Buffer.alloc(width * height * 3)
  for (let index = 0; index < width * height; index += 1) data.set(palette.subarray(0, 3), index * 3)
  let [x, y, at] = [0, 0, offset]
  const put = (/** @type {number} */ color) => {
    if (x < width && y < height) {
      const row = isTopDown ? y : height - 1 - y
      data.set(palette.subarray(color * 3, color * 3 + 3), (row * width + x) * 3)
    }
    x += 1
  }
  while (at + 1 < file.length && y < height) {
    const [count = 0, value = 0] = [file[at], file[at + 1]]
    at += 2
    if (count > 0) for (let index = 0; index < count; index += 1) put(value)
    else if (value === 0) [x, y] = [0, y + 1]
    else if (value === 1) return { ...NOTHING, data, width, height, problem: '' }
    else if (value === 2) {
      x += file[at] ?? 0
      y += file[at + 1] ?? 0
      at += 2
    } else {
      for (let index = 0; index < value && at + index < file.length; index += 1) put(file[at + index] ?? 0)
      at += value + (value % 2)
    }
  }
  return refuse('MEDIA_DAMAGED')
}
