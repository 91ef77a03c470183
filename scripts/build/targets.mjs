import { existsSync, readdirSync } from 'node:fs'

/**
 * @typedef {object} Target
 * @property {string} name
 * @property {string} entry Without this file the target is skipped.
 * @property {string[]} from Files and folders whose content decides whether it is up to date.
 * @property {() => string[]} into Files and folders that are removed before building and must exist afterwards.
 * @property {string[][]} steps Programs below node_modules or here with their arguments, run one after another.
 * @property {boolean} [runtime] Whether a running server needs it.
 */

const PACKAGES = readdirSync('packages').map((name) => `packages/${name}`)
const ROLLUP = ['rollup.config.mjs', 'scripts/preact-alias.mjs', 'packages']
/** Output of the embed's own target, next to its package's modules. */
const EMBED_FILES = ['browser', 'browser-manifest.json', 'server']
const VITE = ['node_modules/vite/bin/vite.js', 'build', 'hosted-app', '--logLevel', 'error']

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
    steps: [['scripts/build/server.mjs']],
    runtime: true,
  },
  {
    name: 'embed',
    entry: 'packages/embed/src/loader/embed.ts',
    from: ROLLUP,
    into: () => EMBED_FILES.map((name) => `packages/embed/dist/${name}`),
    steps: [
      ['node_modules/rollup/dist/bin/rollup', '-c', '--silent', '--configOnly', 'embed'],
      ['scripts/build/compress.mjs', 'packages/embed/dist/browser'],
      ['scripts/build/embed-server.mjs'],
    ],
    runtime: true,
  },
  {
    name: 'hosted-app',
    entry: 'hosted-app/src/entry-server.tsx',
    from: ['hosted-app', 'scripts/preact-alias.mjs', 'packages'],
    into: () => ['hosted-app/dist', 'hosted-app/dist-ssr'],
    steps: [
      VITE,
      [...VITE, '--ssr', 'src/entry-server.tsx', '--outDir', 'dist-ssr'],
      ['scripts/build/compress.mjs', 'hosted-app/dist'],
    ],
    runtime: true,
  },
  {
    name: 'packages',
    entry: 'packages/contract/src/index.ts',
    from: ROLLUP,
    into: () => PACKAGES.flatMap(libraryFiles),
    steps: [
      ['node_modules/rollup/dist/bin/rollup', '-c', '--silent', '--configOnly', 'packages'],
      ['scripts/build/types.mjs'],
    ],
  },
]

/** The built modules of a package. @param {string} folder */
function libraryFiles(folder) {
  const dist = `${folder}/dist`
  const names = existsSync(dist) ? readdirSync(dist) : []
  return names.filter((name) => !EMBED_FILES.includes(name)).map((name) => `${dist}/${name}`)
}
