import { setTimeout as sleep } from 'node:timers/promises'
import { launchBrowser, openIsolated } from '../support/browser.ts'
import { median } from '../support/load.ts'
import { milliseconds, report } from '../support/report.ts'
import { seed } from '../support/seed.ts'
import { startStoa, temporaryFolder } from '../support/server-process.ts'
import { recordTransfers, watchShifts } from '../support/transfer.ts'

const COMMENTS = 30
const AFTER_MS = 3000
const PAGE_READS = 20
/** Longer than the second for which a page is cached. */
const TOO_OLD_MS = 1010

/** A post in the hosted forum: bytes that its page loads, readability without scripts, and layout shift. */
export async function run(): Promise<void> {
  const dataFolder = temporaryFolder()
  const { tokenName, postSlug } = await seed({ url: null, dataFolder, comments: COMMENTS, poll: ['Yes', 'No'] })
  const server = await startStoa({ STOA_DATA: dataFolder })
  const address = `${server.url}/bbs/${tokenName}/community/${postSlug}`
  const hosts = [new URL(server.url).host]
  const browser = await launchBrowser()

  const live = await openIsolated(browser, { hosts })
  const transfers = await recordTransfers(live.page)
  const shifts = await watchShifts(live.page)
  await live.page.goto(address)
  await live.page.waitForTimeout(AFTER_MS)
  const shift = await shifts()
  await live.context.close()

  const still = await openIsolated(browser, { hosts, javaScriptEnabled: false })
  await still.page.goto(address)
  const text = (await still.page.locator('body').innerText()).replace(/\s+/g, ' ')
  const next = await still.page.locator('a[href*="pages="], a[href*="cursor="]').count()
  await still.context.close()
  await browser.close()

  const times: number[] = []
  for (let count = 0; count < PAGE_READS; count += 1) {
    await sleep(TOO_OLD_MS)
    const start = performance.now()
    await (await fetch(address)).text()
    times.push(performance.now() - start)
  }
  await server.stop()

  const scripts = transfers.filter(({ type }) => type === 'Script')
  const bytes = scripts.reduce((sum, one) => sum + one.bytes, 0)
  const expectedTexts = ['A post to measure 0', 'Some text to read.', 'Yes', 'Comment 29:', 'Comment 20:']
  const missingTexts = expectedTexts.filter((part) => !text.includes(part))
  report([
    {
      what: `script of a post, ${scripts.length} files`,
      value: `${bytes} bytes`,
      goal: '<= 100000',
      reached: bytes <= 100_000,
    },
    {
      what: 'requests in total',
      value: `${transfers.length}, ${transfers.reduce((sum, one) => sum + one.bytes, 0)} bytes`,
    },
    {
      what: 'readable with scripts off: title, text, poll and ten comments',
      value: missingTexts.length === 0 ? 'all there' : `missing ${missingTexts.join(', ')}`,
      goal: 'all there',
      reached: missingTexts.length === 0,
    },
    { what: 'links to more pages with scripts off', value: String(next) },
    { what: 'layout shift', value: String(shift), goal: '0', reached: shift === 0 },
    { what: 'page rendered without caches, p50', value: milliseconds(median(times)) },
    {
      what: 'requests to other hosts',
      value: String(live.foreign.length),
      goal: '0',
      reached: live.foreign.length === 0,
    },
  ])
}
