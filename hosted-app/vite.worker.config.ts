import { defineConfig } from 'vite'

/** The service worker: one classic script without imports, which the server completes (`server/src/http/install`). */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  build: {
    target: ['chrome123', 'firefox120', 'safari17.5'],
    emptyOutDir: false,
    rolldownOptions: {
      input: 'src/service-worker/worker.ts',
      output: { format: 'iife', entryFileNames: 'service-worker.js' },
    },
  },
})
