import { defineConfig } from 'vite'
import { preactAlias } from '../scripts/preact-alias.mjs'

/** One React source, Preact underneath: a third of the script that react-dom needs. */
export default defineConfig({
  root: import.meta.dirname,
  oxc: { jsx: { runtime: 'automatic', importSource: 'react' } },
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'], alias: preactAlias },
  // Everything is bundled for the server too, so that the same Preact renders and the server needs no copy of it.
  ssr: { resolve: { conditions: ['source', 'module', 'node', 'development|production'] }, noExternal: true },
  build: { emptyOutDir: true, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
})
