import { resolve, sep } from 'node:path'

// An editor writes a file in several steps, and switching branches changes many.
const SETTLED_MS = 150
const IGNORED = /(?:^|[/\\])(?:dist|node_modules)[/\\]|\.(?:test|stories)\.tsx?$/

/**
 * Calls `onChange` after changes in the folders, once they have settled. Uses Vite's watcher: Node's own loses files that
 * an editor replaces by another one.
 * @param {Pick<import('vite').FSWatcher, 'add' | 'on'>} watcher
 * @param {string[]} folders
 * @param {() => void} onChange
 */
export function watchFolders(watcher, folders, onChange) {
  const paths = folders.map((folder) => resolve(folder))
  /** @type {NodeJS.Timeout | undefined} */
  let waiting
  watcher.add(paths)
  watcher.on('all', (_event, file) => {
    if (!paths.some((path) => file.startsWith(path + sep)) || IGNORED.test(file)) return
    clearTimeout(waiting)
    waiting = setTimeout(onChange, SETTLED_MS)
  })
}
