import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'stoa-size-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const chunk = { name: '', isEntry: false, imports: [], dynamicImports: [], packages: [], bytes: 100, styleBytes: 0 }
const GOOD = {
  'embed.js': { ...chunk, name: 'embed', isEntry: true, dynamicImports: ['first-view-1.js', 'thread-1.js'] },
  'first-view-1.js': { ...chunk, name: 'first-view', imports: ['shared-1.js'], dynamicImports: ['live-updates-1.js'] },
  'live-updates-1.js': { ...chunk, name: 'live-updates', dynamicImports: ['live-1.js'] },
  'thread-1.js': { ...chunk, name: 'thread', imports: ['single-part-1.js', 'shared-1.js'] },
  'single-part-1.js': { ...chunk, name: 'single-part', imports: ['shared-1.js'], packages: ['preact'] },
  'mount-poll-1.js': { ...chunk, name: 'mount-poll', imports: ['single-part-1.js'] },
  'mount-reactions-1.js': { ...chunk, name: 'mount-reactions', imports: ['single-part-1.js'] },
  'client-thread-1.js': { ...chunk, name: 'client-thread', imports: ['single-part-1.js'] },
  'mount-count-1.js': { ...chunk, name: 'mount-count' },
  'shared-1.js': { ...chunk, name: 'shared', bytes: 10_000, dynamicImports: ['live-1.js'] },
  'live-1.js': { ...chunk, name: 'live', packages: ['socket.io-client'], bytes: 50_000 },
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

function sizes(chunks: object = GOOD): { code: number | null; output: string } {
  write('packages/embed/dist/browser-manifest.json', JSON.stringify(chunks))
  const { status, stdout, stderr } = spawnSync(process.execPath, [resolve('scripts/checks/size.mjs'), folder], {
    encoding: 'utf8',
  })
  return { code: status, output: stdout + stderr }
}

test('ignores what loads later', () => {
  expect(sizes()).toMatchObject({ code: 0 })
})

test('reports the loader over its ceiling, including its imports', () => {
  const { code, output } = sizes({
    ...GOOD,
    'embed.js': { ...GOOD['embed.js'], bytes: 2451, imports: ['mount-count-1.js'] },
  })
  expect(output).toContain('loader is 1 bytes over its ceiling')
  expect(code).toBe(1)
})

test.each([
  ['zod is in live-1.js', { 'live-1.js': { ...GOOD['live-1.js'], packages: ['zod'] } }],
  ['react-dom is in embed.js', { 'embed.js': { ...GOOD['embed.js'], packages: ['react-dom'] } }],
  ['live-1.js imports the loader', { 'live-1.js': { ...GOOD['live-1.js'], imports: ['embed.js'] } }],
  ['shared-1.js imports fs', { 'shared-1.js': { ...GOOD['shared-1.js'], imports: ['fs'] } }],
])('%s', (problem, change) => {
  const { code, output } = sizes({ ...GOOD, ...change })
  expect(output).toContain(problem)
  expect(code).toBe(1)
})

test('reports the editor over its ceiling, including files that only it loads', () => {
  const noise = (bytes: number) => Buffer.from(randomBytes(bytes)).toString('base64')
  const editor = (bytes: number) => {
    write('hosted-app/dist/assets/surface-1.js', 'import"./tools-1.js";import{a}from"./vendor-1.js";')
    write('hosted-app/dist/assets/vendor-1.js', noise(200_000))
    write('hosted-app/dist/assets/tools-1.js', `// ${noise(bytes)}`)
    return sizes()
  }
  expect(editor(100_000)).toMatchObject({ code: 0 })
  const { code, output } = editor(140_000)
  expect(code).toBe(1)
  expect(output).toMatch(/editor is \d+ bytes over its ceiling/)
})
