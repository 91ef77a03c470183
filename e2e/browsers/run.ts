/** A short journey in Debian's browsers other than Chromium. Prints a line for each. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../scripts/services/child.mjs'
import { findProgram } from '../../scripts/services/find-program.mjs'
import { serverSettings } from '../support/server-settings.ts'
import { openFirefox } from './firefox.ts'
import { type Browser, type JourneyOptions, takePart } from './journey.ts'
import { openWebKit } from './webkit.ts'

const PASSWORD = 'Stoa-demo-1'
const PICTURES = '.cache/test/browsers'
const START_LIMIT_MS = 60_000
const JOURNEY_LIMIT_MS = 2 * 60_000
const CLOSE_LIMIT_MS = 10_000

const firefox = findProgram({ names: ['firefox-esr'], debian: 'firefox-esr' })
const webkit = {
  driver: findProgram({ names: ['WebKitWebDriver'], debian: 'webkit2gtk-driver' }),
  screen: findProgram({ names: ['Xvfb'], debian: 'xvfb' }),
}

const browsers: Record<string, () => Promise<Browser>> = {
  'Firefox ESR': () => openFirefox(firefox),
  WebKitGTK: () => openWebKit(webkit),
}

/** Runs a forum with the demonstration until `close`. */
async function startForum() {
  const data = mkdtempSync(join(tmpdir(), 'stoa-browsers-'))
  const port = await freePort()
  const env = { ...process.env, ...serverSettings({ port, data }) }
  const server = spawn(process.execPath, ['--enable-source-maps', 'server/dist/main.js'], { env, stdio: 'inherit' })
  const url = `http://localhost:${port}`
  while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) {
    if (server.exitCode !== null) throw new Error('the forum did not start')
    await new Promise((done) => setTimeout(done, 100))
  }
  return {
    url,
    async close() {
      server.kill('SIGTERM')
      await once(server, 'exit')
      rmSync(data, { recursive: true, force: true })
    },
  }
}

/** The demonstration's post with the most comments. */
async function findPost(forum: string): Promise<JourneyOptions> {
  const response = await fetch(`${forum}/api/posts?tokenName=FORUM&type=community`)
  const { payload } = (await response.json()) as {
    payload: { items: { title: string; slugUrl: string; numComments: number }[] }
  }
  const [post] = payload.items.toSorted((a, b) => b.numComments - a.numComments)
  if (!post) throw new Error('the demonstration has no posts')
  return { forum, title: post.title, post: `${forum}/bbs/FORUM/community/${post.slugUrl}`, password: PASSWORD }
}

/** A browser or driver that stopped responding. A fault of the forum only makes a single step time out. */
class StoppedAnswering extends Error {}

/** Fails if the browser or driver stops responding: neither limits the time of every step. */
function within<T>(ms: number, what: string, step: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StoppedAnswering(`${what} took longer than ${ms / 1000} s`)), ms)
  })
  return Promise.race([step, late]).finally(() => clearTimeout(timer))
}

/** Opens the browser and runs the journey. Saves a screenshot if it fails. */
async function attempt(name: string, open: () => Promise<Browser>, options: JourneyOptions): Promise<void> {
  const browser = await within(START_LIMIT_MS, 'starting', open())
  try {
    await within(JOURNEY_LIMIT_MS, 'the journey', takePart(browser, options))
  } catch (error) {
    mkdirSync(PICTURES, { recursive: true })
    // A browser that no longer paints doesn't respond to anything else either.
    const picture = await within(CLOSE_LIMIT_MS, `after ${String(error)}, the picture`, browser.picture())
    writeFileSync(join(PICTURES, `${name}.png`), picture)
    throw error
  } finally {
    await within(CLOSE_LIMIT_MS, 'closing', browser.close()).catch((error) => console.error(`${name}: ${error}`))
  }
}

/** Tries twice, as the other stages do, and reports it. A browser that stops responding twice is skipped. */
async function tryTwice(name: string, open: () => Promise<Browser>, options: JourneyOptions): Promise<void> {
  const start = Date.now()
  for (const isLast of [false, true]) {
    try {
      await attempt(name, open, options)
      const seconds = ((Date.now() - start) / 1000).toFixed(1)
      console.log(`ok   ${name}: read, commented, signed in and replied in ${seconds} s`)
      return
    } catch (error) {
      const hangs = error instanceof StoppedAnswering
      if (isLast && !hangs) process.exitCode = 1
      console.error(
        `${isLast && !hangs ? 'FAIL' : 'again'} ${name}: ${error instanceof Error ? error.stack : String(error)}`,
      )
      console.error(`see ${PICTURES}`)
      if (isLast && hangs) console.log(`skipped: ${name}: ${error.message}`)
    }
  }
}

const forum = await startForum()
try {
  const options = await findPost(forum.url)
  for (const [name, open] of Object.entries(browsers)) await tryTwice(name, open, options)
} finally {
  await forum.close()
}
// A hanging browser would keep this process alive.
process.exit()
