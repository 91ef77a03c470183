/**
 * Checks the packages as partners install them. Packs all, and checks the tarballs with publint and
 * are-the-types-wrong. Installs them into a separate folder with the oldest and newest supported React. There it
 * imports every entry in plain Node, renders without a DOM, hydrates and presses buttons, shows the elements in React
 * before and after their script, compiles an application that uses them, and builds one with Vite and, with the newest
 * React, one with Next.
 */
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { packAll, publishedManifest } from '../pack.mjs'

const run = promisify(execFile)
const CONSUMER = 'scripts/checks/consumer'
const COMPILER = resolve('node_modules/typescript-native/bin/tsc')
const DOM = pathToFileURL(resolve('node_modules/jsdom/lib/api.js')).href
/** The ends of the peer dependencies' range. */
const REACTS = [
  { react: '18.3.1', types: '18.3.31', domTypes: '18.3.7', next: false },
  { react: '19.3.1', types: '19.2.2', domTypes: '19.2.2', next: true },
]
const PREACT = '11.2.0'
const KY = '1.14.3'
/** Next takes 340 MB, so it's built only once. */
const NEXT = '16.4.6'
const ELEMENTS = resolve('packages/embed/src/loader/define-element.ts')
const VITE = resolve('node_modules/vite/bin/vite.js')
const RESOLUTIONS = ['bundler', 'nodenext']

/** @typedef {import('../pack.mjs').Manifest} Manifest */

/**
 * @param {string} program
 * @param {string[]} args
 * @param {string} [cwd]
 * @returns {Promise<{ complaint: string, output: string }>} Its output; in `complaint` if it failed.
 */
async function attempt(program, args, cwd) {
  try {
    const { stdout } = await run(program, args, { cwd, maxBuffer: 2 ** 26 })
    return { complaint: '', output: stdout }
  } catch (error) {
    const { stdout, stderr } = /** @type {{ stdout: string, stderr: string }} */ (error)
    return { complaint: `${stdout}${stderr}`.trim(), output: '' }
  }
}

/** @param {Manifest} manifest Names of all entries that are modules, and of all others. */
function entriesOf({ name, exports }) {
  const entries = Object.entries(exports)
  /** @param {boolean} isModule */
  const pathsOf = (isModule) =>
    entries.filter(([, target]) => target.default?.endsWith('.js') === isModule).map(([path]) => path)
  return { modules: pathsOf(true).map((path) => `${name}${path.slice(1)}`), others: pathsOf(false) }
}

/** @param {Manifest} manifest @param {string} tarball */
async function judge(manifest, tarball) {
  const { buffer, byteOffset, length } = readFileSync(tarball)
  const archive = /** @type {ArrayBuffer} */ (buffer.slice(byteOffset, byteOffset + length))
  const { messages, pkg } = await publint({ pack: { tarball: archive }, strict: true })
  const { others } = entriesOf(manifest)
  const { complaint } = await attempt(process.execPath, [
    ...['node_modules/@arethetypeswrong/cli/dist/index.js', tarball, '--profile', 'esm-only', '--no-color'],
    ...(others.length > 0 ? ['--exclude-entrypoints', ...others] : []),
  ])
  const unlike = JSON.stringify(pkg.exports).includes('"source"') ? ['its exports map names sources'] : []
  return [...unlike, ...messages.map((message) => `publint: ${formatMessage(message, pkg)}`), complaint].filter(Boolean)
}

/**
 * A folder outside the repository with all packages installed next to one React.
 * @param {(typeof REACTS)[number]} version
 * @param {string[]} tarballs
 */
async function consumer({ react, types, domTypes, next }, tarballs) {
  const folder = mkdtempSync(join(tmpdir(), 'stoa-consumer-'))
  const packages = tarballs.map((tarball) => {
    const name = /stoa-(.+)-\d+\.\d+\.\d+.*\.tgz$/.exec(tarball)?.[1]
    return /** @type {const} */ ([`@stoa/${name}`, `file:${tarball}`])
  })
  const dependencies = {
    ...Object.fromEntries(packages),
    react,
    'react-dom': react,
    '@types/react': types,
    '@types/react-dom': domTypes,
    preact: PREACT,
    ky: KY,
    ...(next ? { next: NEXT } : {}),
  }
  const manifest = {
    name: 'consumer',
    private: true,
    type: 'module',
    dependencies,
    overrides: Object.fromEntries(packages),
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  cpSync(CONSUMER, folder, { recursive: true })
  for (const moduleResolution of RESOLUTIONS) {
    const module = moduleResolution === 'bundler' ? 'esnext' : 'nodenext'
    const compilerOptions = {
      module,
      moduleResolution,
      target: 'es2022',
      lib: ['es2023', 'dom', 'dom.iterable'],
      jsx: 'react-jsx',
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      types: [],
    }
    mkdirSync(join(folder, moduleResolution))
    const config = { compilerOptions, files: ['../consumer.tsx', '../preact-page.tsx'] }
    writeFileSync(join(folder, moduleResolution, 'tsconfig.json'), JSON.stringify(config))
  }
  const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--prefer-offline']
  const { complaint } = await attempt('npm', [...install, '--loglevel=error'], folder)
  return { folder, complaint }
}

/** @param {string} folder @param {string[]} modules */
async function tryOut(folder, modules) {
  const node = (/** @type {string[]} */ ...args) => attempt(process.execPath, args, folder)
  const imports = modules.map((name) => `await import('${name}')`).join('\n')
  const imported = await node('--input-type=module', '-e', imports)
  const rendered = await node('render.mjs')
  writeFileSync(join(folder, 'page.html'), rendered.output)
  const pressed = rendered.complaint ? { complaint: '', output: '' } : await node('click.mjs', DOM, 'page.html')
  const elements = await showElements(folder)
  const compiled = await Promise.all(RESOLUTIONS.map((name) => node(COMPILER, '-p', name)))
  const bundled = await node(VITE, 'build', 'vite-page', '--logLevel', 'error')
  process.stdout.write(pressed.output + elements.output)
  const all = [imported, rendered, pressed, elements, ...compiled, bundled, await builtByNext(folder)]
  return all.map(({ complaint }) => complaint).filter(Boolean)
}

/**
 * Shows the elements in React. The page is bundled as for browsers, because Node would take the wrapper library's build
 * for servers.
 * @param {string} folder
 */
async function showElements(folder) {
  const bundles = { page: join(folder, 'story-page-browser.mjs'), elements: ELEMENTS }
  await build({
    absWorkingDir: folder,
    entryPoints: bundles,
    outdir: 'bundles',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    define: { 'process.env.NODE_ENV': '"development"' },
    conditions: ['development'],
    logLevel: 'error',
  })
  return attempt(process.execPath, ['elements.mjs', DOM, './bundles/page.mjs', './bundles/elements.mjs'], folder)
}

/**
 * Builds the pages of `app` with Next, if installed; the HTML contains the element with its attributes.
 * @param {string} folder
 */
async function builtByNext(folder) {
  const program = join(folder, 'node_modules/next/dist/bin/next')
  if (!existsSync(program)) return { complaint: '', output: '' }
  process.env.NEXT_TELEMETRY_DISABLED = '1'
  const built = await attempt(process.execPath, [program, 'build'], folder)
  if (built.complaint) return built
  const html = readFileSync(join(folder, '.next/server/app/index.html'), 'utf8')
  const isThere = html.includes('<stoa-comments community="FORUM" article-id="7"') && html.includes('A button')
  return { complaint: isThere ? '' : 'Next did not render the components on the server', output: '' }
}

const tarballs = packAll()
const manifests = readdirSync('packages').map((name) =>
  publishedManifest(JSON.parse(readFileSync(`packages/${name}/package.json`, 'utf8'))),
)
const rows = await attempt(process.execPath, ['--import', 'tsx', '--conditions=source', `${CONSUMER}/rows.ts`])
let failed = manifests.length === 0 || tarballs.length !== manifests.length || rows.complaint !== ''
if (failed) console.log(`${tarballs.length} tarballs of ${manifests.length} packages\n${rows.complaint}`)
/** @param {string} what @param {string[]} problems */
function report(what, problems) {
  failed ||= problems.length > 0
  console.log(problems.length === 0 ? `${what}: good` : `${what}:\n${problems.join('\n')}`)
}

for (const manifest of manifests) {
  const tarball = tarballs.find((file) =>
    file.includes(`/stoa-${manifest.name.slice('@stoa/'.length)}-${manifest.version}`),
  )
  report(manifest.name, tarball ? await judge(manifest, tarball) : ['was not packed'])
}
const modules = manifests.flatMap((manifest) => entriesOf(manifest).modules)
for (const version of REACTS) {
  const { folder, complaint } = await consumer(version, tarballs)
  writeFileSync(join(folder, 'rows.json'), rows.output)
  report(`installed with React ${version.react}`, complaint ? [complaint] : await tryOut(folder, modules))
  rmSync(folder, { recursive: true })
}
process.exitCode = failed ? 1 : 0
