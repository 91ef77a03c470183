import { randomInt, randomUUID } from 'node:crypto'
import { type BareTransfer, bareTransfers } from '../support/bare-transfers.ts'
import { durableMariadb } from '../support/databases.ts'
import { openInProcess } from '../support/in-process.ts'
import { type Payers, seedPayers } from '../support/payers.ts'
import { plainLoad } from '../support/plain-load.ts'
import { ratio, report } from '../support/report.ts'
import { startStoa, temporaryFolder } from '../support/server-process.ts'

const CONNECTIONS = 16
const MEMBERS = 200
const SECONDS = 6
/** Each way is measured so often, in turn, so that what else the machine does meets all of them. */
const ROUNDS = 3
const BALANCE = 1_000_000_000_000

/** Who pays whom at each connection. */
type Next = (connection: number) => BareTransfer

/**
 * Transfers on MariaDB with durable commits, compared with bare mysql2 that runs the same statements: the ledger alone,
 * and as requests to the server, between all members and to a single one whom all pay.
 */
export async function run(): Promise<void> {
  const mariadb = await durableMariadb()
  const storage = { url: mariadb.url, dataFolder: temporaryFolder() }
  const payers = await seedPayers(
    storage,
    Array.from({ length: MEMBERS }, () => BALANCE),
  )
  const idOf = (index: number) => payers.members[index % MEMBERS]?.id ?? ''
  const spread: Next = () => {
    const from = randomInt(MEMBERS)
    return { from: idOf(from), to: idOf(from + 1 + randomInt(MEMBERS - 1)), amount: 1 + randomInt(1000) }
  }
  const hot: Next = () => ({ from: idOf(1 + randomInt(MEMBERS - 1)), to: idOf(0), amount: 1 + randomInt(1000) })

  const forum = await openInProcess(storage)
  const server = await startStoa({ DATABASE_URL: storage.url, STOA_DATA: storage.dataFolder })
  const { communityId } = payers
  const ways = {
    bare: (next: Next, seconds: number) =>
      bareTransfers({ url: storage.url, connections: CONNECTIONS, seconds, communityId, next }),
    ledger: (next: Next, seconds: number) => posted(forum, { payers, next, seconds }),
    requests: (next: Next, seconds: number) => requested(server.url, { payers, next, seconds }),
  }
  for (const [what, next] of Object.entries({ 'between all members': spread, 'to one member': hot })) {
    const totals = { bare: 0, ledger: 0, requests: 0 }
    for (const way of Object.values(ways)) await way(next, 2)
    for (let round = 0; round < ROUNDS; round += 1)
      for (const name of ['bare', 'ledger', 'requests'] as const) totals[name] += await ways[name](next, SECONDS)
    const perSecond = (count: number) => `${Math.round(count / SECONDS / ROUNDS)}/s`
    const beside = (count: number) => `${perSecond(count)} = ${ratio(count / totals.bare)}`
    report([
      { what: `ceiling: bare mysql2, ${what}`, value: perSecond(totals.bare) },
      {
        what: `the ledger, ${what}`,
        value: beside(totals.ledger),
        goal: '>= 0.3 ×',
        reached: totals.ledger >= totals.bare * 0.3,
      },
      {
        what: `requests to the server, ${what}`,
        value: beside(totals.requests),
      },
    ])
  }
  await server.stop()
  await forum.close()
  await mariadb.stop()
}

interface Work {
  payers: Payers
  next: Next
  seconds: number
}

/** Transfers by the ledger in this process. */
async function posted(
  { app, database }: Awaited<ReturnType<typeof openInProcess>>,
  { payers, next, seconds }: Work,
): Promise<number> {
  const { communityId } = payers
  const until = performance.now() + seconds * 1000
  let count = 0
  const worker = async (_: unknown, index: number) => {
    while (performance.now() < until) {
      const { from, to, amount } = next(index)
      const key = randomUUID()
      await database.transaction((tx) =>
        app.services.ledger.post(tx, {
          ...{ reason: 'transfer', actorId: from, reference: '', key, communityId, content: [to, amount] },
          accounts: [from, to].map((ownerId) => ({ communityId, kind: 'member', ownerId })),
          amounts: () => [-amount, amount],
        }),
      )
      count += 1
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
  return count
}

/** Transfers by requests to the server. */
async function requested(url: string, { payers, next, seconds }: Work): Promise<number> {
  const { tokenName } = payers
  const memberOf = new Map(payers.members.map((one) => [one.id, one]))
  const request = () => {
    const { from, to, amount } = next(0)
    return {
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${memberOf.get(from)?.token}`,
        'Idempotency-Key': randomUUID(),
      },
      body: JSON.stringify({ tokenName, receiverName: memberOf.get(to)?.username, amount: String(amount) }),
    }
  }
  const { count, failed } = await plainLoad({
    url: `${url}/api/wallet/transfer`,
    connections: CONNECTIONS,
    seconds,
    request,
  })
  if (failed > 0) throw new Error(`${failed} transfers failed`)
  return count
}
