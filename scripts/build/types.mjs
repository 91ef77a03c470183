/**
 * `node scripts/build/types.mjs <name>` writes the declarations of all packages in one compiler run, each into the folder
 * of that name in its package.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

const [DIST = 'dist'] = process.argv.slice(2)
const OUT = resolve('.cache/types')
const CONFIG = resolve('.cache/tsconfig.types.json')

/**
 * Names and sources of the modules that a package exports.
 * @param {string} name
 */
function entriesOf(name) {
  /** @type {{ exports: Record<string, { source?: string, types?: string }> }} */
  const { exports } = JSON.parse(readFileSync(`packages/${name}/package.json`, 'utf8'))
  return Object.entries(exports)
    .filter(([, { types }]) => types)
    .map(([path, { source = '' }]) => ({
      name: `@stoa/${name}${path.slice(1)}`,
      file: resolve('packages', name, source),
    }))
    .filter(({ file }) => /\.tsx?$/.test(file) && existsSync(file))
}

const names = readdirSync('packages').filter((name) => existsSync(`packages/${name}/package.json`))
rmSync(OUT, { recursive: true, force: true })
mkdirSync(OUT, { recursive: true })
const entries = names.flatMap(entriesOf)
const compilerOptions = {
  noEmit: false,
  declaration: true,
  emitDeclarationOnly: true,
  rootDir: resolve('packages'),
  outDir: OUT,
  types: [resolve('node_modules/vite/client.d.ts')],
  // Files found through node_modules would be external and get no declarations.
  paths: Object.fromEntries(entries.map((entry) => [entry.name, [entry.file]])),
}
const files = entries.map(({ file }) => file)
writeFileSync(CONFIG, JSON.stringify({ extends: resolve('tsconfig.base.json'), compilerOptions, files }))
execFileSync(process.execPath, ['node_modules/typescript-native/bin/tsc', '-p', CONFIG], { stdio: 'inherit' })
for (const file of readdirSync(OUT, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.d.ts'))) {
  const target = `packages/${file.replace('/src/', `/${DIST}/`)}`
  mkdirSync(dirname(target), { recursive: true })
  // The compiler keeps the sources' extensions in declarations; importers only have the built files.
  const text = readFileSync(`${OUT}/${file}`, 'utf8').replace(/((?:from |import\()(['"])\.[^'"]*)\.tsx?\2/g, '$1.js$2')
  writeFileSync(target, text)
}
