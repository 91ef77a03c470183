import { loadavg } from 'node:os'
import { communityPath } from '@stoa/contract'
import type { Browser, BrowserContext, CDPSession, Locator, Page } from 'playwright'
import { launchBrowser } from '../support/browser.ts'
import { collectFelt, type Felt, watchFelt } from '../support/felt-page.ts'
import { post } from '../support/member.ts'
import { type Figure, milliseconds, report } from '../support/report.ts'
import { startStoa } from '../support/server-process.ts'

const SLOWDOWN = 4
/** Each step is done this often; the worst counts. */
const TIMES = 3
const PAINT_MS = 200
const TEXT_MS = 100
/** How long somebody points at a link before pressing it. */
const POINTING_MS = 250
/** How long a finger rests on what it presses. */
const TOUCHING_MS = 80
const KEY_EVERY_MS = 80
/** Longest time for a part of a step. */
const STEP_MS = 15_000
const PASSWORD = 'Stoa-demo-1'
/** `STOA_FELT_ONLY`: a regular expression that names of measured steps match. Default: all. */
const ONLY = new RegExp(process.env.STOA_FELT_ONLY ?? '')
const DEVICES = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
}
const WHO = { desktop: 'demo_ben', phone: 'demo_emi' }
/** People who get blocked, one each time. */
const BLOCKED = ['demo-gil', 'demo-hana', 'demo-kit']
const FEED = '/bbs/FORUM'
const POST = '.stoa-feed .stoa-card:not([data-pinned], [data-video]):has(.stoa-card-excerpt) .stoa-card-title a'
const TEXT = '.stoa-post .stoa-post-block'

/** One thing that a member does. */
interface Step {
  name: string
  /** Goes to where it is done, not measured. */
  from: (page: Page, time: number) => Promise<unknown>
  act: (page: Page, time: number) => Promise<unknown>
  /** Appears with the result. */
  shown: string
  /** Phones have another way. Default false. */
  isDesktopOnly?: true
}

/**
 * How long members wait after presses and keys, in the built forum with its demonstration, on a processor slowed down
 * 4 ×: from the interaction to the next paint, by the browser's own clock, and until an opened post shows its text.
 */
export async function run(): Promise<void> {
  const server = await startStoa({ STOA_DEMO: '1' })
  const browser = await launchBrowser()
  const prepared = await prepare(server.url)
  console.log(
    `load of this machine: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}; the worst of ${TIMES} times each`,
  )
  for (const device of ['desktop', 'phone'] as const) {
    const { context, page, devtools } = await signedIn(browser, { url: server.url, device })
    for (const step of stepsOf(server.url, prepared[device])) {
      const name = device === 'phone' ? `on a phone: ${step.name}` : step.name
      if ((step.isDesktopOnly && device === 'phone') || !ONLY.test(name)) continue
      try {
        const all: Felt[] = []
        for (let time = 0; time < TIMES; time += 1) all.push(await feel({ page, devtools, step, time }))
        report(figuresOf({ ...step, name }, all))
      } catch (error) {
        const problem = String(error).split('\n').join(' ').slice(0, 200)
        report([{ what: name, value: problem, goal: `< ${PAINT_MS} ms`, reached: false }])
      }
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    }
    await context.close()
  }
  await browser.close()
  await server.stop()
}

interface Occasion {
  page: Page
  devtools: CDPSession
  step: Step
  time: number
}

/** Presses something: on phones with a finger, which rests a moment, elsewhere with the mouse. */
async function pressOn(page: Page, target: Locator): Promise<void> {
  const isTouched = await page.evaluate(() => navigator.maxTouchPoints > 0)
  if (!isTouched) return target.click()
  await target.tap({ trial: true })
  const box = await target.boundingBox()
  if (!box) throw new Error('It is gone.')
  const devtools = await page.context().newCDPSession(page)
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }]
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await page.waitForTimeout(TOUCHING_MS)
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await devtools.detach()
}

/** Does a step once. */
async function feel({ page, devtools, step, time }: Occasion): Promise<Felt> {
  await step.from(page, time)
  await page.waitForLoadState('networkidle')
  await watchFelt(page, step.shown)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await step.act(page, time)
  await page.locator(step.shown).first().waitFor()
  const felt = await collectFelt(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return felt
}

function figuresOf({ name, shown }: Step, all: readonly Felt[]): Figure[] {
  const paint = Math.max(...all.map(({ paintMs }) => paintMs))
  const slowest = all.find(({ paintMs }) => paintMs === paint)
  const figure = {
    what: name,
    value: `${milliseconds(paint)} (${slowest?.event}); ${all.map(({ paintMs }) => paintMs).join(' ')}`,
    goal: `< ${PAINT_MS} ms`,
    reached: paint < PAINT_MS,
  }
  if (shown !== TEXT) return [figure]
  const times = all.map(({ shownMs }) => shownMs)
  const text = Math.max(...times)
  return [
    figure,
    {
      what: `${name}: its text is visible`,
      value: `${milliseconds(text)}; ${times.map((ms) => ms.toFixed(0)).join(' ')}`,
      goal: `< ${TEXT_MS} ms`,
      reached: text < TEXT_MS,
    },
  ]
}

async function signedIn(
  browser: Browser,
  { url, device }: { url: string; device: keyof typeof DEVICES },
): Promise<{ context: BrowserContext; page: Page; devtools: CDPSession }> {
  const context = await browser.newContext(DEVICES[device])
  // tsx wraps functions with a helper that doesn't exist in pages.
  await context.addInitScript('globalThis.__name = (value) => value')
  await context.addInitScript(() => localStorage.setItem('stoa.session', '1'))
  const data = { login: WHO[device], password: PASSWORD }
  const response = await context.request.post(`${url}/api/auth/signIn`, { data, headers: { origin: url } })
  if (!response.ok()) throw new Error(await response.text())
  const page = await context.newPage()
  page.setDefaultTimeout(STEP_MS)
  return { context, page, devtools: await context.newCDPSession(page) }
}

interface Prepared {
  /** Paths of posts with a poll, one for each time. */
  polls: readonly string[]
}

/** Writes polls for each device and a message to its member, which they accept. */
async function prepare(url: string): Promise<Record<keyof typeof DEVICES, Prepared>> {
  const signIn = async (login: string) => {
    const signedIn = await post(url, 'authSignIn', { input: { login, password: PASSWORD } })
    if (!('accessToken' in signedIn)) throw new Error(`${login} can’t sign in`)
    return signedIn
  }
  const { accessToken: token } = await signIn('demo_ada')
  const { community } = (await (await fetch(`${url}/api/communities/FORUM`)).json().then(({ payload }) => payload)) as {
    community: { activeFlairs: { id: string }[] }
  }
  const flairId = community.activeFlairs[0]?.id ?? ''
  const polls: string[] = []
  for (let time = 0; time < 2 * TIMES; time += 1) {
    const { post: written } = await post(url, 'postCreate', {
      token,
      input: {
        tokenName: 'FORUM',
        title: `Which gate stays open in year ${time}?`,
        flairId,
        postContent: JSON.stringify({ blocks: [] }),
        pollOptions: ['The north gate', 'The south gate'],
      },
    })
    polls.push(`${communityPath({ tokenName: 'FORUM' })}/community/${written.slugUrl || written.id}`)
  }
  for (const login of Object.values(WHO)) {
    const { accessToken, userId } = await signIn(login)
    const input = { recipientId: userId, text: 'Is the gate open?' }
    const { conversationId } = await post(url, 'dmSend', { token, input })
    // A stranger’s message is a request first.
    await post(url, 'dmAccept', { token: accessToken, input: { conversationId } })
  }
  return { desktop: { polls: polls.slice(TIMES) }, phone: { polls: polls.slice(0, TIMES) } }
}

function stepsOf(url: string, { polls }: Prepared): Step[] {
  const go = (path: string) => (page: Page) => page.goto(url + path, { waitUntil: 'load' })
  const toFeed = async (page: Page) => {
    await go(FEED)(page)
    await page.getByRole('button', { name: /^Your account/ }).waitFor()
    await page.waitForTimeout(500)
  }
  const toPost = async (page: Page) => {
    await toFeed(page)
    await page.locator(POST).first().click()
    await page.locator('.stoa-comments textarea').first().waitFor()
    await page.mouse.move(5, 5)
  }
  const type = (page: Page, text: string) => page.keyboard.type(text, { delay: KEY_EVERY_MS })
  const press =
    (name: string | RegExp, role: 'link' | 'button' | 'menuitem' = 'link') =>
    (page: Page) =>
      pressOn(page, page.getByRole(role, { name }).filter({ visible: true }).first())
  const openAccount = press(/^Your account/, 'button')
  const toAccount = async (page: Page) => {
    await toFeed(page)
    await openAccount(page)
    await page.getByRole('menu').waitFor()
  }
  return [
    {
      name: 'open a post from the feed, after pointing at it',
      isDesktopOnly: true,
      from: toFeed,
      async act(page, time) {
        const link = page.locator(POST).nth(time)
        await link.hover()
        await page.waitForTimeout(POINTING_MS)
        await page.mouse.down()
        await page.mouse.up()
      },
      shown: TEXT,
    },
    {
      name: 'open a post from the feed at once',
      from: toFeed,
      act: (page, time) => pressOn(page, page.locator(POST).nth(time)),
      shown: TEXT,
    },
    { name: 'back to the feed', from: toPost, act: (page) => page.keyboard.press('u'), shown: '.stoa-feed .stoa-card' },
    {
      name: 'open the communities',
      isDesktopOnly: true,
      from: toFeed,
      act: press('Browse communities'),
      shown: '.stoa-app-communities, .stoa-app-list',
    },
    { name: 'change the order', from: toFeed, act: press(/^New$/), shown: '[aria-current]:text-is("New")' },
    {
      name: 'open the comment box and type',
      from: toPost,
      async act(page) {
        await pressOn(page, page.locator('.stoa-comments textarea').first())
        await type(page, 'A few words, typed.')
      },
      shown: '.stoa-comments textarea',
    },
    {
      name: 'send a comment',
      async from(page, time) {
        await toPost(page)
        await page
          .locator('.stoa-comments textarea')
          .first()
          .fill(`Sent for the ${time + 1}. time.`)
        await page.getByRole('button', { name: 'Comment', exact: true }).waitFor()
      },
      act: press('Comment', 'button'),
      shown: '.stoa-comment:has-text("Sent for the")',
    },
    {
      name: 'react',
      from: toPost,
      act: (page) => pressOn(page, page.locator('.stoa-post-footer .stoa-reaction').first()),
      shown: '.stoa-post-footer .stoa-reaction',
    },
    {
      name: 'vote in a poll',
      from: (page, time) => go(polls[time] ?? '')(page),
      act: press(/gate/, 'button'),
      shown: '.stoa-poll [aria-pressed="true"]',
    },
    { name: 'open the account menu', isDesktopOnly: true, from: toFeed, act: openAccount, shown: '[role=menu]' },
    {
      name: 'open the notifications',
      from: toFeed,
      act: (page) => pressOn(page, page.locator('a[href="/bbs/notifications"]').filter({ visible: true }).first()),
      shown: '[data-notification], .stoa-empty',
    },
    {
      name: 'open search and type',
      isDesktopOnly: true,
      from: toFeed,
      async act(page) {
        await page.keyboard.press('/')
        await type(page, 'library books')
      },
      shown: '.stoa-app-search > input',
    },
    {
      name: 'open the messages',
      from: toFeed,
      act: (page) => pressOn(page, page.locator('a[href="/bbs/messages"]').filter({ visible: true }).first()),
      shown: '.stoa-inbox-list, .stoa-empty',
    },
    {
      name: 'write and send a message',
      async from(page) {
        await go('/bbs/messages')(page)
        await page.locator('.stoa-inbox-list a').first().click()
        await page.getByRole('textbox', { name: /^Message to/ }).waitFor()
      },
      async act(page) {
        await pressOn(page, page.getByRole('textbox', { name: /^Message to/ }))
        await type(page, 'It is open.')
        await page.keyboard.press('Enter')
      },
      shown: '.stoa-talk-message',
    },
    {
      name: 'open the settings',
      isDesktopOnly: true,
      from: toAccount,
      act: press('Account settings', 'menuitem'),
      shown: '.stoa-settings-section',
    },
    {
      name: 'switch the theme',
      isDesktopOnly: true,
      from: toAccount,
      act: press(/theme$/, 'menuitem'),
      shown: 'html',
    },
    {
      name: 'open the composer and type',
      from: toFeed,
      async act(page) {
        await press('New post')(page)
        await pressOn(page, page.getByLabel('Title'))
        await type(page, 'Half a thought')
      },
      shown: '.stoa-editor',
    },
    {
      name: 'open a search result',
      from: go('/bbs/search?q=library+books'),
      act: (page, time) => pressOn(page, page.locator('.stoa-app-found .stoa-card-title a').nth(time)),
      shown: TEXT,
    },
    {
      name: 'save a post',
      from: toPost,
      async act(page) {
        await press('More actions for this post', 'button')(page)
        await press(/^(Save|Remove from saved)$/, 'menuitem')(page)
      },
      shown: '.stoa-post',
    },
    {
      name: 'open the card about an author',
      isDesktopOnly: true,
      async from(page) {
        await toPost(page)
        await page.locator('.stoa-comment-author').first().focus()
      },
      act: (page) => page.keyboard.press('i'),
      shown: '.stoa-app-profile-card',
    },
    {
      name: 'mute a word',
      async from(page, time) {
        await go('/bbs/my-account/settings/hidden')(page)
        await page.getByLabel('Word or phrase').fill(`zeppelin ${time}`)
      },
      act: press('Mute word', 'button'),
      shown: '.stoa-settings-list:has-text("zeppelin")',
    },
    {
      name: 'block a person',
      from: (page, time) => go(`/author/${BLOCKED[time]}`)(page),
      async act(page) {
        await press(/^More about/, 'button')(page)
        await press(/^Block /, 'menuitem')(page)
        await press(/^Block$/, 'button')(page)
      },
      shown: '.stoa-toast',
    },
  ]
}
