import { openLongPost } from '../support/long-post.ts'
import { milliseconds, ratio, report } from '../support/report.ts'

const BLOCKS = 500
const VISITS = 9
const SLOWDOWN = 4
/** The whole page, from its request until the text can be edited. */
const OPEN_MAX_MS = 1000

/**
 * How long the post editor takes to open a document of 500 blocks: from the request of the page, whose code is in the
 * browser's cache, until the last block is there. Beside it, on a slower processor, and what the browser alone takes to
 * show that much text.
 */
export async function run(): Promise<void> {
  const { server, browser, context, page, address, blocks } = await openLongPost({ count: BLOCKS, sentences: 2 })
  const open = async () => {
    const times: number[] = []
    for (let visit = 0; visit < VISITS; visit += 1) {
      await page.goto(address, { waitUntil: 'commit' })
      await blocks.nth(BLOCKS - 1).waitFor()
      times.push(await page.evaluate(readyAfter))
    }
    return median(times)
  }
  const opened = await open()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  const slow = await open()
  const bare = await page.evaluate(bareLayout)
  await browser.close()
  await server.stop()
  report([
    {
      what: `a page with the editor and ${BLOCKS} blocks, median of ${VISITS}`,
      value: milliseconds(opened),
      goal: `<= ${milliseconds(OPEN_MAX_MS)}`,
      reached: opened <= OPEN_MAX_MS,
    },
    { what: `at ${SLOWDOWN} × slowdown`, value: milliseconds(slow) },
    { what: 'the same text as bare paragraphs in that page', value: milliseconds(bare) },
    { what: 'times as long', value: ratio(slow / bare) },
  ])
}

/** When the editor's text was painted, in ms since the page was requested. */
function readyAfter(): Promise<number> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
  })
}

/** How many ms it takes to make the editor's paragraphs without the editor, and to lay them out. */
function bareLayout(): number {
  const texts = [...document.querySelectorAll('.stoa-editor-text > p')].map((one) => one.textContent)
  const start = performance.now()
  const box = document.createElement('div')
  for (const text of texts) box.append(Object.assign(document.createElement('p'), { textContent: text }))
  document.body.append(box)
  box.getBoundingClientRect()
  return performance.now() - start
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}
