import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { type APIRequestContext, type BrowserContext, test as base, expect, type Page } from '@playwright/test'

import { dataOf, forumPort, serverSettings } from './server-settings.ts'

export { expect }

const port = forumPort()

export const forumData = dataOf(port)
export const forumUrl = `http://localhost:${port}`
/** Origin of the partner's site, which browsers treat as another site than the forum. */
export const partnerUrl = `http://127.0.0.1:${port + 1}`
/** The partner's article with a thread, a poll and reactions in the demonstration. */
export const articleUrl = `${partnerUrl}/articles/footbridge-reopens.html`
/** Password of all accounts, those of the demonstration and those that journeys create. */
export const PASSWORD = 'Stoa-demo-1'

/** Console messages of a page. A journey that expects some removes them, or leaves them out however late they come. */
export class Complaints extends Array<string> {
  #expected: string[] = []

  override push(...complaints: string[]): number {
    return super.push(...complaints.filter((one) => !this.#expected.some((text) => one.includes(text))))
  }

  /** Leaves out those that contain one of the texts. */
  leaveOut(...texts: string[]): void {
    this.#expected.push(...texts)
    this.push(...this.splice(0))
  }
}

/** Playwright's `test`; a journey fails if one of its pages logs a warning or error. */
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

/** Signs the browser in without the form, from the next page on. */
export async function signInAs(context: BrowserContext, login: string, forum = forumUrl): Promise<void> {
  await call(context.request, 'auth/signIn', { data: { login, password: PASSWORD }, forum })
  // The flag that tells pages to refresh the session. Set once, or signing out would have no effect.
  await context.addInitScript((origin) => {
    if (window !== window.top || location.origin !== origin || localStorage.getItem('entered')) return
    localStorage.setItem('entered', '1')
    localStorage.setItem('stoa.session', '1')
  }, forum)
}

/** A user on another device, acting through the API. */
export interface ApiClient {
  call<Answer = unknown>(path: string, data: object): Promise<Answer>
  read<Answer = unknown>(path: string): Promise<Answer>
}

/** Signs a user in on another device. */
export async function apiAs(request: APIRequestContext, login: string, forum = forumUrl): Promise<ApiClient> {
  const { accessToken } = await call(request, 'auth/signIn', { data: { login, password: PASSWORD }, forum })
  const headers = { authorization: `Bearer ${accessToken}` }
  return {
    call: (path, data) => call(request, path, { data, headers, forum }),
    read: async (path) => (await (await request.get(`${forum}/api/${path}`, { headers })).json()).payload,
  }
}

/** A username that no earlier repetition of the journey has taken. */
export function freshName(name: string): string {
  return `${name}${test.info().repeatEachIndex || ''}`
}

/** Creates an account that has joined no community. */
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

const ROOT = resolve(import.meta.dirname, '../..')

/**
 * Starts another forum with its own data folder, for journeys that need other settings; from another build if `root` is
 * given. Stop it afterward.
 */
export async function startForum(about: {
  port: number
  data: string
  root?: string
  settings?: Record<string, string>
}) {
  const { port, data, root = ROOT, settings } = about
  const url = `http://localhost:${port}`
  const server = spawn(process.execPath, ['--enable-source-maps', 'server/dist/main.js'], {
    cwd: root,
    env: { ...serverSettings({ port, data }), ...settings, PATH: process.env.PATH },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  await expect
    .poll(
      async () =>
        fetch(`${url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      { timeout: 110_000 },
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
  // Leaving the page before the answer would cancel the request.
  await expect(page.getByRole('button', { name: 'Your account' })).toHaveCount(0)
}

/** Id of the post of the partner's article. */
export async function articlePostId(request: APIRequestContext): Promise<string> {
  const query = new URLSearchParams({ community: 'FORUM', url: articleUrl })
  const response = await request.get(`${forumUrl}/api/articles/thread?${query}`)
  return (await response.json()).payload.post.id
}

/** The hydrated comments below a partner's article. */
export function widgetOf(page: Page) {
  return page.locator('stoa-comments')
}

/** Leaves only the comments in articles, without reactions and poll. */
export async function showOnlyComments(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      for (const other of document.querySelectorAll('stoa-poll, stoa-reactions')) other.remove()
    }).observe(document, { childList: true, subtree: true })
  })
}

/** Approaches the text box, as a reader who is going to write, and waits until the widget is hydrated. */
export async function waitForHydration(page: Page, selector = 'stoa-comments'): Promise<void> {
  await page.locator(selector).first().scrollIntoViewIfNeeded()
  await page.locator(selector).first().getByRole('textbox').first().hover()
  await page.waitForFunction((name) => {
    const root = document.querySelector(name)?.shadowRoot
    return root?.querySelector('textarea') && !root.querySelector('script[type="application/json"]')
  }, selector)
}

/** Waits for the live connection of a signed-in person. Call it before the page opens. */
export async function waitForConnection(page: Page): Promise<void> {
  const socket = await page.waitForEvent('websocket', (candidate) => candidate.url().includes('/socket.io/'))
  await socket.waitForEvent('framereceived', ({ payload }) => String(payload).startsWith('40'))
}

/** Waits for the live connection to watch the page. Call it before the page opens. */
export async function waitForLive(page: Page): Promise<void> {
  const socket = await page.waitForEvent('websocket', (candidate) => candidate.url().includes('/socket.io/'))
  await socket.waitForEvent('framesent', ({ payload }) => payload.includes('"watch"'))
}

/** Waits for the viewer's own reactions and votes, which load after the page. Call it before the page opens. */
export async function waitForOwnChoices(page: Page): Promise<void> {
  const response = await page.waitForResponse((one) => one.ok() && one.url().includes('/api/viewer/facts?'))
  await response.finished()
}

/** The forum's sign-in window, which the last press has opened. */
export async function signInWindow(page: Page): Promise<Page> {
  const find = () =>
    page
      .context()
      .pages()
      .find((one) => new URL(one.url()).pathname === '/embed/sign-in')
  await expect.poll(() => find() !== undefined).toBe(true)
  return find() as Page
}

/** Signs in through the forum's window that a press in the widget has opened. */
export async function signInByWindow(page: Page, login: string): Promise<void> {
  const popup = await signInWindow(page)
  await popup.getByLabel('Username or email').fill(login)
  await popup.getByLabel('Password', { exact: true }).fill(PASSWORD)
  const closing = popup.waitForEvent('close')
  await popup.getByRole('button', { name: 'Sign in', exact: true }).click()
  await closing
}
