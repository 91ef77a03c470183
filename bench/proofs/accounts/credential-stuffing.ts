import { createPasswords } from '../../../server/src/domains/people/auth/sessions/passwords.ts'
import { cookiesOf } from '../../../server/test/cookies.ts'
import { PASSWORD } from '../../../server/test/factors.ts'
import type { TestApp } from '../../../server/test/harness.ts'
import { newestMail } from '../../../server/test/mailbox.ts'
import type { Attack } from '../../support/attack.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const PAIRS = 10_000
const ADDRESSES = 1000
/** One in this many pairs is right. */
const RIGHT_EVERY = 100
/** Maximum share of confirmed pairs: one in a thousand. */
const CONFIRMED_MAX = PAIRS / 1000
const OWNERS = 20
/** Customer networks with a whole /48 each, and the pairs tried from them. */
const FEW = { networks: 5, pairs: 2000 }
/** Maximum of wrong passwords and codes checked per network and day, in networks without a history of sign-ins. */
const NETWORK_MAX = 15

/**
 * Credential stuffing and guessing across accounts: from many addresses, and from a few networks with many addresses
 * each.
 */
export async function attackByStuffing(stoa: TestApp): Promise<Attack[]> {
  const few = await stuffFromFew(stoa)
  const codes = await guessCodesOfMany(stoa)
  const merges = await stuffByMerges(stoa)
  stoa.clock.advance(2 * DAY_MS)
  return [...(await stuff(stoa)), few, codes, merges]
}

/** A different IPv4 address for each index. */
export const addressOf = (index: number) => ({
  'x-forwarded-for': `198.${18 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}`,
})

/** Leaked pairs of name and password, each tried once within a day, ten from each address. */
async function stuff(stoa: TestApp): Promise<Attack[]> {
  const passwordHash = await createPasswords().hash(PASSWORD)
  const victimNames = Array.from({ length: PAIRS / RIGHT_EVERY }, (_, index) => `victim_${index}`)
  for (const username of victimNames) await stoa.app.services.accounts.create({ username, email: null, passwordHash })
  const owners = []
  for (let index = 0; index < OWNERS; index += 1) {
    const response = await stoa.call(
      'authSignIn',
      { login: victimNames[index] ?? '', password: PASSWORD },
      { headers: addressOf(60_000 + index) },
    )
    owners.push({ login: victimNames[index] ?? '', cookie: cookiesOf(response.headers) })
  }
  const confirmed: string[] = []
  const lockedOut: string[] = []
  const lockedOutAtHome: string[] = []
  let ownSignIns = 0
  for (let index = 0; index < PAIRS; index += 1) {
    stoa.clock.advance(DAY_MS / PAIRS)
    const isRight = index % RIGHT_EVERY === RIGHT_EVERY - 1
    const login = isRight ? (victimNames[Math.floor(index / RIGHT_EVERY)] ?? '') : `stolen_${index}`
    const { status } = await stoa.call(
      'authSignIn',
      { login, password: PASSWORD },
      { headers: addressOf(index % ADDRESSES) },
    )
    if (status === 200) confirmed.push(`${login} after ${index + 1} pairs`)
    if (index % (PAIRS / 100) !== 0) continue
    const owner = owners[(ownSignIns += 1) % OWNERS]
    const headers = { ...addressOf(61_000 + ownSignIns), cookie: owner?.cookie ?? '' }
    const ownResponse = await stoa.call('authSignIn', { login: owner?.login ?? '', password: PASSWORD }, { headers })
    if (ownResponse.status !== 200) lockedOut.push(`${owner?.login}: ${ownResponse.body.code}`)
    const home = { headers: addressOf(60_000 + (ownSignIns % OWNERS)) }
    const atHome = await stoa.call('authSignIn', { login: owner?.login ?? '', password: PASSWORD }, home)
    if (atHome.status !== 200) lockedOutAtHome.push(`${owner?.login}: ${atHome.body.code}`)
  }
  console.log(`credential stuffing: ${confirmed.length} of ${PAIRS} pairs confirmed, ${PAIRS / RIGHT_EVERY} were right`)
  return [
    {
      what: `stolen pairs confirmed beyond ${CONFIRMED_MAX}`,
      attempts: PAIRS,
      successes: confirmed.slice(CONFIRMED_MAX),
    },
    { what: 'owners locked out of a known browser meanwhile', attempts: ownSignIns, successes: lockedOut },
    {
      what: 'owners locked out of a new browser in a network where they have signed in',
      attempts: ownSignIns,
      successes: lockedOutAtHome,
    },
  ]
}

/** Addresses in one network, each in another /64, a quarter of them in one /56. */
const inside = (network: number, index: number) => ({
  'x-forwarded-for': `2001:db8:${network.toString(16)}:${(((index >> 4) << 8) | (index & 15)).toString(16)}::1`,
})

/** Stolen pairs from five customer networks within a day. */
async function stuffFromFew(stoa: TestApp): Promise<Attack> {
  const passwordHash = await createPasswords().hash(PASSWORD)
  const confirmed: string[] = []
  let checked = 0
  for (let index = 0; index < FEW.pairs; index += 1) {
    const isRight = index % RIGHT_EVERY === RIGHT_EVERY / 2
    const login = isRight ? `few_victim_${index}` : `few_stolen_${index}`
    if (isRight) await stoa.app.services.accounts.create({ username: login, email: null, passwordHash })
    const headers = inside(index % FEW.networks, Math.floor(index / FEW.networks))
    const { status, body } = await stoa.call('authSignIn', { login, password: PASSWORD }, { headers })
    if (status === 200) confirmed.push(`${login} after ${index + 1} pairs`)
    if (status === 200 || body.code === 'INVALID_CREDENTIALS') checked += 1
  }
  console.log(`credential stuffing from ${FEW.networks} networks: ${checked} of ${FEW.pairs} pairs were checked`)
  const most = FEW.pairs / 1000
  if (checked > FEW.networks * (NETWORK_MAX + 1)) confirmed.push(...Array(most).fill(''), `${checked} were checked`)
  return {
    what: `stolen pairs confirmed beyond ${most}, from ${FEW.networks} networks`,
    attempts: FEW.pairs,
    successes: confirmed.slice(most),
  }
}

/** Guesses six-digit codes of many addresses, requested by the same network. */
async function guessCodesOfMany(stoa: TestApp): Promise<Attack> {
  const victims = 40
  const successes: string[] = []
  let checked = 0
  for (let victim = 0; victim < victims; victim += 1) {
    const email = `code_victim_${victim}@people.example`
    await stoa.app.services.accounts.createNameless({ email })
    const requested = await stoa.call('authEmailLinkRequest', { email }, { headers: inside(20, victim) })
    const { code: right } = await newestMail(stoa, email)
    for (let count = 0; count < 8; count += 1) {
      const code = right === `11111${count}` ? '222222' : `11111${count}`
      const headers = { ...inside(20, victim * 8 + count), cookie: cookiesOf(requested.headers) }
      const { status, body } = await stoa.call('authEmailLinkConfirm', { email, code }, { headers })
      if (status === 200) successes.push(email)
      if (body.code === 'LINK_INVALID') checked += 1
    }
  }
  if (checked > NETWORK_MAX) successes.push(`${checked} guesses were checked`)
  return { what: 'codes of many addresses guessed from one network', attempts: victims * 8, successes }
}

/** Stolen pairs tried by merging accounts with new ones. */
async function stuffByMerges(stoa: TestApp): Promise<Attack> {
  const accounts = 8
  const successes: string[] = []
  let checked = 0
  for (let account = 0; account < accounts; account += 1) {
    const { token } = await stoa.member(`puppet_${account}`)
    for (let count = 0; count < 8; count += 1) {
      const headers = inside(21, account * 8 + count)
      const input = { login: `merge_stolen_${account}_${count}`, password: PASSWORD }
      const { body } = await stoa.call('userForwardProve', input, { token, headers })
      if (body.code === 'INVALID_CREDENTIALS') checked += 1
    }
  }
  if (checked > NETWORK_MAX) successes.push(`${checked} pairs were checked`)
  return { what: 'stolen pairs tried by merging accounts', attempts: accounts * 8, successes }
}
