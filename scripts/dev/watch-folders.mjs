import { watch } from 'node:fs'

// An editor writes a file in several steps, and switching branches changes many.
const SETTLED_MS = 150
const IGNORED = /(?:^|\/)(?:dist|node_modules)\/|\.(?:test|stories)\.tsx?$/

/**
 * Calls `onChange` after changes in the folders, once they have settled.
 * @param {string[]} folders @param {() => void} onChange
 */
export function watchFolders(folders, onChange) {
  /** @type {NodeJS.Timeout | undefined} */
  let waiting
  for (const folder of folders) {
    watch(folder, { recursive: true }, (_, file) => {
      if (!file || IGNORED.test(file)) return
      clearTimeout(waiting)
      waiting = setTimeout(onChange, SETTLED_MS)
    })
  }
}
