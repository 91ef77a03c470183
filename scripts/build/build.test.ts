import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rollup } from 'rollup'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cssInline } from './css-inline.mjs'
import { fingerprint } from './fingerprint.mjs'
import { screenFiles } from './screen-files.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stoa-build-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (name: string, text: string) => {
  mkdirSync(join(folder, name, '..'), { recursive: true })
  writeFileSync(join(folder, name), text)
}

test('a fingerprint depends on content, names and new files, but not on build output and tests', () => {
  write('a.ts', '1')
  const first = fingerprint([folder])
  write('dist/a.js', 'built')
  write('node_modules/x/index.js', 'installed')
  write('a.test.ts', 'a test')
  expect(fingerprint([folder])).toBe(first)
  write('a.ts', '2')
  const second = fingerprint([folder])
  write('b/b.ts', '')
  const third = fingerprint([folder])
  expect(new Set([first, second, third]).size).toBe(3)
})

test('importing a style sheet returns its minified text, including the sheets it imports', async () => {
  write('base.css', '.stoa-a { color: var(--stoa-x) }')
  write('all.css', '@import "./base.css"; .stoa-b { margin: 0 }')
  write('entry.js', "import css from './all.css?inline'\nexport { css }")
  const bundle = await rollup({ input: join(folder, 'entry.js'), plugins: [cssInline()] })
  const { output } = await bundle.generate({ format: 'es' })
  expect(output[0].code).toContain('".stoa-a{color:var(--stoa-x)}.stoa-b{margin:0}"')
})

test('no target removes another target’s output', async () => {
  for (const file of ['index.js', 'browser/embed.js', 'browser-manifest.json', 'server/fragment.js'])
    write(`packages/embed/dist/${file}`, 'built')
  const home = process.cwd()
  process.chdir(folder)
  try {
    const { targets } = await import('./targets.mjs')
    const removed = targets.flatMap(({ into }) => into())
    expect(removed).toEqual(expect.arrayContaining(['packages/embed/dist/index.js', 'packages/embed/dist/server']))
    expect(removed.filter((path, index) => removed.indexOf(path) !== index)).toEqual([])
  } finally {
    process.chdir(home)
  }
})

test('the files that each screen needs besides those of every page are written, with their imports', async () => {
  write(
    'entry.js',
    "export { common } from './common.js'\nexport const open = () => import('./src/screens/post/post-screen.tsx')",
  )
  write('common.js', 'export const common = globalThis.common')
  write('part.js', "import { common } from './common.js'\nexport const part = [common]")
  write('late.js', "export { part } from './part.js'")
  write(
    'src/screens/post/post-screen.tsx',
    "import { common } from '../../../common.js'\nimport { part } from '../../../part.js'\nexport const late = () => import('../../../late.js')\nexport const screen = [common, part]",
  )
  const bundle = await rollup({ input: join(folder, 'entry.js'), plugins: [screenFiles()] })
  const manualChunks = (id: string) => /(common|part)\.js$/.exec(id)?.[1]
  const { output } = await bundle.generate({ format: 'es', chunkFileNames: '[name].js', manualChunks })
  const screensAsset = output.find(({ fileName }) => fileName === 'screens.json')
  expect(JSON.parse(String(screensAsset?.type === 'asset' && screensAsset.source))).toEqual({
    'post/post-screen.tsx': ['/post-screen.js', '/part.js'],
  })
})
