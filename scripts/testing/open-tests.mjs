import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/**
 * Clears earlier entries.
 * @param {string} file
 */
export function forgetOpenTests(file) {
  writeFileSync(file, '')
}

/**
 * The tests that started and didn't finish.
 * @param {string} file @returns {string[]}
 */
export function openTests(file) {
  const open = new Set()
  for (const line of existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []) {
    if (line.startsWith('+')) open.add(line.slice(1))
    else open.delete(line.slice(1))
  }
  return [...open]
}
