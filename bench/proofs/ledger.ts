import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../server/src/platform/database/database.ts'
import { durableMariadb, type Mariadb } from '../support/databases.ts'
import type { Member } from '../support/in-process.ts'
import { post } from '../support/member.ts'
import { type Payers, renewTokens, seedPayers } from '../support/payers.ts'
import { type Figure, report } from '../support/report.ts'
import { freePort, startStoa, temporaryFolder } from '../support/server-process.ts'
import { stoaCheck } from '../support/stoa-check.ts'

/** The goal is 1,000,000 transfers with 50 kills and 100 rounds; the defaults end within two minutes. */
const TRANSFERS = Number(process.env.PROVE_TRANSFERS ?? 4000)
const KILLS = Number(process.env.PROVE_KILLS ?? 4)
const ROUNDS = Number(process.env.PROVE_ROUNDS ?? 5)
const CLIENTS = 32
const UNIT = 1_000_000
/** What each client has at first. */
const GIFT = 1000 * UNIT
const AMOUNT_MAX = 1000 * UNIT
/** Spends of one balance at once. */
const SPENDS = 200
/** A server that is killed is down for a moment, a database for longer. */
const DATABASE_DOWN_MS = 300
const GIVE_UP_MS = 120_000

/**
 * Members send each other random amounts while the server and the database are killed, and repeat each request with its
 * key until they get a response: the books add up, no balance is below its floor, and each acknowledged transfer is
 * there once. A balance that is spent many times at once is spent exactly as often as it lasts.
 */
export async function run(): Promise<void> {
  await prove('SQLite', null)
  const mariadb = await durableMariadb()
  await prove('MariaDB', mariadb)
  await mariadb.stop()
}

/** What became of a request. */
type Outcome = { transferId: string } | 'refused'

async function prove(name: string, mariadb: Mariadb | null): Promise<void> {
  const storage = { url: mariadb?.url ?? null, dataFolder: temporaryFolder() }
  const rounds = Array.from({ length: ROUNDS }, () => {
    const amount = 1 + randomInt(50 * UNIT)
    // Sometimes more than all spends take, sometimes less than one.
    return { amount, balance: randomInt(Math.floor(amount * SPENDS * 1.1)) + 1 }
  })
  const gifts = Array.from({ length: CLIENTS }, () => GIFT)
  const payers = await seedPayers(storage, [...gifts, ...rounds.map(({ balance }) => balance)])
  const clients = payers.members.slice(0, CLIENTS)
  const environment = {
    PORT: String(await freePort()),
    STOA_DATA: storage.dataFolder,
    ...(storage.url ? { DATABASE_URL: storage.url } : {}),
  }
  const url = `http://127.0.0.1:${environment.PORT}`
  let server = await startStoa({ ...environment, STOA_URL: url })
  /** What each member has according to the responses. */
  const expected = new Map(payers.members.map(({ id }, index) => [id, gifts[index] ?? 0]))
  const acknowledged = new Set<string>()
  let again = 0
  let renewal: Promise<void> | null = null

  /** New tokens for all, once for all requests that were refused at the same time. The database may be down. */
  async function renew(): Promise<void> {
    renewal ??= renewTokens(storage, payers.members).catch((error: unknown) => console.log(String(error)))
    await renewal
    renewal = null
  }

  /** Sends an amount, repeated with the same key until there is a response. */
  async function pay(from: Member, about: { to: Member; amount: number }): Promise<Outcome> {
    const { to, amount } = about
    const input = { receiverName: to.username, tokenName: payers.tokenName, amount: String(amount) }
    const key = randomUUID()
    for (const until = Date.now() + GIVE_UP_MS; ; ) {
      try {
        const { transferId } = await post(url, 'walletTransfer', { input, token: from.token, key })
        if (acknowledged.has(transferId)) throw new Error('MISMATCH: two requests got the same transfer')
        acknowledged.add(transferId)
        expected.set(from.id, (expected.get(from.id) ?? 0) - amount)
        expected.set(to.id, (expected.get(to.id) ?? 0) + amount)
        return { transferId }
      } catch (error) {
        if (String(error).includes('INSUFFICIENT_BALANCE')) return 'refused'
        if (String(error).includes('TOKEN_EXPIRED')) await renew()
        if (/VALIDATION|FORBIDDEN|MISMATCH|NOT_FOUND|MONEY|RECEIVER|AUTH/.test(String(error)) || Date.now() > until)
          throw error
        again += 1
        await sleep(50 + Math.random() * 200)
      }
    }
  }

  let miscounted = 0
  for (const [index, { amount, balance }] of rounds.entries()) {
    const spender = payers.members[CLIENTS + index] as Member
    expected.set(spender.id, balance)
    const spends = Array.from({ length: SPENDS }, (_, at) =>
      pay(spender, { to: clients[at % CLIENTS] as Member, amount }),
    )
    const done = (await Promise.all(spends)).filter((outcome) => outcome !== 'refused').length
    if (done !== Math.min(SPENDS, Math.floor(balance / amount))) miscounted += 1
  }
  const spent = acknowledged.size

  let begun = 0
  let refused = 0
  const began = performance.now()
  const work = Promise.all(
    clients.map(async (from, index) => {
      while (begun < TRANSFERS) {
        begun += 1
        const to = clients[(index + 1 + randomInt(CLIENTS - 1)) % CLIENTS] as Member
        if ((await pay(from, { to, amount: 1 + randomInt(AMOUNT_MAX) })) === 'refused') refused += 1
      }
    }),
  )
  for (let kill = 1; kill <= KILLS; kill += 1) {
    while (begun < (TRANSFERS * kill) / (KILLS + 1)) await Promise.race([sleep(5), work])
    // Every second kill hits the database, if that is a program of its own.
    if (mariadb && kill % 2 === 0) {
      process.kill(mariadb.pid(), 'SIGKILL')
      await sleep(DATABASE_DOWN_MS)
      await mariadb.restart()
    } else {
      await server.stop('SIGKILL')
      server = await startStoa({ ...environment, STOA_URL: url })
    }
  }
  await work
  const seconds = (performance.now() - began) / 1000
  await server.stop()
  const transfers = acknowledged.size - spent
  report([
    {
      what: `${name}: ${ROUNDS} × ${SPENDS} spends of one balance at once, ${spent} succeeded`,
      value: `${miscounted} rounds miscounted`,
      goal: 'each floor(balance / amount)',
      reached: miscounted === 0,
    },
    {
      what: `${name}: ${CLIENTS} clients, ${KILLS} × kill -9 of the ${mariadb ? 'server and database in turn' : 'server'}`,
      value: `${transfers} transfers, ${refused} refused, ${again} tries repeated, ${Math.round(TRANSFERS / seconds)}/s`,
      goal: 'some of each',
      reached: transfers > 0 && refused > 0 && (again > 0 || KILLS === 0),
    },
    ...(await booksOf(storage, { payers, acknowledged, expected })),
  ])
  const check = stoaCheck(environment)
  if (!check.clean) console.log(check.output)
  report([{ what: '  stoa check', value: check.clean ? 'clean' : 'differences', goal: 'clean', reached: check.clean }])
}

/** Compares the stored books with the responses. */
async function booksOf(
  storage: { url: string | null; dataFolder: string },
  about: { payers: Payers; acknowledged: ReadonlySet<string>; expected: ReadonlyMap<string, number> },
): Promise<Figure[]> {
  const { payers, acknowledged, expected } = about
  const database = openDatabase(storage)
  const stored: string[] = await database.read('ledger_transfers').where({ reason: 'transfer' }).pluck('id')
  const sums: { total: unknown }[] = await database
    .read('ledger_entries')
    .groupBy('community_id')
    .sum({ total: 'amount' })
  const accounts: { kind: string; owner_id: string; balance: unknown; floor: unknown }[] = await database
    .read('ledger_accounts')
    .select('kind', 'owner_id', 'balance', 'floor')
  await database.close()
  const storedIds = new Set(stored)
  const balances = new Map(accounts.filter(({ kind }) => kind === 'member').map((row) => [row.owner_id, row.balance]))
  const zero = (what: string, count: number): Figure => {
    return { what: `  ${what}`, value: String(count), goal: '0', reached: count === 0 }
  }
  return [
    zero('acknowledged but missing', [...acknowledged].filter((id) => !storedIds.has(id)).length),
    zero('stored twice, or without acknowledgment', stored.filter((id) => !acknowledged.has(id)).length),
    zero(
      'balances that differ from the responses',
      payers.members.filter(({ id }) => Number(balances.get(id) ?? 0) !== expected.get(id)).length,
    ),
    zero(
      'sum of all entries of a token',
      sums.reduce((sum, { total }) => sum + Math.abs(Number(total)), 0),
    ),
    zero('balances below their floor', accounts.filter((row) => Number(row.balance) < Number(row.floor)).length),
  ]
}
