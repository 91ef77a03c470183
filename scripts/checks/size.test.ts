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
  'first-view-1.js': { ...chunk, name: 'first-view', imports: ['shared-1.js'], dynamicImports: ['hear-news-1.js'] },
  'hear-news-1.js': { ...chunk, name: 'hear-news', dynamicImports: ['live-1.js'] },
  'thread-1.js': { ...chunk, name: 'thread', imports: ['alone-1.js', 'shared-1.js'] },
  'alone-1.js': { ...chunk, name: 'alone', imports: ['shared-1.js'], packages: ['preact'] },
  'mount-poll-1.js': { ...chunk, name: 'mount-poll', imports: ['alone-1.js'] },
  'mount-reactions-1.js': { ...chunk, name: 'mount-reactions', imports: ['alone-1.js'] },
  'unrendered-1.js': { ...chunk, name: 'unrendered', imports: ['alone-1.js'] },
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

test('what loads later does not count', () => {
  expect(sizes()).toMatchObject({ code: 0 })
})

test.each([
  ['script that takes over the shown thread', { 'thread-1.js': { ...GOOD['thread-1.js'], bytes: 22_001 } }],
  ['loader', { 'embed.js': { ...GOOD['embed.js'], bytes: 2001 } }],
  ['script of a reader who touches nothing', { 'shared-1.js': { ...GOOD['shared-1.js'], bytes: 15_000 } }],
  ['script of a reader who touches nothing', { 'hear-news-1.js': { ...GOOD['hear-news-1.js'], bytes: 4801 } }],
  ['script that takes over the shown thread', { 'alone-1.js': { ...GOOD['alone-1.js'], bytes: 22_001 } }],
  ['script of a page with only <stoa-poll>', { 'mount-poll-1.js': { ...GOOD['mount-poll-1.js'], bytes: 20_000 } }],
  ['script of a page with only <stoa-reactions>', { 'unrendered-1.js': { ...GOOD['unrendered-1.js'], bytes: 18_000 } }],
  ['script of a page with only <stoa-count>', { 'mount-count-1.js': { ...GOOD['mount-count-1.js'], bytes: 4000 } }],
  [
    'style of a reader who touches nothing',
    { 'first-view-1.js': { ...GOOD['first-view-1.js'], bytes: 9000, styleBytes: 5001 } },
  ],
])('%s over its budget', (what, change) => {
  const { code, output } = sizes({ ...GOOD, ...change })
  expect(output).toMatch(new RegExp(`${what} is \\d+ bytes over its budget`))
  expect(code).toBe(1)
})

test.each([
  ['zod is in live-1.js', { 'live-1.js': { ...GOOD['live-1.js'], packages: ['zod'] } }],
  ['react-dom is in embed.js', { 'embed.js': { ...GOOD['embed.js'], packages: ['react-dom'] } }],
  ['socket.io-client is in shared-1.js', { 'shared-1.js': { ...GOOD['shared-1.js'], packages: ['socket.io-client'] } }],
  ['live-1.js imports the loader', { 'live-1.js': { ...GOOD['live-1.js'], imports: ['embed.js'] } }],
  ['shared-1.js imports fs', { 'shared-1.js': { ...GOOD['shared-1.js'], imports: ['fs'] } }],
  [
    'socket.io-client is in hear-news-1.js',
    { 'hear-news-1.js': { ...GOOD['hear-news-1.js'], packages: ['socket.io-client'] } },
  ],
  ['no chunk hear-news', { 'hear-news-1.js': { ...GOOD['hear-news-1.js'], name: 'renamed' } }],
  ['no chunk mount-poll', { 'mount-poll-1.js': { ...GOOD['mount-poll-1.js'], name: 'renamed' } }],
  [
    "<stoa-reactions> alone loads the thread's code",
    { 'mount-reactions-1.js': { ...GOOD['mount-reactions-1.js'], imports: ['thread-1.js'] } },
  ],
  ['no chunk first-view', { 'first-view-1.js': { ...GOOD['first-view-1.js'], name: 'renamed' } }],
])('%s', (problem, change) => {
  const { code, output } = sizes({ ...GOOD, ...change })
  expect(output).toContain(problem)
  expect(code).toBe(1)
})

test('the script of a post in the hosted forum over its budget', () => {
  write('hosted-app/dist/index.html', '<script type="module" src="/assets/index-1.js"></script>')
  write('hosted-app/dist/assets/index-1.js', 'import"./vendor-1.js";')
  write('hosted-app/dist/assets/vendor-1.js', `x="${randomBytes(90_000).toString('base64')}"`)
  expect(sizes().code).toBe(0)
  write('hosted-app/dist/assets/post-screen-1.js', `x="${randomBytes(20_000).toString('base64')}"`)
  expect(sizes().output).toMatch(/hosted forum is \d+ bytes over/)
})
