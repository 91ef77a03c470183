import { type CallInput, type CallName, EMAIL_LINK_TTL_MS } from '@stoa/contract'
import { calls } from '@stoa/contract/schemas'
import { type Attack, tryAll } from '../../support/attack.ts'
import { launchBrowser, openIsolated } from '../../support/browser.ts'
import { inParallel } from '../../support/in-parallel.ts'
import { type InProcess, openInProcess } from '../../support/in-process.ts'
import { startStoa, temporaryFolder } from '../../support/server-process.ts'

const AT_ONCE = 20
const GUESSES = 200
const OPENED = 10
/** Wrong uses of one pair of links. */
const WRONG_USES = 6
/** Programs that open links in transit: mail gateways, chat previews, browsers that prefetch. */
const SCANNERS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36 Edg/120.0.0.0',
  'Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0)',
  'BarracudaCentral/1.0 (+https://www.barracudacentral.org)',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'facebookexternalhit/1.1',
]

type Purpose = 'signIn' | 'reset'

/**
 * Mailed links and codes in the wrong hands: scanned, used twice, used concurrently, used for something else, guessed.
 */
export async function attackEmailLinks(): Promise<Attack[]> {
  const dataFolder = temporaryFolder()
  const server = await startStoa({ STOA_DATA: dataFolder, LOG_LEVEL: 'fatal' })
  const inProcess = await openInProcess({ url: null, dataFolder })
  const make = createLinks(inProcess)
  const send = async <Name extends CallName>(name: Name, input: CallInput<Name>) => {
    const response = await fetch(`${server.url}/api${calls[name].path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.url },
      body: JSON.stringify(input),
    })
    const { code } = (await response.json()) as { code?: string }
    return { isIn: response.ok, code: code ?? 'success' }
  }

  const scans = SCANNERS.flatMap((agent) =>
    ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'].flatMap((method) =>
      ['/bbs/email-sign-in', '/api/auth/emailLink/confirm'].flatMap((path) =>
        ['', '?token=TOKEN', '/TOKEN'].map((rest) => ({ agent, method, path: path + rest })),
      ),
    ),
  )
  const { token: scannedToken } = await make('signIn')
  const scanned = await tryAll('links opened by scanners', scans, async ({ agent, method, path }) => {
    const url = server.url + path.replace('TOKEN', scannedToken)
    const response = await fetch(url, { method, headers: { 'user-agent': agent, purpose: 'prefetch' } })
    await response.arrayBuffer()
    return response.headers.getSetCookie().length === 0 ? null : `${method} ${path} signs in`
  })
  const opened = await openInBrowser(server.url, async () => (await make('signIn')).token)
  for (const token of opened.tokens)
    if (!(await send('authEmailLinkConfirm', { token })).isIn)
      opened.successes.push('opening the page used up the link')

  if (!(await send('authEmailLinkConfirm', { token: scannedToken })).isIn)
    scanned.successes.push('a scanner used up the link')

  const replayed = await tryAll('links used again', Array.from({ length: AT_ONCE }), async () =>
    (await send('authEmailLinkConfirm', { token: scannedToken })).isIn ? 'a link signed in twice' : null,
  )

  const parallel = await tryAll(`links used ${AT_ONCE} times concurrently`, Array.from({ length: 20 }), async () => {
    const { token } = await make('signIn')
    const uses = await inParallel(AT_ONCE, Array.from({ length: AT_ONCE }), () =>
      send('authEmailLinkConfirm', { token }),
    )
    const sessions = uses.filter(({ isIn }) => isIn).length
    return sessions === 1 ? null : `${sessions} sessions from one link`
  })

  const crossed = await tryAll(
    'modified links, and links used for something else',
    Array.from({ length: 20 }),
    async () => {
      const [signIn, reset] = [await make('signIn'), await make('reset')]
      const uses = [
        await send('authEmailLinkConfirm', { token: reset.token }),
        await send('authPasswordReset', { token: signIn.token, password: 'Bench-Passw0rd' }),
        await send('userEmailConfirm', { token: signIn.token }),
        await send('authEmailLinkConfirm', { token: signIn.token.toUpperCase() }),
        await send('authEmailLinkConfirm', { token: `${signIn.token}%00` }),
        await send('authEmailLinkConfirm', { token: signIn.token.slice(0, -1) }),
      ]
      return uses.some(({ isIn }) => isIn) ? 'a link does something else' : null
    },
  )

  const { email: target, token: linkToken, code } = await make('signIn')
  const guesses = Array.from({ length: GUESSES }, (_, index) => String(index).padStart(6, '0')).filter(
    (guess) => guess !== code,
  )
  const guessed = await tryAll('guessed codes', [...guesses, code], async (guess) =>
    (await send('authEmailLinkConfirm', { email: target, code: guess })).isIn ? `${guess} signs in` : null,
  )
  if (!(await send('authEmailLinkConfirm', { token: linkToken })).isIn)
    guessed.successes.push('guessing locked the link')

  await inProcess.close()
  await server.stop()
  return [
    scanned,
    {
      what: 'links opened by a browser that runs scripts',
      attempts: opened.tokens.length,
      successes: opened.successes,
    },
    replayed,
    { ...parallel, attempts: parallel.attempts * AT_ONCE },
    { ...crossed, attempts: crossed.attempts * WRONG_USES },
    guessed,
  ]
}

/** Opens links like a scanner that runs scripts: waits for the pages to settle and presses nothing. */
async function openInBrowser(url: string, newToken: () => Promise<string>) {
  const browser = await launchBrowser()
  const tokens: string[] = []
  const successes: string[] = []
  for (let count = 0; count < OPENED; count += 1) {
    const token = await newToken()
    tokens.push(token)
    const { context, page } = await openIsolated(browser, { hosts: [new URL(url).host] })
    await page.goto(`${url}/bbs/email-sign-in#token=${token}`, { waitUntil: 'networkidle' })
    await page.getByRole('main').getByRole('button').first().waitFor()
    await page.mouse.move(200, 200)
    await page.mouse.wheel(0, 400)
    if ((await context.cookies()).some(({ name }) => name.includes('refresh')))
      successes.push('opening the page signs in')
    await context.close()
  }
  await browser.close()
  return { tokens, successes }
}

/** Creates links for accounts with a confirmed address, as they would be mailed. */
function createLinks({ app, database }: InProcess) {
  const { accounts, emailProofs } = app.services
  let linkCount = 0
  return async (purpose: Purpose) => {
    const email = `linked_${(linkCount += 1)}@mail.example`
    const userId = await accounts.createNameless({ email })
    const proof = { purpose, userId, email, goodForMs: EMAIL_LINK_TTL_MS }
    return { email, ...(await database.transaction((unit) => emailProofs.makeBoth(unit, proof))) }
  }
}
