import type { Page } from 'playwright'
import { openLongPost } from '../support/long-post.ts'
import { milliseconds, ratio, report } from '../support/report.ts'

const BLOCKS = 200
const KEYS = 600
/** Pause between two keys: 200 words a minute. */
const KEY_EVERY_MS = 60
const SLOWDOWN = 4
/** A key takes at most this much longer than in a bare paragraph. */
const RATIO_MAX = 1.5

/**
 * How long the post editor blocks after a key press in a document of 200 blocks, on a processor slowed down 4 ×: from
 * the press until everything it caused has run. Compared with a bare editable paragraph in the same page.
 */
export async function run(): Promise<void> {
  const { server, browser, context, page, blocks } = await openLongPost({ count: BLOCKS, sentences: 3 })
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await blocks.nth(BLOCKS / 2).click()
  const inEditor = await timesOfKeys(page)
  await page.evaluate(() => {
    const bare = document.createElement('p')
    bare.contentEditable = 'true'
    document.body.append(bare)
    bare.focus()
  })
  const bare = await timesOfKeys(page)
  await browser.close()
  await server.stop()
  const [p99, bareP99] = [share(inEditor, 0.99), share(bare, 0.99)]
  report([
    { what: `a key in ${BLOCKS} blocks at ${SLOWDOWN} × slowdown, p50`, value: milliseconds(share(inEditor, 0.5)) },
    { what: 'p99', value: milliseconds(p99) },
    { what: 'a bare editable paragraph in the same page, p50', value: milliseconds(share(bare, 0.5)) },
    { what: 'p99', value: milliseconds(bareP99) },
    {
      what: 'times as long, p99',
      value: ratio(p99 / bareP99),
      goal: `<= ${RATIO_MAX}`,
      reached: p99 <= RATIO_MAX * bareP99,
    },
  ])
}

/** Types at the caret; returns for how many ms each key kept the page busy, sorted. */
async function timesOfKeys(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    const times: number[] = []
    const { port1, port2 } = new MessageChannel()
    let pressedAt = 0
    port1.onmessage = () => times.push(performance.now() - pressedAt)
    addEventListener('keydown', ({ timeStamp }) => (pressedAt = timeStamp), true)
    // Everything that the key has caused so far runs before this message.
    addEventListener('input', () => port2.postMessage(null))
    Object.assign(window, { stoaKeyTimes: times })
  })
  for (let count = 0; count < KEYS; count += 1) {
    await page.keyboard.press(count % 6 === 5 ? 'Space' : 'a')
    await page.waitForTimeout(KEY_EVERY_MS)
  }
  return page.evaluate(() =>
    (window as unknown as { stoaKeyTimes: number[] }).stoaKeyTimes.toSorted((one, other) => one - other),
  )
}

function share(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
