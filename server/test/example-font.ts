import { brotliCompressSync } from 'node:zlib'

/** Width of each of its letters, per size of 1000. */
const WIDTH = 530
const [SPACE, LAST] = [32, 122]

/** A WOFF2 file with the tables of metrics only, for the characters from space to z. `mark` makes it different from others. */
export function exampleFont(mark = 0): Buffer {
  const cmap = Buffer.from(
    [
      ...[0, 1, 3, 1, 0, 12],
      // One range of characters, which begins with the glyph 1, and the one that ends the list.
      ...[4, 32, 0, 4, 4, 1, 0, LAST, 0xffff, 0, SPACE, 0xffff, 65_536 + 1 - SPACE, 1, 0, 0],
    ].flatMap((word) => [word >> 8, word & 255]),
  )
  const [head, hhea, hmtx] = [Buffer.alloc(54), Buffer.alloc(36), Buffer.alloc(4)]
  head.writeUInt16BE(1000, 18)
  head.writeUInt32BE(mark, 4)
  hhea.writeInt16BE(900, 4)
  hhea.writeInt16BE(-250, 6)
  hhea.writeUInt16BE(1, 34)
  hmtx.writeUInt16BE(WIDTH)
  const content = brotliCompressSync(Buffer.concat([cmap, head, hhea, hmtx]))
  const directory = Buffer.from([0, cmap.length, 1, head.length, 2, hhea.length, 3, hmtx.length])
  const header = Buffer.alloc(48)
  header.write('wOF2\0\u0001\0\0', 'latin1')
  header.writeUInt32BE(48 + directory.length + content.length, 8)
  header.writeUInt16BE(4, 12)
  header.writeUInt32BE(content.length, 20)
  return Buffer.concat([header, directory, content])
}
