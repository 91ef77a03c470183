import type { Browser, BrowserContext, Locator, Page } from 'playwright'
import { launchBrowser } from './browser.ts'
import { seed } from './seed.ts'
import { type RunningServer, startStoa, temporaryFolder } from './server-process.ts'

const PASSWORD = 'Stoa-bench-1'
const WORDS = 'The gutter over the bakery has come loose, and somebody has to climb up there. '

/** A draft in the post editor. */
export interface LongPost {
  server: RunningServer
  browser: Browser
  context: BrowserContext
  page: Page
  /** Address of the editor. */
  address: string
  /** Its paragraphs. */
  blocks: Locator
}

/** Starts a server with a draft of so many paragraphs of so many sentences, and opens it in the editor. */
export async function openLongPost({ count, sentences }: { count: number; sentences: number }): Promise<LongPost> {
  const dataFolder = temporaryFolder()
  await seed({ url: null, dataFolder, comments: 0 })
  const server = await startStoa({ STOA_DATA: dataFolder })
  const browser = await launchBrowser()
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const call = async (path: string, data: object, token = '') => {
    const headers = { origin: server.url, ...(token === '' ? {} : { authorization: `Bearer ${token}` }) }
    const response = await context.request.post(`${server.url}/api/${path}`, { data, headers })
    if (!response.ok()) throw new Error(`${path}: ${await response.text()}`)
    return (await response.json()).payload
  }
  const { accessToken } = await call('auth/signUp', {
    username: 'typist',
    email: 'typist@example.com',
    password: PASSWORD,
  })
  await call('community/join', { tokenName: 'BENCH', join: true }, accessToken)
  const paragraph = { type: 'paragraph', data: { text: WORDS.repeat(sentences) } }
  const postContent = JSON.stringify({ blocks: Array.from({ length: count }, () => paragraph) })
  const draft = { tokenName: 'BENCH', title: 'A long story', postContent, saveAsDraft: true }
  const { post } = await call('post/create', draft, accessToken)
  await context.addInitScript(() => localStorage.setItem('stoa.session', '1'))

  const page = await context.newPage()
  const address = `${server.url}/bbs/BENCH/posts/create/${post.id}`
  await page.goto(address)
  const blocks = page.locator('.stoa-editor[data-state="ready"] .stoa-editor-text > p')
  await blocks.nth(count - 1).waitFor()
  return { server, browser, context, page, address, blocks }
}
