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

const noise = (bytes: number) => `x="${randomBytes(bytes).toString('base64')}"`

/** The hosted forum, with what the screens need beside the entry and what that imports. */
function writeHosted(screens: Record<string, string[]>): void {
  write('hosted-app/dist/index.html', '<script type="module" src="/assets/index-1.js"></script>')
  write('hosted-app/dist/assets/index-1.js', 'import"./vendor-1.js";')
  write('hosted-app/dist/assets/vendor-1.js', noise(60_000))
  write('hosted-app/dist/assets/small-1.js', 'x')
  write('hosted-app/dist/assets/late-1.js', noise(50_000))
  write('hosted-app/dist/assets/shared-1.js', noise(15_000))
  write('hosted-app/dist/assets/post-1.js', 'import"./shared-1.js";import("./late-1.js")')
  write('hosted-app/dist/screens.json', JSON.stringify(screens))
}

const FEED = { 'community/community-screen.tsx': ['/assets/small-1.js'] }

test('what a page of the hosted forum loads at first: its entry, its screen and what they import', () => {
  writeHosted({ ...FEED, 'post/post-screen.tsx': ['/assets/post-1.js'] })
  expect(sizes()).toMatchObject({ code: 0 })
  expect(sizes().output).toMatch(/a post in the hosted forum, in 4 files: 7[5-8]\d{3} of/)
})

test.each([
  ['a post', { ...FEED, 'post/post-screen.tsx': ['/assets/post-1.js', '/assets/late-1.js'] }],
  ['a feed', { 'post/post-screen.tsx': [], 'community/community-screen.tsx': ['/assets/late-1.js'] }],
])('the script of %s in the hosted forum over its budget', (name, screens) => {
  writeHosted(screens)
  const { code, output } = sizes()
  expect(output).toMatch(new RegExp(`script of ${name} in the hosted forum, in \\d files is \\d+ bytes over`))
  expect(code).toBe(1)
})

test('a screen of the hosted forum that nothing says the files of', () => {
  writeHosted(FEED)
  expect(sizes()).toMatchObject({ code: 1, output: expect.stringContaining('no screen post/post-screen.tsx') })
})
