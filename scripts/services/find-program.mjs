import { execFileSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

// Debian keeps servers out of an ordinary user's path.
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', '/usr/local/bin']

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** @param {string[]} names */
function lookUp(names) {
  return names.flatMap((name) => FOLDERS.map((folder) => join(folder, name))).find(isExecutable)
}

/**
 * Finds the first of the named programs that is installed. If none is, root on Debian gets the package installed,
 * others get an error that says what to install.
 * @param {{ names: string[], debian: string }} about
 * @returns {string}
 */
export function findProgram({ names, debian }) {
  const path = lookUp(names)
  if (path) return path
  const apt = lookUp(['apt-get'])
  if (apt && process.getuid?.() === 0) {
    // Run level 1 keeps the packages from starting services.
    const env = { ...process.env, RUNLEVEL: '1', DEBIAN_FRONTEND: 'noninteractive' }
    try {
      execFileSync(apt, ['update', '-q'], { env, stdio: 'ignore' })
      execFileSync(apt, ['install', '-y', '-q', '--no-install-recommends', debian], { env, stdio: 'ignore' })
    } catch {
      // Reported below.
    }
  }
  const installed = lookUp(names)
  if (!installed) throw new Error(`${names[0]} is missing: install the Debian package ${debian}`)
  return installed
}
