import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, resolve as pathOf } from 'node:path'
import alias from '@rollup/plugin-alias'
import commonjs from '@rollup/plugin-commonjs'
import { nodeResolve } from '@rollup/plugin-node-resolve'
import replace from '@rollup/plugin-replace'
import terser from '@rollup/plugin-terser'
import esbuild from 'rollup-plugin-esbuild'
import { bundleCss, cssInline } from './scripts/build/css-inline.mjs'
import { modulesOfViews } from './scripts/build/first-view.mjs'
import { manifest } from './scripts/build/manifest.mjs'
import { preactAlias } from './scripts/preact-alias.mjs'

/**
 * Files of the embed that pages name; their names stay, all others are hashed. Each is built for itself.
 * @type {Record<string, string>}
 */
const EMBED_ENTRIES = { embed: 'src/loader/embed.ts', frame: 'src/session/frame-page.ts' }
/**
 * What a reader loads beside the loader, one file each: to see the thread, then to hear of news. After that what elements
 * without comments stand on; the thread's code does, too, and what else it shares is put there, apart from its texts.
 * @type {Record<string, string[]>}
 */
const VIEWS = {
  'first-view': ['src/first-view/first-view.ts'],
  'live-updates': ['src/reading/live-updates.ts'],
  words: [
    '../ui/src/i18n/format-message.ts',
    '',
    'src/messages.ts',
    'src/thread/texts.ts',
    '../contract/src/domain-rules.ts',
  ],
  // All that counts share with the thread's code.
  limits: ['../contract/src/limits.ts'],
  'single-part': [
    'src/thread/single-part.ts',
    'src/thread/mount-comments.tsx',
    '../ui/src/icon-button/icon-button.tsx',
    '../ui/src/link/link-provider.tsx',
    '../ui/src/root-props/root-props.ts',
    '../store/src/load.ts',
    '../contract/src/policy/comments.ts',
  ],
  thread: ['src/thread/mount-comments.tsx', '', '../comments/src/thread/messages.ts'],
  // Asked to sign in, every visitor gets these.
  dialog: ['', '', '../ui/src/dialog/dialog.tsx', '../ui/src/banner/banner.tsx', '../ui/src/toast/toast-region.tsx'],
  'writer-tools': [
    '',
    '',
    '../comments/src/writer-tools.ts',
    '../comments/src/composer/messages.ts',
    '../comments/src/menu/messages.ts',
  ],
}

const resolve = () => nodeResolve({ browser: true, exportConditions: ['source', 'browser', 'import', 'default'] })
const compile = () => esbuild({ target: 'es2022', tsconfig: 'tsconfig.base.json', jsx: 'automatic' })

/**
 * engine.io-client names its browser files in a field that node-resolve does not apply to relative imports.
 * @type {import('rollup').Plugin}
 */
const engineBrowser = {
  name: 'engine-browser',
  resolveId(source, importer) {
    if (!importer?.includes('engine.io-client') || !source.endsWith('.node.js')) return null
    return this.resolve(source.replace('.node.js', '.js'), importer, { skipSelf: true })
  },
}

/** @typedef {{ source: string, target: string }} Export */

/**
 * Writes the style sheets that a package exports, with their imports inlined, to `dist`.
 * @param {string} folder
 * @param {string} dist
 * @param {Export[]} sheets Targets are below `dist`.
 */
const styles = (folder, dist, sheets) => ({
  name: 'styles',
  async writeBundle() {
    for (const { source, target } of sheets) {
      const file = `${folder}/${dist}/${target}`
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, await bundleCss(`${folder}/${source}`))
    }
  },
})

/**
 * What a package's exports map says is built from what, below `dist`.
 * @param {string} folder
 */
function exportsOf(folder) {
  /** @type {{ exports: Record<string, { source: string, default?: string }> }} */
  const { exports } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
  /** @param {{ source: string, default: string }} one A pattern stands for each folder that has such a file. */
  const expanded = ({ source, default: target }) =>
    (source.includes('*') ? readdirSync(`${folder}/${source.slice(0, source.indexOf('*'))}`) : ['']).map((name) => ({
      source: source.replaceAll('*', name),
      target: target.replaceAll('*', name).replace(/^\.\/dist\//, ''),
    }))
  return Object.values(exports)
    .flatMap((one) => (one.default && one.source ? expanded({ source: one.source, default: one.default }) : []))
    .filter(({ source }) => source && existsSync(`${folder}/${source}`))
}

/**
 * React's server components may import our packages: what draws or uses hooks is marked as code of the client, everything
 * else can be called on the server, too.
 * @param {import('rollup').RenderedChunk} chunk
 */
function clientDirective({ facadeModuleId, imports }) {
  return /\.tsx$|\/react\.ts$/.test(facadeModuleId ?? '') || imports.includes('react') ? "'use client'" : ''
}

/**
 * An installable package: modules as they are in the sources, everything else left to its importer.
 * @param {string} folder
 * @param {string} dist
 */
function library(folder, dist) {
  const all = exportsOf(folder)
  const modules = all.filter(({ source }) => !source.endsWith('.css'))
  if (modules.length === 0) return []
  /** @param {Export} sheet */
  const entry = ({ source, target }) => [target.replace(/\.js$/, ''), `${folder}/${source}`]
  return {
    input: Object.fromEntries(modules.map(entry)),
    /** @param {string} id */
    external: (id) => !/^[./]|\.css(\?inline)?$/.test(id),
    plugins: [
      cssInline(),
      resolve(),
      compile(),
      styles(
        folder,
        dist,
        all.filter(({ source }) => source.endsWith('.css')),
      ),
    ],
    output: {
      dir: `${folder}/${dist}`,
      preserveModules: true,
      preserveModulesRoot: `${folder}/src`,
      sourcemap: true,
      banner: clientDirective,
    },
  }
}

/**
 * A script for any page: a file with a stable name, hashed chunks, React replaced by Preact.
 * @param {string} name
 * @param {string} dist
 */
async function embed(name, dist) {
  const folder = 'packages/embed'
  const input = { [name]: `${folder}/${EMBED_ENTRIES[name]}` }
  const plugins = [
    engineBrowser,
    alias({ entries: preactAlias }),
    cssInline(),
    resolve(),
    commonjs(),
    compile(),
    replace({
      preventAssignment: true,
      values: { 'process.env.NODE_ENV': '"production"', 'import.meta.env': '({ MODE: "production" })' },
    }),
  ]
  const views = Object.fromEntries(
    Object.entries(VIEWS).map(([file, modules]) => [file, modules.map((module) => pathOf(folder, module))]),
  )
  const files = await modulesOfViews({ input, plugins, views })
  return {
    input,
    plugins: [
      ...plugins,
      terser({ module: true, ecma: 2020, compress: { passes: 2 } }),
      manifest(`${folder}/${dist}/browser-manifest.json`),
      styles(folder, dist, [{ source: 'src/first-view/styles.css', target: 'browser/embed.css' }]),
    ],
    output: {
      dir: `${folder}/${dist}/browser`,
      /** @param {string} id */
      manualChunks: (id) => files.get(id) ?? null,
      onlyExplicitManualChunks: true,
      generatedCode: { arrowFunctions: true },
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
      // Without a comment that every page would load; the maps are beside the files.
      sourcemap: 'hidden',
    },
  }
}

const folders = readdirSync('packages').map((name) => `packages/${name}`)

/**
 * `rollup -c` builds all; `--configOnly packages` or `--configOnly embed` one half. `--configDist` names the folder in each
 * package that is built into.
 * @param {{ configOnly?: string, configDist?: string }} options
 */
export default async ({ configOnly, configDist: dist = 'dist' }) => [
  ...(configOnly === 'embed' ? [] : folders.flatMap((folder) => library(folder, dist))),
  ...(configOnly === 'packages' ? [] : await Promise.all(Object.keys(EMBED_ENTRIES).map((name) => embed(name, dist)))),
]
