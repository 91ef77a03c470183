import { resolve } from 'node:path'

/** `@import`s of our style sheets lead to the sources: Vite resolves them without the conditions of exports maps, to what may not be built. */
export const styleSources = [
  {
    find: /^@stoa\/ui\/(?!all|styles|tokens)([a-z-]+)\.css$/,
    replacement: resolve('packages/ui/src/$1/$1.css'),
  },
  { find: /^@stoa\/([a-z-]+)\/([a-z]+)\.css$/, replacement: resolve('packages/$1/src/$2.css') },
]
