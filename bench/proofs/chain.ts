import { type ChildProcess, fork } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  askLocalChain,
  findAnvil,
  mintTestTokens,
  placeTestToken,
  startLocalChain,
} from '../../server/src/domains/people/chain/local-chain.ts'
import { connectNode, type TokenTransfer } from '../../server/src/domains/people/chain/node.ts'
import { type Payment, payAtOnce, placePayers } from '../../server/test/payers.ts'
import { atExit } from '../support/at-exit.ts'
import { durableMariadb } from '../support/databases.ts'
import { type InProcess, openInProcess } from '../support/in-process.ts'
import { report } from '../support/report.ts'
import { temporaryFolder } from '../support/server-process.ts'
import { stoaCheck } from '../support/stoa-check.ts'
import type { WatchRequest } from '../workers/chain-watcher.ts'

const REORGANISATIONS = Number(process.env.PROVE_REORGANISATIONS ?? 200)
const MEMBERS = 12
const TOKEN_NAME = 'BENCH'
const CONFIRMATIONS = 4
/** Deeper than confirmations, so that credited deposits disappear, too. */
const DEPTH_MAX = 9
const ACCOUNTS = 10
const CONTRACT = '0x00000000000000000000000000000000000A11cE'
/** Contracts that pay several at once; of one, amounts depend on the block. */
const PAYERS = {
  fixed: '0x00000000000000000000000000000000000F1CED',
  varying: '0x0000000000000000000000000000000000BADB10',
}
/** A unit of the ledger in the contract's. */
const UNIT = 10n ** 12n
/** Of the rounds. */
const KILLED = 0.25
const SPENT = 0.6
const CAUGHT_UP = 0.7
/** Of the transactions. */
const SEVERAL = 0.6
const SETTLED_WITHIN_MS = 60_000

/**
 * Deposits arrive, alone and several in one transaction, while a chain is reorganised at random. Some return in other
 * blocks, where their logs have other indexes and some of them other amounts. Members spend what they have, and the
 * process that reads the chain is killed. Afterwards the books say exactly what the chain says.
 */
export async function run(): Promise<void> {
  await prove('SQLite', null)
  const mariadb = await durableMariadb()
  await prove('MariaDB', mariadb.url)
  await mariadb.stop()
}

async function prove(name: string, url: string | null): Promise<void> {
  const anvil = findAnvil()
  if (anvil === null) throw new Error('Install @foundry-rs/anvil.')
  const chain = await startLocalChain(anvil)
  await placeTestToken(chain.url, CONTRACT)
  await placePayers(chain.url, CONTRACT, PAYERS)
  // Something to replace.
  await askLocalChain(chain.url, 'anvil_mine', [`0x${DEPTH_MAX.toString(16)}`])
  const dataFolder = temporaryFolder()
  const environment = { STOA_CHAIN_URL: chain.url, STOA_CHAIN_CONFIRMATIONS: String(CONFIRMATIONS) }
  const storage: WatchRequest = { url, dataFolder, environment }
  const forum = await openInProcess(storage)
  const { services } = forum.app
  const communityId = await services.communities.create({
    ...{ tokenName: TOKEN_NAME, title: 'Bench', urlSlug: 'bench', about: '', creatorId: '' },
  })
  // As if it weren't new.
  await forum.database.transaction(({ connection }) =>
    connection('communities').where({ id: communityId }).update({ created_at: 0 }),
  )
  await services.chain.allow({ tokenName: TOKEN_NAME, contract: CONTRACT })
  const members: { id: string; address: string }[] = []
  for (let index = 0; index < MEMBERS; index += 1) {
    const { id } = await forum.member({ username: `depositor_${index}`, join: TOKEN_NAME })
    const viewer = await services.memberships.viewer(id, '')
    if (!viewer) throw new Error('A member is missing.')
    const { address } = await forum.database.transaction((tx) =>
      services.chain.depositAddress(viewer, TOKEN_NAME, { tx }),
    )
    members.push({ id, address })
  }

  const counts = { deposits: 0, kills: 0, returned: 0, spent: 0, compared: 0, alarms: 0 }
  let watcher = await startWatcher(storage)
  for (let round = 0; round < REORGANISATIONS; round += 1) {
    counts.deposits += await depositSome(chain.url, members)
    if (Math.random() < SPENT) counts.spent += await spendSome(forum, { communityId, members })
    // Otherwise the chain changes while it is read.
    if (Math.random() < CAUGHT_UP) await caughtUp(forum, { url: chain.url, watcher })
    if (Math.random() < KILLED) {
      await killed(watcher)
      counts.kills += 1
      watcher = await startWatcher(storage)
    }
    await sleep(randomInt(50))
    // Compared with the books while it changes, the chain lacks nothing.
    const comparing = lacking(forum)
    counts.returned += await reorganise(chain.url)
    const lack = await comparing
    if (lack !== null) counts.compared += 1
    if (lack !== null && lack > 0) counts.alarms += 1
  }
  await askLocalChain(chain.url, 'anvil_mine', [`0x${(DEPTH_MAX + CONFIRMATIONS).toString(16)}`])
  await settled(forum, chain.url)
  await killed(watcher)
  const lackAtLast = await lacking(forum)

  const node = await connectNode(chain.url)
  const head = await node.head()
  const own = new Set(members.map(({ address }) => address))
  const transfers = await node.transfers({ contracts: [CONTRACT], from: 0, to: head.number })
  const truth = transfers.filter(({ to }) => own.has(to))
  let held = 0n
  for (const { address } of members) held += await node.balance(CONTRACT, address)
  const books = await booksOf(forum, truth)
  await forum.app.jobs.drain()
  await forum.close()
  chain.stop()
  const check = stoaCheck({ STOA_DATA: dataFolder, ...(url ? { DATABASE_URL: url } : {}) })
  if (!check.clean) console.log(check.output)
  report([
    {
      what: `${name}: reorganisations, while the watcher was killed ${counts.kills} times`,
      value: `${REORGANISATIONS}, ${counts.deposits} deposits, ${counts.returned} came back, ${counts.spent} spends`,
    },
    {
      what: '  credits and debts on the way',
      value: `${books.credits} credits, ${books.gone} gone, ${books.debts} debts left`,
    },
    {
      what: '  deposits that differ from the chain’s logs',
      value: `${books.wrong} of ${truth.length}`,
      goal: 'none',
      reached: books.wrong === 0 && truth.length > 0,
    },
    {
      what: '  ledger and dust, against what the addresses hold',
      value: `${books.total} and ${held}`,
      goal: 'the same',
      reached: books.total === held,
    },
    {
      what: '  deposits whose entries aren’t what they should be',
      value: String(books.misbooked),
      goal: 'none',
      reached: books.misbooked === 0,
    },
    {
      what: `  of ${counts.compared} comparisons of the chain’s tokens with the books, those that miss some`,
      value: `${counts.alarms}, and ${lackAtLast} units at last`,
      goal: 'none',
      reached: counts.alarms === 0 && lackAtLast === 0 && counts.compared > 0,
    },
    { what: '  stoa check', value: check.clean ? 'clean' : 'differences', goal: 'clean', reached: check.clean },
  ])
}

async function startWatcher(request: WatchRequest): Promise<ChildProcess> {
  const worker = fork(join(import.meta.dirname, '../workers/chain-watcher.ts'))
  atExit(() => worker.kill('SIGKILL'))
  worker.send(request)
  return worker
}

async function killed(worker: ChildProcess): Promise<void> {
  const ended = once(worker, 'exit')
  worker.kill('SIGKILL')
  await ended
}

/** Deposits of random people, in one block or several, with parts that are below the ledger's unit. */
async function depositSome(url: string, members: readonly { address: string }[]): Promise<number> {
  const transactions = 1 + randomInt(3)
  const isOneBlock = Math.random() < 0.5
  let count = 0
  if (isOneBlock) await askLocalChain(url, 'evm_setAutomine', [false])
  for (let index = 0; index < transactions; index += 1) {
    const sender = randomInt(ACCOUNTS)
    const payments = paymentsTo(members)
    const [{ to, amount } = { to: '', amount: 0n }] = payments
    if (payments.length === 1) await mintTestTokens(url, { contract: CONTRACT, to, amount, sender })
    else {
      const payer = Math.random() < 0.5 ? PAYERS.fixed : PAYERS.varying
      await payAtOnce(url, { payer, payments, sender })
    }
    count += payments.length
  }
  await askLocalChain(url, 'anvil_mine', [`0x${(1 + randomInt(3)).toString(16)}`])
  if (isOneBlock) await askLocalChain(url, 'evm_setAutomine', [true])
  return count
}

/** What one transaction pays: one deposit or several, of which some are equal. */
function paymentsTo(members: readonly { address: string }[]): Payment[] {
  const count = Math.random() < SEVERAL ? 2 + randomInt(3) : 1
  const payments = Array.from({ length: count }, () => {
    const amount = BigInt(randomInt(5_000_000)) * UNIT + BigInt(randomInt(Number(UNIT)))
    return { to: members[randomInt(members.length)]?.address ?? '', amount: amount + 1n }
  })
  return payments.map((payment) => (Math.random() < 0.3 ? (payments[0] ?? payment) : payment))
}

/** Somebody sends to somebody else what they have, so that it can't be taken back from them. */
async function spendSome(
  { app, database }: InProcess,
  { communityId, members }: { communityId: string; members: readonly { id: string }[] },
): Promise<number> {
  const [from, to] = [members[randomInt(members.length)]?.id ?? '', members[randomInt(members.length)]?.id ?? '']
  if (from === to) return 0
  const account = { communityId, kind: 'member' } as const
  const order = {
    ...({ reason: 'transfer', actorId: from, reference: '', key: randomUUID(), communityId, content: [] } as const),
    accounts: [
      { ...account, ownerId: from },
      { ...account, ownerId: to },
    ],
    amounts: ([balance = 0]: readonly number[]) => [0 - balance, balance],
  }
  return database
    .transaction((tx) => app.services.ledger.post(tx, order))
    .then(
      () => 1,
      (error: unknown) => {
        // Nothing there, or a debt. The database’s errors are none of that.
        if (String(error).includes('SqliteError')) throw error
        return 0
      },
    )
}

/** What the chain lacks, in units. Null: it can't be said while the chain changes. */
async function lacking({ app }: InProcess): Promise<number | null> {
  return app.services.chain.compare().then(
    (found) => found.reduce((sum, { missing }) => sum + missing, 0),
    (error: unknown) => {
      if (/do not know the newest blocks|changed while|node failed/.test(String(error))) return null
      throw error
    },
  )
}

interface RawBlock {
  transactions: { hash: string; from: string }[]
}

/** Replaces the last blocks. Of each sender's transactions the first ones return, in other blocks. */
async function reorganise(url: string): Promise<number> {
  const height = Number(await askLocalChain(url, 'eth_blockNumber', []))
  const depth = Math.min(1 + randomInt(DEPTH_MAX), height - 1)
  const returning: [string, number][] = []
  const ended = new Set<string>()
  const lastOffset = new Map<string, number>()
  for (let number = height - depth + 1; number <= height; number += 1) {
    const block = (await askLocalChain(url, 'eth_getBlockByNumber', [`0x${number.toString(16)}`, true])) as RawBlock
    for (const { hash, from } of block.transactions) {
      // Without this one, later ones of the sender would wait for ever.
      if (Math.random() < 0.4) ended.add(from)
      if (ended.has(from)) continue
      const earliest = lastOffset.get(from) ?? 0
      const offset = earliest + randomInt(depth - earliest)
      lastOffset.set(from, offset)
      returning.push([String(await askLocalChain(url, 'eth_getRawTransactionByHash', [hash])), offset])
    }
  }
  await askLocalChain(url, 'anvil_reorg', [depth, returning])
  return returning.length
}

/** Waits until the newest block is read. */
async function caughtUp({ database }: InProcess, { url, watcher }: { url: string; watcher: ChildProcess }) {
  const until = Date.now() + SETTLED_WITHIN_MS
  const head = Number(await askLocalChain(url, 'eth_blockNumber', []))
  for (;;) {
    const cursor = await database.read('chain_cursors').first()
    if (Number(cursor?.number) >= head) return
    if (watcher.exitCode !== null) throw new Error(`The watcher ended with ${watcher.exitCode}.`)
    if (Date.now() > until) throw new Error(`The watcher did not read up to block ${head}: ${JSON.stringify(cursor)}`)
    await sleep(20)
  }
}

/** Waits until everything is read and booked. */
async function settled({ database }: InProcess, url: string): Promise<void> {
  const until = Date.now() + SETTLED_WITHIN_MS
  const head = Number(await askLocalChain(url, 'eth_blockNumber', []))
  for (;;) {
    const cursor = await database.read('chain_cursors').first()
    const [waiting, booked, payable] = await Promise.all([
      database.read('chain_deposits').where({ present: 1, credited: 0 }).first(),
      database.read('chain_deposits').where({ present: 0, credited: 1 }).first(),
      database
        .read('chain_deposits as d')
        .join('ledger_accounts as a', { 'a.owner_id': 'd.user_id' })
        .where({ 'a.kind': 'member' })
        .where('d.owed', '>', 0)
        .where('a.balance', '>', 0)
        .first('d.id'),
    ])
    if (Number(cursor?.number) === head && !waiting && !booked && !payable) return
    if (Date.now() > until)
      throw new Error(
        `The watcher did not book everything: ${JSON.stringify({ head, cursor, waiting, booked, payable })}`,
      )
    await sleep(50)
  }
}

/** What the database says, compared with the chain's own logs. */
async function booksOf({ database }: InProcess, truth: readonly TokenTransfer[]) {
  const rows = await database.read('chain_deposits')
  const nameOf = (hash: string, index: number) => `${hash} ${index}`
  const there = rows.filter((row) => row.present === 1)
  const present = new Map(there.map((row) => [nameOf(row.tx_hash, row.log_index), row]))
  const isSame = ({ txHash, logIndex, blockHash, to, amount }: TokenTransfer) => {
    const row = present.get(nameOf(txHash, logIndex))
    const isPlace = row?.block_hash === blockHash && row?.address === to
    return isPlace && row.amount === String(amount) && row.credited === 1 && Number(row.owed) === 0
  }
  const wrong = truth.filter((transfer) => !isSame(transfer)).length + Math.abs(there.length - truth.length)

  const entries = await database
    .read('ledger_entries as e')
    .join('ledger_transfers as t', 't.id', 'e.transfer_id')
    .join('ledger_accounts as a', 'a.id', 'e.account_id')
    .whereIn('t.reason', ['deposit', 'reversal'])
    .select('t.reference', 'a.kind', 'e.amount')
  const booked = new Map<string, number>()
  let fees = 0
  for (const { reference, kind, amount } of entries) {
    if (kind === 'member') booked.set(reference, (booked.get(reference) ?? 0) + Number(amount))
    if (kind === 'fees') fees += Number(amount)
  }
  // Of a deposit that is gone, its member has only what is owed.
  const misbooked = rows.filter(
    (row) => (booked.get(row.id) ?? 0) !== (row.credited === 1 ? Number(row.units) : Number(row.owed)),
  ).length
  const credited = rows.reduce((sum, row) => (row.credited === 1 ? sum + BigInt(row.units) : sum), 0n)
  const token = await database.read('chain_tokens').first()
  return {
    ...{ wrong, misbooked, total: (credited + BigInt(fees)) * UNIT + BigInt(token.dust) },
    credits: rows.reduce((sum, row) => sum + Number(row.credits), 0),
    gone: rows.filter((row) => row.present === 0).length,
    debts: rows.filter((row) => Number(row.owed) > 0).length,
  }
}
