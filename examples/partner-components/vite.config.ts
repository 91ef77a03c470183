import { defineConfig } from 'vite'

/** Takes our packages from their sources; a site of its own needs no such setting. */
export default defineConfig({
  root: import.meta.dirname,
  oxc: { jsx: { runtime: 'automatic', importSource: 'react' } },
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
})
