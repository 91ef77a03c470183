/**
 * `node scripts/build/compress.mjs <folder>` writes a Brotli-compressed copy next to each script, style sheet and SVG.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'
import { filesUnder } from './fingerprint.mjs'

for (const file of filesUnder(process.argv.slice(2)).filter((name) => /\.(?:js|css|svg)$/.test(name))) {
  const text = readFileSync(file)
  writeFileSync(`${file}.br`, brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }))
}
