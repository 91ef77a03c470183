import { existsSync, readFileSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { resolve } from 'node:path'

/** Reads the settings in `.env` of this folder. The environment comes first. False: they can't be read, which it says. */
export function loadEnvFile() {
  if (!existsSync('.env')) return true
  try {
    // Node itself reports each problem as a missing file.
    readFileSync('.env')
  } catch (error) {
    const message = `${resolve('.env')} can't be read (${error.code}). ${adviceOn(error.code)}`
    process.stderr.write(`${process.argv.includes('--json') ? JSON.stringify({ error: message }) : message}\n`)
    return false
  }
  process.loadEnvFile('.env')
  return true
}

function adviceOn(code) {
  if (code !== 'EACCES' && code !== 'EPERM') return 'Settings are in a file of this name: move away what is there.'
  const { uid, username } = userInfo()
  const { uid: owner } = statSync('.env')
  if (owner === uid) return 'Let its owner read it: chmod u+r .env'
  return `It belongs to the user with the id ${owner}, and ${username} may not read it. Run this as its owner, or give the file to ${username} if the server runs as that user: chown ${username} .env`
}
