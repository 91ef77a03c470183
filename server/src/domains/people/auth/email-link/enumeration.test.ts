import { type CallInput, type CallName } from '@stoa/contract'
import { calls } from '@stoa/contract/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../test/harness.ts'
import { mailsOf } from '../../../../../test/mails.ts'

/** Five accounts of each kind. */
const PAIRS = 15
const PASSWORD = 'Corr3ct-horse'
let stoa: TestApp
const known = (index: number) => `known_${index}@mail.example`
const unknown = (index: number) => `other_${index}@mail.example`

beforeAll(async () => {
  stoa = await startTestApp()
  const { accounts } = stoa.app.services
  for (let index = 0; index < PAIRS; index += 1) {
    // With a password, with a link, and with an unconfirmed address.
    const isConfirmed = index % 3 !== 2
    const about = { email: isConfirmed ? known(index) : null, passwordHash: index % 3 === 1 ? null : HASH }
    const id = await accounts.create({ username: `known_${index}`, ...about })
    const waiting = isConfirmed ? null : { email: known(index), sessionId: '' }
    await stoa.database.transaction((tx) => accounts.setPendingEmail(tx, id, waiting))
  }
})
afterAll(() => stoa.close())

const HASH = '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

/** The ETag depends on the body, which contains ids and tokens. */
const DRAWN = new Set(['date', 'x-request-id', 'etag'])

/** Everything in a response except values that are random for each. */
async function told<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<string> {
  const response = await fetch(`${stoa.url}/api${calls[name].path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  const headers = [...response.headers].filter(([header]) => !DRAWN.has(header))
  const masked = JSON.stringify([response.status, headers, await response.text()])
  return masked
    .replaceAll(/(stoa-[\w-]+=)[^;]+/g, (_, cookie: string) => cookie)
    .replaceAll(/(\\"(?:requestId|userId|accessToken)\\":\\")[^"]*/g, (_, field: string) => field)
    .replaceAll(/Expires=[^;]+/g, '')
}

const ASKED: { [Name in CallName]?: (email: string, username: string) => CallInput<Name> } = {
  authSignIn: (login) => ({ login, password: 'Wr0ng-horse!' }),
  authSignUp: (email, username) => ({ email, username, password: PASSWORD }),
  authEmailLinkRequest: (email) => ({ email }),
  authEmailLinkConfirm: (email) => ({ email, code: '000000' }),
  authPasswordResetRequest: (email) => ({ email }),
  userGetByEmail: (email) => ({ email }),
}

test.each(Object.keys(ASKED) as (keyof typeof ASKED)[])(
  '%s doesn’t reveal whether an address has an account',
  async (name) => {
    const ask = (email: string, username: string) => told(name, ASKED[name]?.(email, username) as never)
    const mails = async () => (await mailsOf(stoa)).length
    const answers = { known: new Set<string>(), unknown: new Set<string>() }
    const before = await mails()
    for (let index = 0; index < PAIRS; index += 1) answers.known.add(await ask(known(index), `again_${index}`))
    const between = await mails()
    for (let index = 0; index < PAIRS; index += 1) answers.unknown.add(await ask(unknown(index), `fresh_${index}`))
    expect([...answers.known, ...answers.unknown].slice(1)).toEqual([...answers.known].slice(0, 1))
    expect((await mails()) - between).toBe(between - before)
  },
  60_000,
)
