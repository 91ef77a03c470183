import type { BrowserContext, Page } from 'playwright'
import { type Attack, tryAll } from '../../support/attack.ts'
import { launchBrowser } from '../../support/browser.ts'
import { member } from '../../support/member.ts'
import { startStoa } from '../../support/server-process.ts'

const HOST = 'evil.example'
/** Characters that browsers drop or treat as a slash. */
const BEFORE = [
  '',
  ' ',
  '\t',
  '\n',
  '\r',
  '\0',
  '\u00A0',
  '\u3000',
  '\u200B',
  '\uFEFF',
  '%20',
  '%09',
  '%0a',
  '%00',
  '/%09',
]
const SLASHES = [
  '//',
  '/\\',
  '\\/',
  '\\\\',
  '///',
  '/\t/',
  '/\n/',
  '//\\',
  '/%2f',
  '/%5c',
  '%2f%2f',
  '/.//',
  '/..//',
  '/;//',
]
const SCHEMES = [
  'https://',
  'HTTPS://',
  'https:',
  'https:/',
  'http:\\\\',
  'ftp://',
  'ws://',
  'blob:https://',
  'view-source:https://',
]
const SCRIPTS = [
  'javascript:',
  'JaVaScRiPt:',
  'java\tscript:',
  'java\nscript:',
  ' javascript:',
  '\u0001javascript:',
  'javascript://%0a',
  '/javascript:',
  'vbscript:',
  'data:text/html,<script>',
]

/** Addresses that lead elsewhere or run scripts if they are parsed less strictly than browsers do. */
function hostileAddresses(forumUrl: string): string[] {
  const { host } = new URL(forumUrl)
  const all = [
    ...BEFORE.flatMap((before) => SLASHES.map((slashes) => `${before}${slashes}${HOST}`)),
    ...SCHEMES.map((scheme) => `${scheme}${HOST}/`),
    ...SCRIPTS.map((scheme) => `${scheme}alert(1)`),
    ...[`//${host}@${HOST}`, `https://${host}@${HOST}/`, `https://${HOST}#@${host}`, `https://${HOST}?${host}/`],
    ...[`https://${host}.${HOST}/`, `//${HOST}\\@${host}`, `//[::ffff:127.0.0.1]@${HOST}`, `////${HOST}//..`],
    ...[
      '//⒠vil.example',
      '//evil。example',
      '//evil%E3%80%82example',
      '//%65vil.example',
      '//3626153261',
      '//0x7f.1:9',
    ],
    ...[`/bbs/../..//${HOST}`, `/bbs/%2e%2e//${HOST}`, `/./\\${HOST}`, `?next=//${HOST}`, `#//${HOST}`, `@${HOST}`],
  ]
  return [...new Set(all)]
}

/** `next` of the sign-in and sign-up pages, to which a signed-in browser is redirected at once. */
export async function attackRedirects(): Promise<Attack[]> {
  const server = await startStoa({ LOG_LEVEL: 'fatal' })
  await member(server.url, { username: 'redirected' })
  const browser = await launchBrowser()
  const context = await browser.newContext()
  const leaks = await watchLeaving(context, server.url)
  const page = await context.newPage()
  await signIn(page, server.url)
  const addresses = hostileAddresses(server.url)
  const attacks: Attack[] = []
  for (const path of ['/bbs/login', '/bbs/singup']) {
    attacks.push(
      await tryAll(`addresses as next of ${path}`, addresses, async (address) => {
        leaks.length = 0
        await page.goto(`${server.url}${path}?next=${encodeURIComponent(address)}`)
        // Signed-in users are redirected away from this page.
        await page.waitForURL((url) => url.pathname !== path, { timeout: 10_000 })
        await page.waitForLoadState()
        const isHome = new URL(page.url()).origin === server.url
        return isHome && leaks.length === 0 ? null : `${JSON.stringify(address)} led to ${leaks[0] ?? page.url()}`
      }),
    )
  }
  await browser.close()
  await server.stop()
  return attacks
}

/** Records the pages' requests to other hosts, which it blocks, and scripts that run. */
async function watchLeaving(context: BrowserContext, forumOrigin: string): Promise<string[]> {
  const leaks: string[] = []
  await context.route(
    (url) => url.origin !== forumOrigin,
    (route) => {
      leaks.push(route.request().url())
      return route.abort()
    },
  )
  context.on('dialog', (dialog) => {
    leaks.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  return leaks
}

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(url)
  const status = await page.evaluate(async () => {
    const response = await fetch('/api/auth/signIn', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ login: 'redirected', password: 'Bench-Passw0rd' }),
    })
    // Set as by the forum's own script, so that pages know that there is a session to resume.
    localStorage.setItem('stoa.session', '1')
    return response.status
  })
  if (status !== 200) throw new Error('not signed in: the attacks would prove nothing')
}
