import type { CallInput, CallName } from '@stoa/contract'
import { calls } from '@stoa/contract/schemas'
import { createPasswords } from '../../../server/src/domains/people/auth/sessions/passwords.ts'
import type { Attack } from '../../support/attack.ts'
import { openInProcess } from '../../support/in-process.ts'
import { startStoa, temporaryFolder } from '../../support/server-process.ts'

const PAIRS = 1000
/** How well response times may distinguish two addresses: 0.5 is chance, 1 is always. */
const AUC_MAX = 0.55
const PASSWORD = 'Bench-Passw0rd'

interface Answered {
  /** Status, headers and body, without parts that are random in each response. */
  distinguishable: string
  milliseconds: number
}

type Ask<Name extends CallName> = (email: string, username: string) => CallInput<Name>

/** Headers that differ between any two responses; an ETag follows from the body. */
const RANDOM_HEADERS = new Set(['date', 'x-request-id', 'etag'])

/** Requests that could reveal whether an address has an account. */
const QUESTIONS = [
  question('authSignIn', (login) => ({ login, password: 'Wr0ng-horse!' })),
  question('authEmailLinkRequest', (email) => ({ email })),
  question('authPasswordResetRequest', (email) => ({ email })),
  question('userGetByEmail', (email) => ({ email })),
  question('authSignUp', (email, username) => ({ email, username, password: PASSWORD })),
]

/**
 * Compares 1,000 addresses with an account and 1,000 without: neither responses nor their times may reveal which is
 * which.
 */
export async function attackEnumeration(): Promise<Attack[]> {
  const dataFolder = temporaryFolder()
  const server = await startStoa({ STOA_DATA: dataFolder, LOG_LEVEL: 'fatal' })
  await makeAccounts(dataFolder)
  const attacks: Attack[] = []
  for (const { name, ask } of QUESTIONS) {
    const differing: string[] = []
    const times = { known: [] as number[], unknown: [] as number[] }
    // Warm-up.
    for (let index = 0; index < 50; index += 1) await ask(server.url, `warm_${index}@free.example`, `warm_${index}`)
    for (let index = 0; index < PAIRS; index += 1) {
      const responses: Partial<Record<'known' | 'unknown', Answered>> = {}
      for (const kind of index % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const))
        responses[kind] = await ask(
          server.url,
          addressOf(kind, index),
          `${kind === 'known' ? 'k' : 'u'}_${name}_${index}`.slice(-20),
        )
      if (responses.known?.distinguishable !== responses.unknown?.distinguishable)
        differing.push(`${responses.known?.distinguishable} / ${responses.unknown?.distinguishable}`)
      times.known.push(responses.known?.milliseconds ?? 0)
      times.unknown.push(responses.unknown?.milliseconds ?? 0)
    }
    const auc = areaUnderCurve(times.known, times.unknown)
    const distinguishable = Math.max(auc, 1 - auc)
    console.log(`${name}: time distinguishes them with ${distinguishable.toFixed(3)} (0.5 is chance)`)
    attacks.push(
      { what: `${name}: different responses`, attempts: PAIRS, successes: differing.slice(0, 3) },
      {
        what: `${name}: different times`,
        attempts: 2 * PAIRS,
        successes: distinguishable > AUC_MAX ? [distinguishable.toFixed(3)] : [],
      },
    )
  }
  await server.stop()
  return attacks
}

const addressOf = (kind: 'known' | 'unknown', index: number) =>
  `${kind === 'known' ? 'taken' : 'other'}_${index}@mail.example`

async function makeAccounts(dataFolder: string): Promise<void> {
  const { app, close } = await openInProcess({ url: null, dataFolder })
  const passwordHash = await createPasswords().hash(PASSWORD)
  for (let index = 0; index < PAIRS; index += 1)
    await app.services.accounts.create({ username: `taken_${index}`, email: addressOf('known', index), passwordHash })
  await close()
}

function question<Name extends CallName>(name: Name, input: Ask<Name>) {
  const ask = async (url: string, email: string, username: string): Promise<Answered> => {
    const body = JSON.stringify(input(email, username))
    const began = performance.now()
    const response = await fetch(`${url}/api${calls[name].path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body,
    })
    const text = await response.text()
    const milliseconds = performance.now() - began
    const headers = [...response.headers].filter(([header]) => !RANDOM_HEADERS.has(header))
    return { distinguishable: masked(JSON.stringify([response.status, headers, text])), milliseconds }
  }
  return { name, ask }
}

/** Removes ids, tokens and times, which differ between any two responses. */
function masked(response: string): string {
  return response
    .replaceAll(/(stoa-[\w-]+=)[^;]+/g, (_, cookie: string) => cookie)
    .replaceAll(/Expires=[^;]+/g, '')
    .replaceAll(/(\\"(?:requestId|userId|accessToken)\\":\\")[^"]*/g, (_, field: string) => field)
    .replaceAll(/(\\"expiresAt\\":)\d+/g, (_, field: string) => field)
}

/**
 * How often a value of the first list is larger than one of the second, ties counting half: Mann and Whitney's
 * statistic as a share.
 */
function areaUnderCurve(first: number[], second: number[]): number {
  const all = [
    ...first.map((value) => ({ value, isFirst: true })),
    ...second.map((value) => ({ value, isFirst: false })),
  ]
  all.sort((one, other) => one.value - other.value)
  let rankSum = 0
  for (let start = 0; start < all.length; ) {
    let end = start
    while (end < all.length && all[end]?.value === all[start]?.value) end += 1
    const rank = (start + 1 + end) / 2
    for (let at = start; at < end; at += 1) if (all[at]?.isFirst) rankSum += rank
    start = end
  }
  return (rankSum - (first.length * (first.length + 1)) / 2) / (first.length * second.length)
}
