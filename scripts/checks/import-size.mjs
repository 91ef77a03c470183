/**
 * Size ceilings of one import of a package in a partner's bundle, in bytes after Brotli: minified, with all our packages
 * and their dependencies, without React and lazily loaded parts. `node scripts/checks/import-size.mjs [folder]` checks
 * another copy.
 */
import { brotliCompressSync } from 'node:zlib'
import { build } from 'esbuild'
import { judgeSize } from './judge-size.mjs'

/** @type {Record<string, number>} */
const CEILINGS = {
  "import { Button } from '@stoa/ui'": 5000,
  "import { createClient, createSession } from '@stoa/client'": 6000,
  "import { createPartnerSession } from '@stoa/client/partner-session'": 5000,
  "import { createStoa } from '@stoa/store'": 25_000,
  "import { ConnectedReactions } from '@stoa/reactions'": 10_000,
  "import { ConnectedPoll } from '@stoa/poll'": 15_000,
  "import { ConnectedComments } from '@stoa/comments'": 50_000,
  "import { ConnectedPostFeed } from '@stoa/post-feed'": 35_000,
  "import { ConnectedPostView } from '@stoa/post-view'": 73_000,
  "import { ConnectedLogin } from '@stoa/login'": 40_000,
  "import { ConnectedPartnerLogin } from '@stoa/login/partner'": 10_000,
  "import { StoaComments } from '@stoa/embed/react'": 5000,
}

/** @param {string} line An import as a partner writes it. */
async function sizeOf(line) {
  const names = /\{ (.*) \}/.exec(line)?.[1] ?? ''
  const { outputFiles, metafile } = await build({
    stdin: { contents: `${line}\nconsole.log(${names})`, resolveDir: process.cwd(), loader: 'js' },
    absWorkingDir: process.cwd(),
    conditions: ['source'],
    external: ['react', 'react-dom', 'react/*', 'react-dom/*'],
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    outdir: '/',
    target: 'es2022',
    jsx: 'automatic',
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  const outputs = Object.entries(metafile.outputs)
  const files = new Set(outputs.filter(([, { entryPoint }]) => entryPoint === '<stdin>').map(([file]) => file))
  for (const file of files) {
    for (const { path, kind } of metafile.outputs[file]?.imports ?? []) {
      if (kind === 'import-statement' && metafile.outputs[path]) files.add(path)
    }
  }
  const isWanted = (/** @type {string} */ path) => [...files].some((file) => path.endsWith(`/${file.split('/').pop()}`))
  return outputFiles
    .filter(({ path }) => isWanted(path))
    .reduce((sum, { contents }) => sum + brotliCompressSync(contents).length, 0)
}

if (process.argv[2]) process.chdir(process.argv[2])
for (const [line, ceiling] of Object.entries(CEILINGS)) {
  if (!judgeSize(line, { bytes: await sizeOf(line), ceiling })) process.exitCode = 1
}
