import { brotliDecompressSync } from 'node:zlib'
import type { DomainSettings } from '@stoa/contract'

type Fallback = NonNullable<DomainSettings['font']>['fallback']

const HEADER_BYTES = 48
/** Indexes of tables that the format names by number. */
const TABLE = { cmap: 0, head: 1, hhea: 2, hmtx: 3, glyf: 10, loca: 11 } as const
/** In a table's entry: its name follows. */
const NAMED = 63
const TABLES_MAX = 200
/** A compressed font can be a thousand times as large. */
const UNPACKED_MAX_BYTES = 8 * 1024 * 1024
/** Letters as often as in texts. */
const SAMPLE = 'aaabcdeeeefghiijklmnnoopqrrssttuvwxyz      '
/** Widths of the fallback's letters (Arial), from a to z, and of its space, per size of 1000. */
const FALLBACK_WIDTHS = [
  ...[556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833],
  ...[556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500],
]
const FALLBACK_SPACE = 278

/**
 * Reads the metrics of a WOFF2 file and how Arial must be scaled to need the same room. Null: it is no such file, or a
 * collection of fonts.
 */
export function readFont(file: Buffer): Fallback | null {
  try {
    return fallbackOf(tablesOf(file))
  } catch {
    return null
  }
}

interface Tables {
  head: Buffer
  hhea: Buffer
  /** Null: none. */
  cmap: Buffer | null
  hmtx: Buffer | null
  /** Widths are stored without side bearings. */
  isTransformed: boolean
}

function tablesOf(file: Buffer): Tables {
  const isWoff2 = file.toString('latin1', 0, 4) === 'wOF2' && file.readUInt32BE(8) === file.length
  const kind = file.toString('latin1', 4, 8)
  const count = file.readUInt16BE(12)
  if (!isWoff2 || kind === 'ttcf' || count > TABLES_MAX) throw new Error('not a font')
  const compressedBytes = file.readUInt32BE(20)
  const found = new Map<number, { start: number; end: number; version: number }>()
  let at = HEADER_BYTES
  let start = 0
  function length(): number {
    let value = 0
    for (let index = 0; index < 5; index += 1) {
      const byte = file.readUInt8(at)
      at += 1
      value = value * 128 + (byte & 127)
      if ((byte & 128) === 0) return value
    }
    throw new Error('not a length')
  }
  for (let index = 0; index < count; index += 1) {
    const flags = file.readUInt8(at)
    at += 1
    const table = flags & NAMED
    if (table === NAMED) at += 4
    const original = length()
    // Outlines are stored in another form unless the entry says that they aren't; other tables only if it says so.
    const version = flags >> 6
    const isOutline = table === TABLE.glyf || table === TABLE.loca
    const stored = (isOutline ? version !== 3 : version !== 0) ? length() : original
    found.set(table, { start, end: start + stored, version })
    start += stored
  }
  const content = brotliDecompressSync(file.subarray(at, at + compressedBytes), { maxOutputLength: UNPACKED_MAX_BYTES })
  if (content.length !== start) throw new Error('not the announced size')
  const part = (table: number) => {
    const range = found.get(table)
    return range ? content.subarray(range.start, range.end) : null
  }
  const [head, hhea] = [part(TABLE.head), part(TABLE.hhea)]
  if (!head || !hhea) throw new Error('a table is missing')
  const isTransformed = found.get(TABLE.hmtx)?.version === 1
  return { head, hhea, cmap: part(TABLE.cmap), hmtx: part(TABLE.hmtx), isTransformed }
}

/** Glyphs by character, of a table for the characters up to U+FFFF (format 4); null: there is none. */
function glyphs(cmap: Buffer): ((code: number) => number) | null {
  for (let index = 0; index < cmap.readUInt16BE(2); index += 1) {
    const table = cmap.subarray(cmap.readUInt32BE(4 + index * 8 + 4))
    if (cmap.readUInt16BE(4 + index * 8) === 1 || table.readUInt16BE(0) !== 4) continue
    const bytes = table.readUInt16BE(6)
    return (code) => {
      for (let at = 0; at < bytes; at += 2) {
        if (code > table.readUInt16BE(14 + at)) continue
        const [start, delta, range] = [1, 2, 3].map((column) => table.readUInt16BE(16 + column * bytes + at))
        if (start === undefined || delta === undefined || range === undefined || code < start) return 0
        if (range === 0) return (code + delta) % 65_536
        const glyph = table.readUInt16BE(16 + 3 * bytes + at + range + (code - start) * 2)
        return glyph === 0 ? 0 : (glyph + delta) % 65_536
      }
      return 0
    }
  }
  return null
}

/** How wide texts are, compared with the fallback; 1 if the font has no Latin letters. */
function scaleOf({ hhea, cmap, hmtx, isTransformed }: Tables, size: number): number {
  const glyphOf = cmap && glyphs(cmap)
  if (!glyphOf || !hmtx) return 1
  const count = hhea.readUInt16BE(34)
  const widthOf = (glyph: number) => {
    const index = Math.min(glyph, count - 1)
    return hmtx.readUInt16BE(isTransformed ? 1 + index * 2 : index * 4)
  }
  let [own, fallback] = [0, 0]
  for (const letter of SAMPLE) {
    const glyph = glyphOf(letter.charCodeAt(0))
    if (glyph === 0) return 1
    own += widthOf(glyph) / size
    fallback += (letter === ' ' ? FALLBACK_SPACE : (FALLBACK_WIDTHS[letter.charCodeAt(0) - 97] ?? 0)) / 1000
  }
  return own / fallback
}

function fallbackOf(tables: Tables): Fallback | null {
  const { head, hhea } = tables
  const size = head.readUInt16BE(18)
  if (size < 16) return null
  const scale = scaleOf(tables, size)
  const percent = (value: number) => Math.round((Math.abs(value) / size / scale) * 10_000) / 100
  const fallback = {
    sizeAdjust: Math.round(scale * 10_000) / 100,
    ascent: percent(hhea.readInt16BE(4)),
    descent: percent(hhea.readInt16BE(6)),
    lineGap: percent(hhea.readInt16BE(8)),
  }
  return Object.values(fallback).every((value) => value <= 400) && Math.min(fallback.sizeAdjust, fallback.ascent) >= 1
    ? fallback
    : null
}
