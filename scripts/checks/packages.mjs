/** Checks the built packages as an installer gets them: publint, are-the-types-wrong, and importing them in plain Node. */
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

const run = promisify(execFile)

/**
 * @param {string[]} args
 * @returns {Promise<string>} Nothing, or what the program said when it failed.
 */
async function complaint(args) {
  try {
    await run(process.execPath, args)
    return ''
  } catch (error) {
    const { stdout, stderr } = /** @type {{ stdout: string, stderr: string }} */ (error)
    return `${stdout}${stderr}`.trim()
  }
}

/** @param {string} folder */
async function check(folder) {
  const manifest = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
  // What has nothing but a source is for this repository only.
  const entries = Object.entries(/** @type {Record<string, { default: string }>} */ (manifest.exports)).filter(
    ([, target]) => target.default,
  )
  const modules = entries.filter(([, { default: file }]) => file.endsWith('.js')).map(([name]) => name)
  const notModules = entries.map(([name]) => name).filter((name) => !modules.includes(name))
  const missing = [...entries.map(([, { default: file }]) => file), 'README.md']
    .map((file) => `${folder}/${file}`)
    .filter((file) => !file.includes('*') && !existsSync(file))
  if (missing.length > 0) return missing.map((file) => `${file} is missing`)

  const published = await publint({ pkgDir: folder, strict: true })
  // The `source` condition is for this repository; what is published has no sources.
  const messages = published.messages.filter(({ path }) => path.at(-1) !== 'source' && path.at(-1) !== './fixtures')
  const imports = modules.map((name) => `await import('${manifest.name}${name.slice(1)}')`).join('\n')
  const attw = ['node_modules/@arethetypeswrong/cli/dist/index.js', '--pack', folder, '--profile', 'esm-only']
  const others = notModules.length > 0 ? ['--exclude-entrypoints', ...notModules] : []
  const [types, imported] = await Promise.all([
    complaint([...attw, '--no-color', ...others]),
    complaint(['--input-type=module', '-e', imports]),
  ])
  return [...messages.map((message) => `publint: ${formatMessage(message, manifest)}`), types, imported].filter(Boolean)
}

const folders = readdirSync('packages')
  .map((name) => `packages/${name}`)
  .filter((folder) => existsSync(`${folder}/src/index.ts`))
let failed = folders.length === 0
for (const folder of folders) {
  const problems = await check(folder)
  failed ||= problems.length > 0
  console.log(problems.length === 0 ? `${folder}: good` : `${folder}:\n${problems.join('\n')}`)
}
process.exitCode = failed ? 1 : 0
