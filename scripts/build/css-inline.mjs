import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { bundleAsync } from 'lightningcss'

const SUFFIX = '?inline'

/**
 * A style sheet with its imports, minified.
 * @param {string} filename
 */
export async function bundleCss(filename) {
  const { code } = await bundleAsync({
    filename,
    minify: true,
    resolver: { resolve: (specifier, from) => sheetOf(specifier) ?? resolve(from, '..', specifier) },
  })
  return code.toString()
}

/**
 * The source of a style sheet that one of our packages exports.
 * @param {string} specifier
 */
function sheetOf(specifier) {
  const [, name, path] = /^@stoa\/([^/]+)\/(.+)$/.exec(specifier) ?? []
  if (!name) return null
  const folder = resolve('packages', name)
  /** @type {{ exports: Record<string, { source: string }> }} */
  const { exports } = JSON.parse(readFileSync(resolve(folder, 'package.json'), 'utf8'))
  const pattern = exports['./*.css']?.source.replaceAll('*', String(path).replace(/\.css$/, ''))
  const source = exports[`./${path}`]?.source ?? pattern
  if (!source) throw new Error(`${specifier} is not exported by its package.`)
  return resolve(folder, source)
}

/**
 * Whether a module is the text of a style sheet.
 * @param {string} id
 */
export const isInlineCss = (id) => id.endsWith(`.css${SUFFIX}`)

/**
 * `import css from './x.css?inline'` returns the minified style sheet with its imports, as in Vite.
 * @returns {import('rollup').Plugin}
 */
export function cssInline() {
  return {
    name: 'css-inline',
    async resolveId(source, importer) {
      if (!isInlineCss(source)) return null
      const file = await this.resolve(source.slice(0, -SUFFIX.length), importer)
      return file && { id: file.id + SUFFIX, moduleSideEffects: false }
    },
    async load(id) {
      return isInlineCss(id) ? `export default ${JSON.stringify(await bundleCss(id.slice(0, -SUFFIX.length)))}` : null
    },
  }
}
