import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { filesUnder } from './fingerprint.mjs'

/**
 * Moves a finished build into its place. A running server and open pages still ask for files of the build before, so
 * those named in `kept` stay. Each file is replaced at once, and new ones come first: the files that name them are
 * never without them.
 * @param {object} about
 * @param {string[]} about.folders Output folders.
 * @param {(path: string) => string} about.next The folder or file that stands for one in them until now.
 * @param {string[]} about.present Files that are there.
 * @param {Set<string>} about.kept
 * @returns {string[]} The build's files.
 */
export function switchIn({ folders, next, present, kept }) {
  const moves = folders.flatMap((folder) =>
    filesUnder([next(folder)]).map((from) => ({ from, to: folder + from.slice(next(folder).length) })),
  )
  const files = moves.map(({ to }) => to)
  const there = new Set(present)
  for (const { from, to } of [
    ...moves.filter((one) => !there.has(one.to)),
    ...moves.filter((one) => there.has(one.to)),
  ]) {
    mkdirSync(dirname(to), { recursive: true })
    renameSync(from, to)
  }
  const current = new Set(files)
  for (const file of present) if (!current.has(file) && !kept.has(file)) rmSync(file, { force: true })
  return files
}

/**
 * Removes what builds left behind that were killed, and this one's.
 * @param {string[]} folders Output folders.
 * @param {string} suffix This build's.
 */
export function removeUnfinished(folders, suffix) {
  for (const folder of folders) {
    const parent = dirname(folder)
    for (const name of existsSync(parent) ? readdirSync(parent) : []) {
      const [, pid] = /^dist(?:-ssr)?\.[\w-]+\.(\d+)$/.exec(name) ?? []
      if (pid && (name.endsWith(suffix) || !isRunning(Number(pid)))) rmSync(`${parent}/${name}`, { recursive: true })
    }
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
