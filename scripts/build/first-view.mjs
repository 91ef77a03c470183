import { rollup } from 'rollup'

/**
 * Groups the loader's shared modules into files, because a file per module would cost a request each. Only a build
 * knows which modules are used, so this runs one.
 * @param {object} about
 * @param {import('rollup').InputOption} about.input
 * @param {import('rollup').InputPluginOption} about.plugins
 * @param {Record<string, string[]>} about.views By file name, in loading order: the module whose imports the file
 *   contains; optionally a larger module, of which it adds only the imports shared with other modules; then single
 *   modules that would otherwise be separate files.
 * @returns {Promise<Map<string, string>>} File names by module id.
 */
export async function modulesOfViews({ input, plugins, views }) {
  const bundle = await rollup({ input, plugins })
  const { output } = await bundle.generate({ format: 'es' })
  await bundle.close()
  const chunks = output.filter((part) => part.type === 'chunk')
  const loader = withImports(chunks, (chunk) => chunk.isEntry).flatMap(({ moduleIds }) => moduleIds)
  /** @type {Map<string, string>} */
  const files = new Map()
  for (const [name, [view, larger, ...single]] of Object.entries(views)) {
    const shared = withImports(chunks, has(larger)).filter((chunk) => !has(larger)(chunk))
    for (const { moduleIds } of [...withImports(chunks, has(view)), ...shared]) {
      for (const id of moduleIds) if (!loader.includes(id) && !files.has(id)) files.set(id, name)
    }
    for (const id of single) files.set(id, name)
  }
  return files
}

/**
 * Whether a chunk has this module.
 * @param {string | undefined} id
 * @returns {(chunk: import('rollup').OutputChunk) => boolean}
 */
const has = (id) => (chunk) => id !== undefined && chunk.moduleIds.includes(id)

/**
 * Chunks and their static imports.
 * @param {import('rollup').OutputChunk[]} chunks
 * @param {(chunk: import('rollup').OutputChunk) => boolean} isWanted
 */
function withImports(chunks, isWanted) {
  const files = new Set(chunks.filter(isWanted).map(({ fileName }) => fileName))
  for (const file of files) {
    for (const next of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) files.add(next)
  }
  return chunks.filter(({ fileName }) => files.has(fileName))
}
