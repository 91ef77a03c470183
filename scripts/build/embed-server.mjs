/**
 * `node scripts/build/embed-server.mjs <folder>` bundles the server renderer of threads: the widget's component tree on
 * Preact, so that the element can hydrate its nodes.
 */
import { build } from 'esbuild'
import { preactAlias } from '../preact-alias.mjs'

/** @type {import('esbuild').Plugin} */
const reactIsPreact = {
  name: 'react-is-preact',
  setup({ onResolve, resolve }) {
    for (const { find, replacement } of preactAlias) {
      onResolve({ filter: find }, ({ kind, resolveDir }) => resolve(replacement, { kind, resolveDir }))
    }
  },
}

await build({
  entryPoints: ['packages/embed/src/server/fragment.tsx'],
  outdir: process.argv[2] ?? 'packages/embed/dist/server',
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  jsx: 'automatic',
  conditions: ['source'],
  define: { 'process.env.NODE_ENV': '"production"' },
  // Only used in browsers.
  external: ['ky', 'socket.io-client'],
  plugins: [reactIsPreact],
})
