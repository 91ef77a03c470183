import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { CallName, PostDocument } from '@stoa/contract'
import type { ShownPost } from '@stoa/post-view'
import { build } from 'vite'
import type { PageRequest, RenderedPage } from '../../server/src/http/pages.ts'
import { openInProcess } from '../support/in-process.ts'
import { ratio, report } from '../support/report.ts'
import { seed } from '../support/seed.ts'
import { temporaryFolder } from '../support/server-process.ts'

const FOREST = join(import.meta.dirname, '../../hosted-app')
const BLOCKS = 200
const ROUNDS = 5
const ROUND_MS = 1000
/**
 * A server reaches its speed only after some thousand pages: V8 compiles a function when it has run often, and most
 * components run once or twice per page.
 */
const WARM_UP_MS = 10_000
const WORDS = 'The gutter over the bakery has come loose &amp; somebody has to climb up there before winter. '
const MARKED = 'It is <b>very</b> high, and the ladder is <a href="https://example.com/ladder">five meters long</a>.'

/**
 * A story of 200 blocks: pages that a process renders per second of processor time, with nothing cached. Once with the
 * page's reads from the database, once with these answered beforehand, and once only the post without its page.
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
  const responses = new Map<string, Promise<unknown>>()
  const cachedCall = ((name: CallName, input: unknown, ...rest: unknown[]) => {
    const key = `${name} ${JSON.stringify(input)}`
    const response =
      responses.get(key) ?? (app.callLocally as (...call: unknown[]) => Promise<unknown>)(name, input, ...rest)
    responses.set(key, response)
    return response
  }) as typeof app.callLocally
  const render = (call: typeof app.callLocally) => renderPage({ ...domain, path, screens, call })
  const { status, body } = await render(cachedCall)
  if (status !== 200 || body.split('loose').length < BLOCKS) throw new Error(`the story was not rendered: ${status}`)

  const { post } = await app.callLocally('postGet', { idOrSlug: postId })
  const renderPost = await postRenderer(dataFolder)
  if (blocksOf(renderPost(post)) !== blocksOf(body)) throw new Error('the story differs from the one in its page')

  const [rendered, content, pages, reads, ceiling] = await perSecond([
    () => render(cachedCall),
    async () => renderPost(post),
    () => render(app.callLocally),
    () => app.callLocally('postGet', { idOrSlug: postId }),
    async () => bareHtml(),
  ])
  await close()
  const each = (speed: number) => `${speed.toFixed(0)} a second`
  report([
    { what: `page of ${BLOCKS} blocks, ${body.length} characters of HTML`, value: each(rendered) },
    { what: 'only the story, without the page around it', value: each(content) },
    { what: `the page with its ${responses.size} reads from the database`, value: each(pages) },
    { what: 'reading its post from the database, without rendering', value: each(reads) },
    { what: 'ceiling: the same paragraphs escaped and joined as strings', value: each(ceiling) },
    { what: 'page compared with the ceiling', value: ratio(rendered / ceiling) },
    { what: 'story compared with the ceiling', value: ratio(content / ceiling) },
  ])
}

/** Builds the rendering of a post alone as the forum is built. */
async function postRenderer(folder: string): Promise<(post: ShownPost) => string> {
  const output = { entryFileNames: 'renderer.mjs' }
  await build({
    configFile: join(FOREST, 'vite.config.ts'),
    logLevel: 'error',
    build: {
      ssr: join(import.meta.dirname, '../support/rendered-post.ts'),
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: { output },
    },
  })
  const { renderPost } = await import(pathToFileURL(join(folder, output.entryFileNames)).href)
  return renderPost
}

function blocksOf(html: string): string {
  return html.slice(html.indexOf('<div class="stoa-post-blocks">'), html.indexOf('<div class="stoa-collapsible-fold">'))
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

type Work = () => Promise<unknown>

/**
 * How often each work runs per second of processor time, which depends little on other programs: the middle of rounds
 * in turn.
 */
async function perSecond<Works extends readonly Work[]>(
  works: readonly [...Works],
): Promise<{ [W in keyof Works]: number }> {
  for (const work of works) await round(work, WARM_UP_MS)
  const speeds: number[][] = works.map(() => [])
  for (let index = 0; index < ROUNDS; index += 1) {
    for (const [which, work] of works.entries()) speeds[which]?.push(await round(work, ROUND_MS))
  }
  return speeds.map((each) => each.sort((a, b) => a - b)[ROUNDS >> 1]) as { [W in keyof Works]: number }
}

async function round(work: Work, duringMs: number): Promise<number> {
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
