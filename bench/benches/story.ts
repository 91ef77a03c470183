import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { CallName, PostDocument } from '@stoa/contract'
import type { PageRequest, RenderedPage } from '../../server/src/http/pages.ts'
import { openInProcess } from '../support/in-process.ts'
import { ratio, report } from '../support/report.ts'
import { seed } from '../support/seed.ts'
import { temporaryFolder } from '../support/server-process.ts'

const FOREST = join(import.meta.dirname, '../../hosted-app')
const BLOCKS = 200
const ROUND_MS = 3000
/** Runs before each round, so that frequently run code is compiled. */
const WARM_UP_MS = 2000
const WORDS = 'The gutter over the bakery has come loose &amp; somebody has to climb up there before winter. '
const MARKED = 'It is <b>very</b> high, and the ladder is <a href="https://example.com/ladder">five metres long</a>.'

/**
 * A story of 200 blocks: pages that a process renders per second of processor time, with nothing cached. Once with the
 * page's reads from the database, and once with these answered beforehand.
 */
export async function run(): Promise<void> {
  const dataFolder = temporaryFolder()
  const { tokenName, postId, postSlug } = await seed({ url: null, dataFolder, comments: 0 })
  const { app, database, close } = await openInProcess({ url: null, dataFolder })
  await database.transaction(({ connection }) =>
    connection('posts')
      .where({ id: postId })
      .update({ kind: 'story', content: JSON.stringify(longStory()) }),
  )
  const { renderPage }: { renderPage: (request: PageRequest) => Promise<RenderedPage> } = await import(
    pathToFileURL(join(FOREST, 'dist-ssr/entry-server.js')).href
  )
  const screens = JSON.parse(readFileSync(join(FOREST, 'dist/screens.json'), 'utf8'))
  const [domain] = app.services.domains.all
  const path = `/bbs/${tokenName}/${postSlug}`
  const answers = new Map<string, Promise<unknown>>()
  const answered = ((name: CallName, input: unknown, ...rest: unknown[]) => {
    const key = `${name} ${JSON.stringify(input)}`
    const answer =
      answers.get(key) ?? (app.callLocally as (...call: unknown[]) => Promise<unknown>)(name, input, ...rest)
    answers.set(key, answer)
    return answer
  }) as typeof app.callLocally
  const render = (call: typeof app.callLocally) => renderPage({ ...domain, path, screens, call })
  const { status, body } = await render(answered)
  if (status !== 200 || body.split('loose').length < BLOCKS) throw new Error(`the story was not rendered: ${status}`)

  const read = () => app.callLocally('postGet', { idOrSlug: postId })
  const rendered = await perSecond(() => render(answered))
  const pages = await perSecond(() => render(app.callLocally))
  const reads = await perSecond(read)
  const ceiling = await perSecond(async () => bareHtml())
  await close()
  report([
    {
      what: `page of ${BLOCKS} blocks, ${body.length} characters of HTML`,
      value: `${rendered.toFixed(0)} a second`,
      goal: '>= 300',
      reached: rendered >= 300,
    },
    { what: `the same with its ${answers.size} reads from the database`, value: `${pages.toFixed(0)} a second` },
    { what: 'reading its post from the database, without rendering', value: `${reads.toFixed(0)} a second` },
    { what: 'ceiling: the same paragraphs escaped and joined as strings', value: `${ceiling.toFixed(0)} a second` },
    { what: 'page compared with the ceiling', value: ratio(rendered / ceiling) },
  ])
}

function longStory(): PostDocument {
  const blocks = Array.from({ length: BLOCKS }, (_, index): PostDocument['blocks'][number] => {
    if (index % 20 === 0) return { type: 'header', data: { level: 2, text: `Part ${index / 20} of the loose gutter` } }
    if (index % 20 === 7) {
      const items = ['loose', 'fixed'].map((content) => ({ content, items: [] }))
      return { type: 'list', data: { style: 'ordered', items } }
    }
    if (index % 20 === 13) return { type: 'quote', data: { text: WORDS, caption: 'The baker' } }
    return { type: 'paragraph', data: { text: WORDS.repeat(3) + (index % 2 === 0 ? MARKED : '') } }
  })
  return { blocks }
}

function bareHtml(): string {
  return longStory()
    .blocks.map((block) => `<p>${JSON.stringify(block.data).replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`)
    .join('')
}

/** Runs of `work` per second of processor time, which depends little on other programs. */
async function perSecond(work: () => Promise<unknown>, duringMs = ROUND_MS): Promise<number> {
  if (duringMs === ROUND_MS) await perSecond(work, WARM_UP_MS)
  const start = process.cpuUsage()
  const spentMs = () => {
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  }
  let times = 0
  while (spentMs() < duringMs) {
    await work()
    times += 1
  }
  return (times * 1000) / spentMs()
}
