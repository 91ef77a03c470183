/** Bundles the server and the operator's command line; installed packages stay outside. */
import { existsSync } from 'node:fs'
import { build } from 'esbuild'

/** @type {import('esbuild').Plugin} */
const installedPackagesOutside = {
  name: 'installed-packages-outside',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@stoa/') ? null : { path, external: true },
    )
  },
}

await build({
  entryPoints: ['server/src/main.ts', 'server/src/cli.ts'].filter((file) => existsSync(file)),
  outdir: 'server/dist',
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  conditions: ['source'],
  sourcemap: true,
  plugins: [installedPackagesOutside],
})
