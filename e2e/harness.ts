import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { type APIRequestContext, type BrowserContext, test as base, expect, type Page } from '@playwright/test'

import { dataOf, forumPort, serverSettings } from './server-settings.ts'

export { expect }

const port = forumPort()

/** Data folder of the forum. */
export const forumData = dataOf(port)
/** Origin of the forum. */
export const forumUrl = `http://localhost:${port}`
/** Origin of the partner's site; for browsers another site than the forum. */
export const partnerUrl = `http://127.0.0.1:${port + 1}`
/** The partner's article that the demonstration has a thread, a poll and reactions for. */
export const articleUrl = `${partnerUrl}/articles/footbridge-reopens.html`
/** Password of every account here, those of the demonstration and those that journeys make. */
export const PASSWORD = 'Stoa-demo-1'

/** What a page complained about. A journey that expects a complaint takes it out. */
export class Complaints extends Array<string> {}

/** Playwright's `test`; a journey fails when one of its pages complained on the console. */
export const test = base.extend<{ complaints: Complaints }>({
  complaints: [
    async ({ context }, use) => {
      const complaints = new Complaints()
      context.on('weberror', (error) => complaints.push(error.error().message))
      context.on('console', (message) => {
        if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`)
      })
      await use(complaints)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

/** Signs the browser in without the form; the next page that opens knows it. */
export async function enterAs(context: BrowserContext, login: string, forum = forumUrl): Promise<void> {
  await call(context.request, 'auth/signIn', { data: { login, password: PASSWORD }, forum })
  // What a page remembers so that visitors cost no refresh; once, or signing out could not be seen.
  await context.addInitScript((origin) => {
    if (window !== window.top || location.origin !== origin || localStorage.getItem('entered')) return
    localStorage.setItem('entered', '1')
    localStorage.setItem('stoa.session', '1')
  }, forum)
}

/** Somebody who acts elsewhere, through the API. */
export interface Elsewhere {
  call<Answer = unknown>(path: string, data: object): Promise<Answer>
  read<Answer = unknown>(path: string): Promise<Answer>
}

/** Somebody with another device. */
export async function elsewhere(request: APIRequestContext, login: string): Promise<Elsewhere> {
  const { accessToken } = await call(request, 'auth/signIn', { data: { login, password: PASSWORD } })
  const headers = { authorization: `Bearer ${accessToken}` }
  return {
    call: (path, data) => call(request, path, { data, headers }),
    read: async (path) => (await (await request.get(`${forumUrl}/api/${path}`, { headers })).json()).payload,
  }
}

/** Makes an account; nobody has joined anything with it. */
export async function makeAccount(request: APIRequestContext, username: string): Promise<void> {
  await call(request, 'auth/signUp', {
    data: { username, email: `${username}@example.com`, password: PASSWORD },
  })
}

async function call(
  request: APIRequestContext,
  path: string,
  about: { data: object; headers?: object; forum?: string },
) {
  const { data, headers, forum = forumUrl } = about
  const response = await request.post(`${forum}/api/${path}`, { data, headers: { origin: forum, ...headers } })
  expect(response.ok(), `${path}: ${await response.text()}`).toBe(true)
  return (await response.json()).payload
}

/** This repository. */
const ROOT = resolve(import.meta.dirname, '..')

/**
 * Another forum with its own data folder, for journeys that need other settings; of another build where `root` holds one.
 * Stop it when they are done.
 */
export async function startForum({ port, data, root = ROOT }: { port: number; data: string; root?: string }) {
  const url = `http://localhost:${port}`
  const server = spawn(process.execPath, ['--enable-source-maps', 'server/dist/main.js'], {
    cwd: root,
    env: { ...serverSettings({ port, data }), PATH: process.env.PATH },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<void>((done) => server.once('exit', () => done()))
  await expect
    .poll(
      async () =>
        fetch(`${url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      { timeout: 60_000 },
    )
    .toBe(true)
  return {
    url,
    async stop() {
      server.kill('SIGTERM')
      await ended
    },
  }
}

/** Signs out by the menu of the forum's header. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}

/** Id of the post that stands for the partner's article. */
export async function articlePostId(request: APIRequestContext): Promise<string> {
  const query = new URLSearchParams({ community: 'FORUM', url: articleUrl })
  const response = await request.get(`${forumUrl}/api/articles/thread?${query}`)
  return (await response.json()).payload.post.id
}

/** The conversation below a partner's article, taken over by its own code. */
export function widgetOf(page: Page) {
  return page.locator('stoa-comments')
}

/** Leaves the comments alone in articles, without thumbs and poll. */
export async function withCommentsAlone(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      for (const other of document.querySelectorAll('stoa-poll, stoa-reactions')) other.remove()
    }).observe(document, { childList: true, subtree: true })
  })
}

/** Comes near the text box, as somebody who is going to write does, and waits until the widget's own code has taken over. */
export async function untilAlive(page: Page, selector = 'stoa-comments'): Promise<void> {
  await page.locator(selector).first().scrollIntoViewIfNeeded()
  await page.locator(selector).first().getByRole('textbox').first().hover()
  await page.waitForFunction((name) => {
    const root = document.querySelector(name)?.shadowRoot
    return root?.querySelector('textarea') && !root.querySelector('script[type="application/json"]')
  }, selector)
}

/** Waits until the page hears of what happens to what it shows. Begin to wait before the page opens. */
export async function untilLive(page: Page): Promise<void> {
  const socket = await page.waitForEvent('websocket', (candidate) => candidate.url().includes('/socket.io/'))
  await socket.waitForEvent('framesent', ({ payload }) => payload.includes('"watch"'))
}

/** The forum's sign-in window, which the press before has opened. */
export async function signInWindow(page: Page): Promise<Page> {
  const find = () =>
    page
      .context()
      .pages()
      .find((one) => new URL(one.url()).pathname === '/embed/sign-in')
  await expect.poll(() => find() !== undefined).toBe(true)
  return find() as Page
}

/** Signs in through the window of the forum that a press in the widget has opened. */
export async function signInByWindow(page: Page, login: string): Promise<void> {
  const popup = await signInWindow(page)
  await popup.getByLabel('Username or e-mail').fill(login)
  await popup.getByLabel('Password', { exact: true }).fill(PASSWORD)
  const closing = popup.waitForEvent('close')
  await popup.getByRole('button', { name: 'Sign in', exact: true }).click()
  await closing
}
