import { rollup } from 'rollup'

/**
 * The modules that a reader's first view needs beside the loader, so that one file can hold them: each shared module in a
 * file of its own would be one more request. What is really used only a build knows, so this makes one.
 * @param {{ input: import('rollup').InputOption, plugins: import('rollup').InputPluginOption, view: string }} about
 * @returns {Promise<Set<string>>}
 */
export async function modulesOfFirstView({ input, plugins, view }) {
  const bundle = await rollup({ input, plugins })
  const { output } = await bundle.generate({ format: 'es' })
  await bundle.close()
  const chunks = output.filter((part) => part.type === 'chunk')
  const files = new Set(chunks.filter(({ moduleIds }) => moduleIds.includes(view)).map(({ fileName }) => fileName))
  const needed = chunksWith(chunks, files)
  const loader = chunksWith(chunks, new Set(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName)))
  return new Set(needed.filter((chunk) => !loader.includes(chunk)).flatMap(({ moduleIds }) => moduleIds))
}

/**
 * The chunks of the files, and those that load with them.
 * @param {import('rollup').OutputChunk[]} chunks
 * @param {Set<string>} files
 */
function chunksWith(chunks, files) {
  for (const file of files) {
    for (const next of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) files.add(next)
  }
  return chunks.filter(({ fileName }) => files.has(fileName))
}
