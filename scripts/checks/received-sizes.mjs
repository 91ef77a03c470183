/**
 * Size ceilings of pages, in compressed bytes of all scripts that a browser receives from the built server with its
 * demonstration. `node scripts/checks/received-sizes.mjs [--idle-ms N] [origin] [partner]` checks running servers.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { freePort, startChild } from '../services/child.mjs'
import { judgeSize } from './judge-size.mjs'
import { closeBrowser, measureReceived } from './received-bytes.mjs'

const { values, positionals } = parseArgs({ options: { 'idle-ms': { type: 'string' } }, allowPositionals: true })
/** Measured from when the network is quiet. */
const IDLE_MS = Number(values['idle-ms'] ?? 3000)
/** Script ceilings of pages after `IDLE_MS` without interaction. */
const PAGES = [
  { name: 'a feed', path: '/bbs/FORUM', idle: 145_000 },
  { name: 'a post', path: '/bbs/FORUM/community/welcome-to-the-commons', idle: 145_000 },
]

/**
 * Ceilings of single elements in an article: `idle` after `IDLE_MS` without interaction, `hovered` another `IDLE_MS`
 * after the pointer has come to a control, `pressed` after a visitor's first click, which asks them to sign in.
 */
const STATES = /** @type {const} */ (['idle', 'hovered', 'pressed'])
/** @type {({ tag: string, attributes?: string } & { [State in typeof STATES[number]]?: number })[]} */
const ELEMENTS = [
  // 16 kB of code and 5 kB of styles, which scripts contain.
  { tag: 'stoa-comments', idle: 21_000, hovered: 94_000, pressed: 100_000 },
  { tag: 'stoa-reactions', idle: 20_000, pressed: 100_000 },
  { tag: 'stoa-poll', idle: 20_000, pressed: 100_000 },
  { tag: 'stoa-count', idle: 5000 },
  { tag: 'stoa-count', attributes: 'words', idle: 6500 },
]
/** An article of the demonstration's partner. */
const ARTICLE = '/articles/footbridge-reopens.html'

/**
 * @param {string} origin
 * @param {string} partner
 */
async function check(origin, partner) {
  for (const { name, path, idle } of PAGES) {
    judge(`script of ${name}, idle`, await measureReceived({ url: origin + path, idleMs: IDLE_MS }), idle)
  }
  // One after another: the forum limits concurrent rendering per network.
  for (const { tag, attributes = '', ...ceilings } of ELEMENTS) {
    const html = `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Article</title>
      <script type="module" src="${origin}/embed.js"></script><${tag} community="FORUM" ${attributes}></${tag}></html>`
    const received = await measureReceived({
      url: partner + ARTICLE,
      html,
      idleMs: IDLE_MS,
      ...(ceilings.hovered && { hover: `${tag} :is(textarea, button):visible` }),
      ...(ceilings.pressed && { press: `${tag} button:visible` }),
    })
    const name = attributes ? `${tag} ${attributes}` : tag
    for (const [index, state] of STATES.entries()) {
      const ceiling = ceilings[state]
      const until = STATES.slice(0, index + 1)
      if (ceiling)
        judge(
          `script of <${name}> alone, ${state}`,
          received.filter(({ after }) => until.includes(after)),
          ceiling,
        )
    }
  }
}

/**
 * @param {string} name
 * @param {import('./received-bytes.mjs').Received[]} received
 * @param {number} ceiling
 */
function judge(name, received, ceiling) {
  const scripts = received.filter(({ type }) => type === 'script')
  const bytes = scripts.reduce((sum, one) => sum + one.bytes, 0)
  if (judgeSize(name, { bytes, ceiling })) return
  process.exitCode = 1
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
