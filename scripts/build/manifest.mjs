import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { brotliCompressSync } from 'node:zlib'
import { isInlineCss } from './css-inline.mjs'

/**
 * One file of a browser build, for the size checks.
 * @typedef {object} BuiltChunk
 * @property {string} name Name of the entry or of the dynamically imported module.
 * @property {boolean} isEntry
 * @property {string[]} imports Files that load with it.
 * @property {string[]} dynamicImports Files that may load later.
 * @property {string[]} packages npm packages with code in it.
 * @property {number} bytes Size after Brotli at its highest level.
 * @property {number} styleBytes Size of its style sheets alone, compressed separately.
 */

/** @param {string | Uint8Array} text */
const compressed = (text) => brotliCompressSync(text).length

/**
 * Writes the contents of each file of a browser build, for the size checks. Adds to the output of other builds.
 * @param {string} file
 * @returns {import('rollup').Plugin}
 */
export function manifest(file) {
  return {
    name: 'manifest',
    async writeBundle(_, output) {
      const chunks = Object.values(output).filter((part) => part.type === 'chunk')
      /** @type {Record<string, BuiltChunk>} */
      const entries = existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : {}
      for (const chunk of chunks) {
        const styles = chunk.moduleIds.filter(isInlineCss).map((id) => chunk.modules[id]?.code ?? '')
        entries[chunk.fileName] = {
          name: chunk.name,
          isEntry: chunk.isEntry,
          imports: chunk.imports,
          dynamicImports: chunk.dynamicImports,
          packages: [...new Set(chunk.moduleIds.map(packageOf).filter((name) => name !== ''))].sort(),
          bytes: compressed(chunk.code),
          styleBytes: styles.length === 0 ? 0 : compressed(styles.join('')),
        }
      }
      await writeFile(file, `${JSON.stringify(entries, null, 2)}\n`)
    },
  }
}

/** @param {string} id */
function packageOf(id) {
  return /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? ''
}
