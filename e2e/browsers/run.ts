/** A short journey in one of Debian's browsers other than Chromium: `run.ts firefox` or `run.ts webkit`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../scripts/services/child.mjs'
import { findProgram } from '../../scripts/services/find-program.mjs'
import { serverSettings } from '../support/server-settings.ts'
import { openFirefox } from './firefox.ts'
import { type Browser, type JourneyOptions, takePart, writeDraft } from './journey.ts'
import { openWebKit } from './webkit.ts'

const PASSWORD = 'Stoa-demo-1'
const PICTURES = '.cache/test/browsers'
const START_LIMIT_MS = 60_000
const JOURNEY_LIMIT_MS = 2 * 60_000
const CLOSE_LIMIT_MS = 10_000

const BROWSERS: Record<string, { name: string; open(): Promise<Browser> }> = {
  firefox: {
    name: 'Firefox ESR',
    open: () => openFirefox(findProgram({ names: ['firefox-esr'], debian: 'firefox-esr' })),
  },
  webkit: {
    name: 'WebKitGTK',
    open: () =>
      openWebKit({
        driver: findProgram({ names: ['WebKitWebDriver'], debian: 'webkit2gtk-driver' }),
        screen: findProgram({ names: ['Xvfb'], debian: 'xvfb' }),
      }),
  },
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
    await new Promise((resolve) => setTimeout(resolve, 100))
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
async function attempt({ name, open }: (typeof BROWSERS)[string], options: JourneyOptions): Promise<void> {
  const browser = await within(START_LIMIT_MS, 'starting', open())
  try {
    await within(JOURNEY_LIMIT_MS, 'the journey', takePart(browser, options))
    await within(JOURNEY_LIMIT_MS, 'writing a draft', writeDraft(browser, options))
  } catch (error) {
    mkdirSync(PICTURES, { recursive: true })
    // A browser that no longer paints doesn't respond to anything else either.
    const picture = await within(CLOSE_LIMIT_MS, `after ${String(error)}, the picture`, browser.picture())
    writeFileSync(join(PICTURES, `${name}.png`), picture)
    console.error(`see ${PICTURES}`)
    throw error
  } finally {
    await within(CLOSE_LIMIT_MS, 'closing', browser.close()).catch((error) => console.error(`${name}: ${error}`))
  }
}

/** The browser's own fault: WebKitGTK stops painting now and then. It is tried once more, and then skipped. */
async function takePartUnlessStuck(browser: (typeof BROWSERS)[string], options: JourneyOptions): Promise<void> {
  const start = Date.now()
  for (const isLast of [false, true]) {
    try {
      await attempt(browser, options)
      const seconds = ((Date.now() - start) / 1000).toFixed(1)
      console.log(`${browser.name}: read, commented, signed in and replied in ${seconds} s`)
      return
    } catch (error) {
      if (!(error instanceof StoppedAnswering)) throw error
      console.log(`${isLast ? 'skipped: ' : ''}${browser.name}: ${error.message}`)
    }
  }
}

const [, , browserName = ''] = process.argv
const browser = BROWSERS[browserName]
if (!browser) throw new Error(`no browser is called ${browserName}; there are ${Object.keys(BROWSERS).join(' and ')}`)
const forum = await startForum()
try {
  await takePartUnlessStuck(browser, await findPost(forum.url))
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await forum.close()
}
// A hanging browser would keep this process alive.
process.exit()
