import { type FileHandle, open } from 'node:fs/promises'
import type { ProbedVideo } from './video-converter.ts'

/** Size limit of a file's index. */
const INDEX_MAX_BYTES = 20_000_000
const BOXES_MAX = 2000

/** Reads duration and size from an MP4's index (ISO/IEC 14496-12); null if unreadable. For servers without ffmpeg. */
export async function readMp4(path: string): Promise<ProbedVideo | null> {
  const file = await open(path)
  try {
    const moov = await findIndex(file)
    return moov && filmOf(moov)
  } finally {
    await file.close()
  }
}

async function findIndex(file: FileHandle): Promise<Buffer | null> {
  const { size } = await file.stat()
  let at = 0
  for (let count = 0; at + 8 <= size && count < BOXES_MAX; count += 1) {
    const { buffer } = await file.read(Buffer.alloc(16), 0, 16, at)
    const short = buffer.readUInt32BE(0)
    const length = short === 1 ? Number(buffer.readBigUInt64BE(8)) : short === 0 ? size - at : short
    if (length < 8 || at + length > size) return null
    if (buffer.toString('latin1', 4, 8) === 'moov') {
      if (length > INDEX_MAX_BYTES) return null
      const head = short === 1 ? 16 : 8
      return (await file.read(Buffer.alloc(length - head), 0, length - head, at + head)).buffer
    }
    at += length
  }
  return null
}

/** Direct child boxes. */
function boxesIn(bytes: Buffer): { name: string; content: Buffer }[] {
  const boxes: { name: string; content: Buffer }[] = []
  let at = 0
  while (at + 8 <= bytes.length && boxes.length < BOXES_MAX) {
    const length = bytes.readUInt32BE(at)
    if (length < 8 || at + length > bytes.length) break
    boxes.push({ name: bytes.toString('latin1', at + 4, at + 8), content: bytes.subarray(at + 8, at + length) })
    at += length
  }
  return boxes
}

function filmOf(moov: Buffer): ProbedVideo | null {
  const boxes = boxesIn(moov)
  const header = boxes.find(({ name }) => name === 'mvhd')?.content
  if (!header || header.length < 32) return null
  const isLong = header[0] === 1
  const scale = header.readUInt32BE(isLong ? 20 : 12)
  const length = isLong ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16)
  if (scale === 0) return null
  const sizes = boxes.filter(({ name }) => name === 'trak').map(({ content }) => sizeOf(content))
  const { width, height } = sizes.find((size) => size.width > 0) ?? { width: 0, height: 0 }
  return { kind: width > 0 ? 'video' : 'audio', width, height, durationMs: Math.round((length / scale) * 1000) }
}

/** A track's picture size; 0 for sound. The track header ends with width and height in 16.16 fixed point. */
function sizeOf(trak: Buffer): { width: number; height: number } {
  const header = boxesIn(trak).find(({ name }) => name === 'tkhd')?.content
  if (!header || header.length < 84) return { width: 0, height: 0 }
  const end = header[0] === 1 ? 96 : 84
  if (header.length < end) return { width: 0, height: 0 }
  return { width: header.readUInt32BE(end - 8) >>> 16, height: header.readUInt32BE(end - 4) >>> 16 }
}
