import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

/** A stored block holds at most this much: its length has 16 bits here (RFC 7932, section 9.2). */
const BLOCK_MAX = 65_536
/** The last block, empty. */
const END = Buffer.from([0b11])

/** Compresses the beginning of a stream that ends on a whole byte, so that `stored` can go on behind it. */
export function compressedBeginning(bytes: Buffer): Promise<Buffer> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4 }
  return promisify(brotliCompress)(bytes, { finishFlush: constants.BROTLI_OPERATION_FLUSH, params })
}

/**
 * The end of a stream, as it is. Costs nothing, and because it is compressed together with nothing, the length of an
 * answer tells nothing about it (BREACH).
 */
export function storedEnd(bytes: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let start = 0; start < bytes.length; start += BLOCK_MAX) {
    const block = bytes.subarray(start, start + BLOCK_MAX)
    const head = Buffer.alloc(3)
    // From the lowest bit: not the last, length of four digits (00), length - 1, uncompressed.
    head.writeUIntLE(((block.length - 1) << 3) | (1 << 19), 0, 3)
    parts.push(head, block)
  }
  return Buffer.concat([...parts, END])
}
