import type { Browser } from 'playwright'
import { openIsolated, waitForWidget } from './browser.ts'
import { type Figure, milliseconds } from './report.ts'
import { asRendered, openWholeThread, type ShownComment, shownComments } from './shown-comments.ts'
import type { TalkPage } from './talk-page.ts'
import { expectedOrder, type Thread } from './talk-thread.ts'

/** Where a replayed talk page is shown: forum or widget. */
export interface Home {
  /** `forum` or `widget`, for the report. */
  name: string
  address: string
  /** The sort order that it shows. */
  sort: 'top' | 'old'
  page: TalkPage
  thread: Thread
}

const FIRST_PAGE = 10

/**
 * Reads the server rendering: the first threads of the forum's page with scripts off, and of a widget without
 * interaction.
 */
export async function readFirstPage(browser: Browser, home: Home & { hosts: string[] }): Promise<Figure> {
  const { name, address, hosts, thread } = home
  const isWidget = name === 'widget'
  const { context, page } = await openIsolated(browser, { hosts, javaScriptEnabled: isWidget })
  await page.goto(address)
  await page.locator('.stoa-comment').first().waitFor({ timeout: 30_000 })
  if (isWidget) await waitForWidget(page)
  const visibleComments = await shownComments(page)
  // Hydration removes the state next to the nodes.
  const states = await page.locator('stoa-comments script[type="application/json"]').count()
  await context.close()
  const sourceById = new Map(home.page.comments.map((comment) => [thread.ids[comment.index] ?? '', comment]))
  const expected = expectedOrder(home.page, home).filter((id) => sourceById.get(id)?.parentIndex === null)
  const ids = visibleComments.filter(({ parentId }) => parentId === null).map(({ id }) => id)
  const isOrdered = ids.length === FIRST_PAGE && ids.every((id, index) => id === expected[index])
  const isAsSent = visibleComments.every(({ id, text }) => text === asRendered(sourceById.get(id)?.text ?? ''))
  const isRight = isOrdered && isAsSent && states === (isWidget ? 1 : 0)
  return {
    what: `${name}, ${isWidget ? 'only read' : 'scripts off'}: first ${FIRST_PAGE} threads`,
    value: isRight ? 'right' : `${ids.length} shown, not as expected`,
    goal: 'right',
    reached: isRight,
  }
}

/** Expands the whole thread with its buttons and compares it with the talk page. */
export async function readWholePage(browser: Browser, about: Home & { hosts: string[] }): Promise<Figure[]> {
  const { name, address, hosts, page: talk, thread } = about
  const { context, page, foreign } = await openIsolated(browser, { hosts })
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  const start = performance.now()
  await page.goto(address)
  await page.locator('.stoa-comment').first().waitFor({ timeout: 30_000 })
  const firstAfter = performance.now() - start
  const presses = await openWholeThread(page)
  const visibleComments = await shownComments(page)
  const directions = new Set(
    await page.locator('.stoa-embed').evaluateAll((all) => all.map((one) => getComputedStyle(one).direction)),
  )
  await context.close()

  const byId = new Map(visibleComments.map((comment) => [comment.id, comment]))
  const pairs = talk.comments.map((comment) => ({ comment, visible: byId.get(thread.ids[comment.index] ?? '') }))
  const differs = (is: (visible: ShownComment, comment: (typeof pairs)[number]['comment']) => boolean) =>
    pairs.filter(({ comment, visible }) => visible && !is(visible, comment)).length
  const isOrdered = visibleComments.map(({ id }) => id).join() === expectedOrder(talk, about).join()
  return [
    {
      what: `${name}: whole thread by ${presses} presses of "more"`,
      value: `${visibleComments.length} comments, the first after ${milliseconds(firstAfter)}`,
      goal: String(talk.comments.length),
      reached: visibleComments.length === talk.comments.length && byId.size === visibleComments.length,
    },
    none(
      '  text differs',
      differs((visible, { text }) => visible.text === asRendered(text)),
    ),
    none(
      '  author differs',
      differs((visible, { author }) => visible.author === author),
    ),
    none(
      '  stands elsewhere',
      differs((visible, { parentIndex, top }) => visible.parentId === (parentIndex === null ? null : thread.ids[top])),
    ),
    { what: '  order', value: isOrdered ? 'right' : 'wrong', goal: 'right', reached: isOrdered },
    ...(directions.size === 0
      ? []
      : [
          {
            what: '  direction of the widget',
            value: [...directions].join(),
            goal: talk.isRightToLeft ? 'rtl' : 'ltr',
            reached: [...directions].join() === (talk.isRightToLeft ? 'rtl' : 'ltr'),
          },
        ]),
    none('  errors and requests to other hosts', errors.length + foreign.length),
  ]
}

function none(what: string, count: number): Figure {
  return { what, value: String(count), goal: '0', reached: count === 0 }
}
