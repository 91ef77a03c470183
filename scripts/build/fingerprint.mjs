import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const SKIPPED = /^(?:node_modules|dist(?:-ssr)?(?:\..+)?)$/
const NOT_BUILT = /\.(?:test|stories)\.tsx?$|\.md$/

/**
 * All files under the given files and folders, without build output and installed packages. Missing ones are skipped.
 * @param {string[]} paths
 * @returns {string[]}
 */
export function filesUnder(paths) {
  return paths.filter(existsSync).flatMap((path) => {
    if (!statSync(path).isDirectory()) return [path]
    const names = readdirSync(path).filter((name) => !SKIPPED.test(name))
    return filesUnder(names.sort().map((name) => join(path, name)))
  })
}

/**
 * Changes when a file is changed, added or removed; tests, stories and Markdown don't count.
 * @param {string[]} paths
 */
export function fingerprint(paths) {
  const hash = createHash('sha256')
  for (const file of filesUnder(paths).filter((path) => !NOT_BUILT.test(path)))
    hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}
