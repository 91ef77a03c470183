import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rollup } from 'rollup'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cssInline } from './css-inline.mjs'
import { filesUnder, fingerprint } from './fingerprint.mjs'
import { screenFiles } from './screen-files.mjs'
import { removeUnfinished, switchIn } from './switch-in.mjs'

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

test('a build takes its place file by file, and files of the build before stay for those who still read them', () => {
  const dist = join(folder, 'dist')
  const builds = [['a-1.js'], ['a-2.js'], ['a-3.js']]
  const present = builds.map((files, index) => {
    for (const file of [...files, 'main.js']) write(`dist.server.1/assets/${file}`, `build ${index}`)
    const switched = switchIn({
      folders: [dist],
      next: (path) => path.replace(dist, `${dist}.server.1`),
      present: filesUnder([dist]),
      kept: new Set((builds[index - 1] ?? []).map((file) => join(dist, 'assets', file))),
    })
    expect(switched.map((file) => readFileSync(file, 'utf8'))).toEqual([`build ${index}`, `build ${index}`])
    return readdirSync(join(dist, 'assets'))
  })
  expect(present).toEqual([
    ['a-1.js', 'main.js'],
    ['a-1.js', 'a-2.js', 'main.js'],
    ['a-2.js', 'a-3.js', 'main.js'],
  ])
})

test('what killed builds left is removed, but nothing of builds that run', () => {
  const gone = spawnSync(process.execPath, ['--version']).pid
  for (const name of ['dist', 'dist-ssr', `dist.server.${gone}`, `dist-ssr.hosted-app.${gone}`, `dist.server.1`])
    write(`${name}/a.js`, '')
  removeUnfinished([join(folder, 'dist')], '.server.2')
  expect(readdirSync(folder)).toEqual(['dist', 'dist-ssr', 'dist.server.1'])
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
