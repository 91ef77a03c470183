import { build } from 'esbuild'

/** Two thirds of zod are locales, loaded at every start; bundling includes only what is used. */
const inside = (/** @type {string} */ path) => path === 'zod' || path.startsWith('@stoa/')

/** @type {import('esbuild').Plugin} */
const installedPackagesOutside = {
  name: 'installed-packages-outside',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || inside(path) ? null : { path, external: true },
    )
  },
}

/**
 * Bundles programs of the server into a folder, with what they load by name. Installed packages stay external, except
 * zod.
 * @param {Record<string, string>} programs Their files by name.
 * @param {string} folder
 */
export async function bundleServer(programs, folder) {
  await build({
    entryPoints: {
      ...programs,
      // Loaded by name, next to the others.
      'image-process': 'server/src/domains/people/media/image-process.js',
      'hashing-thread': 'server/src/domains/people/auth/sessions/hashing-thread.js',
      'reader-thread': 'server/src/platform/database/reader-thread.js',
      'search-thread': 'server/src/search-thread.ts',
      'vacuum-thread': 'server/src/platform/database/vacuum-thread.js',
    },
    outdir: folder,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['source'],
    sourcemap: true,
    plugins: [installedPackagesOutside],
  })
}
