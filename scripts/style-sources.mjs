import { resolve } from 'node:path'

/**
 * Resolves `@import`s of our style sheets to sources. Vite ignores the conditions of exports maps and would look for
 * build output.
 */
export const styleSources = [
  {
    find: /^@stoa\/ui\/(?!all|styles|tokens)([a-z-]+)\.css$/,
    replacement: resolve('packages/ui/src/$1/$1.css'),
  },
  { find: /^@stoa\/([a-z-]+)\/([a-z]+)\.css$/, replacement: resolve('packages/$1/src/$2.css') },
]
