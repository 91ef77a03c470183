import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { findChromium } from '../../scripts/find-chromium.mjs'
import { freePort } from '../../scripts/services/child.mjs'
import { signInAs, startForum } from '../support/harness.ts'
import { startNewForum } from '../support/new-forum.ts'
import { writeArabic } from './arabic.ts'
import { writeContactSheet } from './contact-sheet.ts'
import { findOverflow, openAll, runAxe, settle, showTheme, type Theme } from './examine.ts'
import { approachWidget, claimForum, converse, prepareDemo, signInToWidget } from './prepare.ts'
import { ROLES, type Role, type Stop } from './stops.ts'

const FOLDER = '.cache/screens'
const WIDTHS = ['1440', '768', '360']
/** Arabic counts as a theme: it has its own forum. */
const THEMES = ['light', 'dark', 'forced', 'arabic']
/** The widths at which axe runs, and menus and dialogs are opened. */
const EXAMINED = ['1440', '360']
const WORKERS = 3
const MAX_HEIGHT = 8000
const windowOf = (width: string) => ({ width: Number(width), height: width === '360' ? 740 : 900 })

const text = { type: 'string', multiple: true } as const
const { values } = parseArgs({
  options: {
    only: text,
    role: text,
    width: text,
    theme: text,
    'no-axe': { type: 'boolean' },
    help: { type: 'boolean' },
  },
})
if (values.help) {
  console.log(`npm run screens -- [--role R] [--only STOP] [--width W] [--theme T] [--no-axe]
Roles: ${Object.keys(ROLES).join(', ')}. Widths: ${WIDTHS.join(', ')}. Themes: ${THEMES.join(', ')}.
Each option can be repeated. Pictures, findings and a contact sheet are in ${FOLDER}.`)
  process.exit()
}
const { role: roleNames = Object.keys(ROLES), width: widths = WIDTHS, theme: themes = THEMES } = values
const unknown = roleNames.find((name) => !ROLES[name])
if (unknown) throw new Error(`no role is called ${unknown}; there are ${Object.keys(ROLES).join(', ')}`)
const isWanted = ({ name }: Stop) => values.only?.includes(name) ?? true

interface Forum {
  url: string
  partnerUrl: string
  isArabic: boolean
  /** What stands in addresses for `{…}`. */
  parts: Record<string, string>
}

interface Visit {
  role: string
  stop: Stop
  width: string
  forum: Forum
  /** The menus and dialogs that this role has seen at this width. */
  seen: Set<string>
}

const pictures: string[] = []
const findings: string[] = []

function report(where: string, found: string[]): void {
  for (const line of new Set(found)) {
    findings.push(`${where} ${line}`)
    console.log(`${where} ${line}`)
  }
}

/** Takes pictures of what a page shows, and examines it. */
async function see(page: Page, { role, stop, width, forum }: Visit, opened = ''): Promise<void> {
  const folder = join(role, opened ? `${stop.name} ${opened}` : stop.name)
  mkdirSync(join(FOLDER, folder), { recursive: true })
  // Otherwise the bar at the end of the window would be in the middle of the picture.
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  const isWhole = !opened && (await page.locator('dialog[open]').count()) === 0
  if (isWhole && width === '360') await page.setViewportSize({ width: 360, height: Math.min(height, MAX_HEIGHT) })
  const wanted = forum.isArabic ? ['light'] : themes.filter((theme) => theme !== 'arabic')
  for (const theme of wanted as Theme[]) {
    if (theme === 'forced' && (!stop.isSample || opened)) continue
    await showTheme(page, theme)
    const name = join(folder, `${width}-${forum.isArabic ? 'arabic' : theme}.png`)
    await page.screenshot({ path: join(FOLDER, name), fullPage: isWhole, animations: 'disabled' })
    pictures.push(name)
    report(name, await findOverflow(page))
    if (values['no-axe'] || theme === 'forced' || !EXAMINED.includes(width)) continue
    report(name, await runAxe(page, theme))
  }
  await showTheme(page, 'light')
  await page.setViewportSize(windowOf(width))
}

async function visit(page: Page, about: Visit): Promise<void> {
  const { role, stop, width, forum, seen } = about
  const path = stop.path.replace(/\{(\w+)\}/, (_, name) => forum.parts[name] ?? '')
  const url = path.startsWith('http') ? path : (stop.isPartner ? forum.partnerUrl : forum.url) + path
  const errors: string[] = []
  const listen = (message: { type(): string; text(): string }) =>
    message.type() === 'error' && errors.push(`console: ${message.text().slice(0, 200)}`)
  const fail = (error: Error) => errors.push(`error: ${error.message.slice(0, 200)}`)
  const load = async () => {
    await page.goto('about:blank')
    await page.goto(url)
    if (stop.isPartner) await approachWidget(page)
    await settle(page)
    await stop.act?.(page)
    await settle(page)
  }
  page.on('console', listen)
  page.on('pageerror', fail)
  await page.setViewportSize(windowOf(width))
  await showTheme(page, 'light')
  try {
    await load()
    await see(page, about)
    if (EXAMINED.includes(width) && !stop.act && !forum.isArabic)
      await openAll(page, { seen, reload: load, see: (name) => see(page, about, name) })
  } catch (error) {
    report(`${role}/${stop.name}/${width}`, [`failed: ${String(error).split('\n')[0]}`])
  }
  page.off('console', listen)
  page.off('pageerror', fail)
  await page.context().setOffline(false)
  if (!stop.mayFail) for (const line of new Set(errors)) console.log(`${role}/${stop.name}/${width} ${line}`)
}

/** Visits the stops of a role, each in all widths. */
async function visitAll(browser: Browser, about: { role: string; forum: Forum }): Promise<void> {
  const { role, forum } = about
  const { login, isNewForum, stops } = ROLES[role] as Role
  const wanted = stops.filter((stop) => isWanted(stop) && (!forum.isArabic || stop.isSample))
  if (wanted.length === 0) return
  const context: BrowserContext = await browser.newContext()
  if (login) await signInAs(context, login, forum.url)
  if (login && wanted.some((stop) => stop.isPartner))
    await signInToWidget(context, `${forum.partnerUrl}/articles/footbridge-reopens.html`)
  const page = await context.newPage()
  const seen: Record<string, Set<string>> = {}
  let isClaimed = !isNewForum
  for (const stop of wanted) {
    if (!isClaimed && stop.path.startsWith('/bbs/setup')) {
      await claimForum(page, forum.parts.claim ?? '')
      isClaimed = true
    }
    for (const width of widths) {
      // The widget has menus of its own.
      const key = `${width} ${stop.isPartner ? 'widget' : 'forum'}`
      seen[key] ??= new Set()
      await visit(page, { role, stop, width, forum, seen: seen[key] })
    }
    console.log(`${role}/${stop.name}${forum.isArabic ? ' in Arabic' : ''}`)
  }
  await context.close()
}

/** Starts the forums that the roles need, and visits their stops, some roles at once. */
async function run(browser: Browser): Promise<void> {
  const running: { stop(): Promise<void> }[] = []
  const start = async (port: number, isArabic: boolean): Promise<Forum> => {
    const data = join(process.cwd(), FOLDER, isArabic ? 'arabic-data' : 'data')
    rmSync(data, { recursive: true, force: true })
    if (isArabic) writeArabic(data)
    const forum = await startForum({ port, data })
    running.push(forum)
    return { url: forum.url, partnerUrl: `http://127.0.0.1:${port + 1}`, isArabic, parts: {} }
  }
  try {
    const jobs: { role: string; forum: Forum }[] = []
    const shown = themes.some((theme) => theme !== 'arabic')
    const demoRoles = roleNames.filter((name) => !ROLES[name]?.isNewForum)
    if (demoRoles.length > 0 && shown) {
      const forum = await start(Number(process.env.STOA_E2E_PORTS), false)
      const { request } = await browser.newContext()
      forum.parts = await prepareDemo(request)
      jobs.push(...demoRoles.map((role) => ({ role, forum })))
    }
    if (
      demoRoles.some((name) => ROLES[name]?.stops.some((stop) => stop.isSample && isWanted(stop))) &&
      themes.includes('arabic')
    ) {
      const forum = await start(await freePort(), true)
      const { request } = await browser.newContext()
      forum.parts = { conversation: await converse(request, forum.url) }
      jobs.push(...demoRoles.filter((name) => name !== 'newcomer').map((role) => ({ role, forum })))
    }
    for (const role of roleNames.filter((name) => ROLES[name]?.isNewForum && shown)) {
      const { url, link, stop } = await startNewForum(join(process.cwd(), FOLDER, 'new-data'))
      running.push({ stop })
      jobs.push({ role, forum: { url, partnerUrl: '', isArabic: false, parts: { claim: link } } })
    }
    const work = async () => {
      for (let job = jobs.shift(); job; job = jobs.shift()) await visitAll(browser, job)
    }
    await Promise.all(Array.from({ length: WORKERS }, work))
  } finally {
    for (const forum of running) await forum.stop()
  }
}

mkdirSync(FOLDER, { recursive: true })
for (const role of roleNames) if (!values.only) rmSync(join(FOLDER, role), { recursive: true, force: true })
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--hide-scrollbars'],
})
try {
  await run(browser)
} finally {
  await browser.close()
}
writeFileSync(join(FOLDER, 'findings.txt'), `${findings.join('\n')}\n`)
writeContactSheet(FOLDER)
console.log(`${pictures.length} pictures, ${findings.length} findings. See ${FOLDER}/index.html`)
process.exit(findings.length > 0 ? 1 : 0)
