import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compressedBeginning, storedEnd } from './signed-in-reads.ts'

const beginning = Buffer.from(JSON.stringify('What everybody gets. '.repeat(2000)))

test.each([0, 1, 2, 255, 65_535, 65_536, 65_537, 200_000])(
  'an end of %i bytes goes on behind a beginning',
  async (size) => {
    const end = Buffer.from(Array.from({ length: size }, (_, index) => (index * 31) % 251))
    const stream = Buffer.concat([await compressedBeginning(beginning), storedEnd(end)])
    expect(brotliDecompressSync(stream).equals(Buffer.concat([beginning, end]))).toBe(true)
  },
)

test('a beginning serves many ends, and is small', async () => {
  const compressed = await compressedBeginning(beginning)
  expect(compressed.length).toBeLessThan(beginning.length / 50)
  for (const end of ['one', 'another']) {
    const stream = Buffer.concat([compressed, storedEnd(Buffer.from(end))])
    expect(brotliDecompressSync(stream).toString()).toBe(beginning.toString() + end)
  }
})
