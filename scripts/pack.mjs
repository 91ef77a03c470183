/**
 * `npm run pack`: writes the packages as partners install them, one tarball each, to `.cache/packed`. Publish those,
 * never the folders: a folder's exports map names sources, which a tarball doesn't contain.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

const STAGED = '.cache/staged'
const PACKED = '.cache/packed'

/**
 * @typedef {object} Manifest
 * @property {string} name
 * @property {string} version
 * @property {Record<string, Record<string, string>>} exports
 * @property {Record<string, string>} [dependencies]
 */

/** Fields that only matter in this repository. */
const OURS = ['publishConfig', 'devDependencies']

/**
 * The project's links, which the root manifest defines for all packages.
 * @param {string} folder
 */
function projectFields(folder) {
  const { homepage, repository, bugs } = JSON.parse(readFileSync('package.json', 'utf8'))
  return { homepage, repository: { ...repository, directory: folder }, bugs }
}

/**
 * The published manifest: built entries only, and our packages at exactly the version they were built with.
 * @param {Manifest} manifest
 * @returns {Manifest}
 */
export function publishedManifest(manifest) {
  const { exports, dependencies, version } = manifest
  const built = Object.entries(exports)
    .map(([path, { source: _, ...conditions }]) => /** @type {const} */ ([path, conditions]))
    .filter(([, conditions]) => Object.keys(conditions).length > 0)
  const pinned = Object.entries(dependencies ?? {}).map(([name, range]) => [
    name,
    name.startsWith('@stoa/') ? version : range,
  ])
  const rest = Object.fromEntries(Object.entries(manifest).filter(([field]) => !OURS.includes(field)))
  return {
    .../** @type {Manifest} */ (rest),
    ...projectFields(`packages/${manifest.name.slice('@stoa/'.length)}`),
    exports: Object.fromEntries(built),
    ...(dependencies ? { dependencies: Object.fromEntries(pinned) } : {}),
  }
}

/**
 * Packs all packages, which must be built.
 * @returns {string[]} The tarballs.
 */
export function packAll() {
  for (const folder of [STAGED, PACKED]) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
  }
  const names = readdirSync('packages').filter((name) => existsSync(`packages/${name}/package.json`))
  for (const name of names) {
    const [from, to] = [`packages/${name}`, `${STAGED}/${name}`]
    cpSync(`${from}/dist`, `${to}/dist`, { recursive: true })
    cpSync(`${from}/README.md`, `${to}/README.md`)
    cpSync('LICENSE', `${to}/LICENSE`)
    const manifest = publishedManifest(JSON.parse(readFileSync(`${from}/package.json`, 'utf8')))
    writeFileSync(`${to}/package.json`, `${JSON.stringify(manifest, null, 2)}\n`)
  }
  const folders = names.map((name) => `./${STAGED}/${name}`)
  execFileSync('npm', ['pack', ...folders, '--pack-destination', PACKED, '--ignore-scripts', '--silent'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return readdirSync(PACKED).map((file) => resolve(PACKED, file))
}

if (import.meta.filename === process.argv[1]) for (const tarball of packAll()) console.log(tarball)
