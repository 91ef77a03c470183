import { existsSync, readdirSync } from 'node:fs'

/**
 * @typedef {object} Target
 * @property {string} name
 * @property {string} entry Without this file the target is skipped.
 * @property {string[]} from Files and folders whose content decides whether it is up to date.
 * @property {() => string[]} into Its present output: files and folders that a build replaces.
 * @property {string[]} folders Folders that it is built into.
 * @property {(next: (path: string) => string) => string[][]} steps Programs below node_modules or here with their
 *   arguments, run one after another. `next` names the folder that stands for an output folder until all is built.
 * @property {boolean} [runtime] Whether a running server needs it.
 */

/** Packages with modules. */
const PACKAGES = readdirSync('packages')
  .map((name) => `packages/${name}`)
  .filter((folder) => folder !== 'packages/languages')
const ROLLUP = ['rollup.config.mjs', 'scripts/preact-alias.mjs', 'packages']
/** Output of the embed's own target, next to its package's modules. */
const EMBED_FILES = ['browser', 'browser-manifest.json', 'server']
const VITE = ['node_modules/vite/bin/vite.js', 'build', 'hosted-app', '--logLevel', 'error', '--outDir']
const rollup = (/** @type {string} */ only, /** @type {string} */ dist) => [
  'node_modules/rollup/dist/bin/rollup',
  ...['-c', '--silent', '--configOnly', only, '--configDist', dist],
]

/**
 * Targets of `scripts/build.mjs`.
 * @type {Target[]}
 */
export const targets = [
  {
    name: 'server',
    entry: 'server/src/main.ts',
    from: ['server', 'packages/contract'],
    into: () => ['server/dist'],
    folders: ['server/dist'],
    steps: (next) => [['scripts/build/server.mjs', next('server/dist')]],
    runtime: true,
  },
  {
    name: 'embed',
    entry: 'packages/embed/src/loader/embed.ts',
    from: ROLLUP,
    into: () => EMBED_FILES.map((name) => `packages/embed/dist/${name}`),
    folders: ['packages/embed/dist'],
    steps: (next) => [
      rollup('embed', next('dist')),
      ['scripts/build/compress.mjs', next('packages/embed/dist/browser')],
      ['scripts/build/embed-server.mjs', next('packages/embed/dist/server')],
    ],
    runtime: true,
  },
  {
    name: 'hosted-app',
    entry: 'hosted-app/src/entry-server.tsx',
    from: ['hosted-app', 'scripts/preact-alias.mjs', 'packages'],
    into: () => ['hosted-app/dist', 'hosted-app/dist-ssr'],
    folders: ['hosted-app/dist', 'hosted-app/dist-ssr'],
    steps: (next) => [
      [...VITE, next('dist')],
      [...VITE, next('dist-ssr'), '--ssr', 'src/entry-server.tsx'],
      [...VITE, next('dist-ssr'), '--config', 'hosted-app/vite.worker.config.ts'],
      ['scripts/build/compress.mjs', next('hosted-app/dist')],
    ],
    runtime: true,
  },
  {
    name: 'languages',
    entry: 'scripts/build/languages.mjs',
    from: ['scripts/languages', 'packages', 'hosted-app/src', 'server/src'],
    into: () => ['packages/languages/dist'],
    folders: ['packages/languages/dist'],
    steps: (next) => [['scripts/build/languages.mjs', next('packages/languages/dist')]],
    runtime: true,
  },
  {
    name: 'packages',
    entry: 'packages/contract/src/index.ts',
    from: ROLLUP,
    into: () => PACKAGES.flatMap(libraryFiles),
    folders: PACKAGES.map((folder) => `${folder}/dist`),
    steps: (next) => [rollup('packages', next('dist')), ['scripts/build/types.mjs', next('dist')]],
  },
]

/** The built modules of a package. @param {string} folder */
function libraryFiles(folder) {
  const dist = `${folder}/dist`
  const names = existsSync(dist) ? readdirSync(dist) : []
  return names.filter((name) => !EMBED_FILES.includes(name)).map((name) => `${dist}/${name}`)
}
