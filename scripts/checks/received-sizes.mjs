/**
 * Size budgets of pages, in compressed bytes of all scripts that a browser receives from the built server with its
 * demonstration. `node scripts/checks/received-sizes.mjs [--idle-ms N] [origin] [partner]` checks running servers.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { freePort, startChild } from '../services/child.mjs'
import { closeBrowser, measureReceived } from './received-bytes.mjs'

const { values, positionals } = parseArgs({ options: { 'idle-ms': { type: 'string' } }, allowPositionals: true })
/** Measured from when the network is quiet. */
const IDLE_MS = Number(values['idle-ms'] ?? 3000)
/** Budgets until the page's `load` event, and after `IDLE_MS` without interaction. */
const PAGES = [
  { name: 'a feed', path: '/bbs/FORUM', loaded: 80_000, idle: 130_000 },
  { name: 'a post', path: '/bbs/FORUM/community/welcome-to-the-commons', loaded: 95_000, idle: 130_000 },
]

/**
 * Single elements in an article, including styles: `idle` after `IDLE_MS` without interaction, `pressed` another
 * `IDLE_MS` after a visitor's first click, which asks them to sign in.
 */
const ELEMENTS = [
  { tag: 'stoa-comments', idle: 16_000, pressed: 76_600 },
  { tag: 'stoa-reactions', idle: 16_000, pressed: 60_500 },
  { tag: 'stoa-poll', idle: 16_000, pressed: 61_950 },
  { tag: 'stoa-count', idle: 4000, pressed: null },
]
/** An article of the demonstration's partner. */
const ARTICLE = '/articles/footbridge-reopens.html'

/**
 * @param {string} origin
 * @param {string} partner
 */
async function check(origin, partner) {
  for (const { name, path, loaded, idle } of PAGES) {
    await measure(`script of ${name}, loaded`, { url: origin + path, idleMs: 0 }, loaded)
    await measure(`script of ${name}, idle`, { url: origin + path, idleMs: IDLE_MS }, idle)
  }
  // One after another: the forum limits concurrent rendering per network.
  for (const { tag, idle, pressed } of ELEMENTS) {
    const html = `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Article</title>
      <script type="module" src="${origin}/embed.js"></script><${tag} community="FORUM"></${tag}></html>`
    const press = pressed === null ? {} : { press: `${tag} button:visible` }
    const received = await measureReceived({ url: partner + ARTICLE, html, idleMs: IDLE_MS, ...press })
    const untouched = received.filter(({ isPressed }) => !isPressed)
    judge(`script of <${tag}> alone, idle`, untouched, idle)
    if (pressed !== null) judge(`script of <${tag}> alone, pressed`, received, pressed)
  }
}

/**
 * @param {string} what
 * @param {import('./received-bytes.mjs').MeasuredPage} page
 * @param {number} budget
 */
const measure = async (what, page, budget) => judge(what, await measureReceived(page), budget)

/**
 * @param {string} what
 * @param {import('./received-bytes.mjs').Received[]} received
 * @param {number} budget
 */
function judge(what, received, budget) {
  const scripts = received.filter(({ type }) => type === 'script')
  const bytes = scripts.reduce((sum, one) => sum + one.bytes, 0)
  console.log(`${what}: ${bytes} of ${budget} bytes in ${scripts.length} files`)
  if (bytes <= budget) return
  process.exitCode = 1
  console.log(`${what}, is ${bytes - budget} bytes over its budget:`)
  for (const one of scripts) console.log(`  ${one.bytes} ${new URL(one.url).pathname}`)
}

async function checkBuilt() {
  const folder = mkdtempSync(join(tmpdir(), 'stoa-sizes-'))
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const server = await startChild({
    program: process.execPath,
    args: ['server/dist/main.js'],
    port,
    log: join(folder, 'server.log'),
    env: { ...process.env, PORT: String(port), STOA_URL: origin, STOA_DATA: join(folder, 'data'), STOA_DEMO: '1' },
  })
  try {
    await check(origin, `http://127.0.0.1:${port + 1}`)
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

try {
  const [origin, partner = origin] = positionals
  if (origin && partner) await check(origin, partner)
  else await checkBuilt()
} finally {
  await closeBrowser()
}
