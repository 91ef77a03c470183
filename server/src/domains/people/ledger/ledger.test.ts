import { AMOUNT_MAX } from '@stoa/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness.ts'
import { seedCommunity } from '../../../../test/seed-community.ts'
import type { AccountName, TransferOrder } from './ledger.ts'
import { createLedgerVerification } from './verify.ts'

let stoa: TestApp
let communityId: string
let otherId: string
let people = 0
let keys = 0

beforeAll(async () => {
  stoa = await startTestApp()
  communityId = await seedCommunity(stoa)
  otherId = await seedCommunity(stoa, { tokenName: 'OTHER' })
})
afterAll(() => stoa.close())

const nobody = () => `${people++}`.padStart(20, '0')
const account = (kind: AccountName['kind'], ownerId = '', community = communityId): AccountName => {
  return { communityId: community, kind, ownerId }
}
const outside = () => account('outside')

function order(
  [from, to]: [AccountName, AccountName],
  amount: number,
  change: Partial<TransferOrder> = {},
): TransferOrder {
  return {
    ...{ reason: 'transfer', actorId: 'ada', reference: '', key: `key ${keys++}`, communityId: from.communityId },
    ...{ content: [from.ownerId, to.ownerId, amount], accounts: [from, to], amounts: () => [-amount, amount] },
    ...change,
  }
}
const post = (about: TransferOrder) => stoa.database.transaction((tx) => stoa.app.services.ledger.post(tx, about))
const reverse = (id: string) => stoa.database.transaction((tx) => stoa.app.services.ledger.reverse(tx, id))
const move = (from: AccountName, to: AccountName, amount: number) => post(order([from, to], amount))

async function balance({ communityId: community_id, kind, ownerId: owner_id }: AccountName): Promise<number> {
  const row = await stoa.database.read('ledger_accounts').where({ community_id, kind, owner_id }).first()
  return Number(row?.balance ?? 0)
}

async function member(amount: number): Promise<AccountName> {
  const made = account('member', nobody())
  if (amount > 0) await move(outside(), made, amount)
  return made
}

const change = (
  work: (
    connection: Parameters<Parameters<TestApp['database']['transaction']>[0]>[0]['connection'],
  ) => PromiseLike<unknown>,
) => stoa.database.transaction(async ({ connection }) => void (await work(connection)))
const SQLITE_REFUSAL = "begin select raise(abort, 'ledger_entries is append-only'); end"
const MYSQL_REFUSAL = "signal sqlstate '45000' set message_text = 'ledger_entries is append-only'"
const refused = (code: string) => expect.objectContaining({ code })

describe('a transfer', () => {
  test('moves an amount between two accounts', async () => {
    const [ada, bea] = [await member(100), await member(0)]
    await move(ada, bea, 30)
    expect([await balance(ada), await balance(bea)]).toEqual([70, 30])
  })

  test('takes exactly what is there, and not a unit more', async () => {
    const [ada, bea] = [await member(100), await member(0)]
    await expect(move(ada, bea, 101)).rejects.toEqual(refused('INSUFFICIENT_BALANCE'))
    await move(ada, bea, 100)
    await expect(move(ada, bea, 1)).rejects.toEqual(refused('INSUFFICIENT_BALANCE'))
    expect([await balance(ada), await balance(bea)]).toEqual([0, 100])
  })

  test('never takes more than is there, however many try at once', async () => {
    const ada = await member(100)
    const receivers = Array.from({ length: 12 }, () => account('member', nobody()))
    const results = await Promise.allSettled(receivers.map((to) => move(ada, to, 30)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(await balance(ada)).toBe(10)
  })

  test('in both directions at once ends in exact balances', async () => {
    const [ada, bea] = [await member(1000), await member(1000)]
    await Promise.all(
      Array.from({ length: 16 }, (_, index) => (index % 2 === 0 ? move(ada, bea, 3) : move(bea, ada, 5))),
    )
    expect([await balance(ada), await balance(bea)]).toEqual([1016, 984])
  })

  test('adds up to the largest amount, and not a unit more', async () => {
    const [ada, far] = [await member(0), account('outside', '', otherId)]
    const rich = account('member', nobody(), otherId)
    await move(far, rich, AMOUNT_MAX - 1)
    await expect(move(far, rich, 2)).rejects.toEqual(refused('INSUFFICIENT_BALANCE'))
    await move(far, rich, 1)
    expect(await balance(rich)).toBe(AMOUNT_MAX)
    expect(await balance(ada)).toBe(0)
    await move(rich, far, AMOUNT_MAX)
  })

  test.each([
    ['one leg', [5]],
    ['legs that make money', [-5, 6]],
    ['legs that lose money', [-5, 4]],
    ['no amount', [0, 0]],
    ['a fraction', [-0.5, 0.5]],
    ['an amount that is none', [Number.NaN, Number.NaN]],
    ['more than is exact', [-(AMOUNT_MAX + 1), AMOUNT_MAX + 1]],
  ])('with %s is refused', async (_, amounts) => {
    const [ada, bea] = [await member(100), await member(0)]
    await expect(post(order([ada, bea], 1, { amounts: () => amounts }))).rejects.toThrow()
    expect([await balance(ada), await balance(bea)]).toEqual([100, 0])
  })

  test('never mixes tokens', async () => {
    const [ada, bea] = [await member(100), account('member', nobody(), otherId)]
    await expect(move(ada, bea, 5)).rejects.toThrow('sum to zero')
    expect(await balance(ada)).toBe(100)
  })

  test('from an account to itself is refused', async () => {
    const ada = await member(100)
    await expect(move(ada, ada, 5)).rejects.toThrow()
    expect(await balance(ada)).toBe(100)
  })
})

describe('the same key', () => {
  test('is the same transfer, also at the same time', async () => {
    const [ada, bea] = [await member(100), await member(0)]
    const wanted = order([ada, bea], 10)
    const posted = await Promise.all(Array.from({ length: 6 }, () => post(wanted)))
    expect(new Set(posted.map(({ transferId }) => transferId)).size).toBe(1)
    expect(posted.filter(({ isRepeat }) => !isRepeat)).toHaveLength(1)
    expect(await balance(bea)).toBe(10)
  })

  test.each<[string, (wanted: TransferOrder) => Partial<TransferOrder>]>([
    ['another amount', ({ accounts: [from, to] }) => ({ content: [from?.ownerId ?? '', to?.ownerId ?? '', 11] })],
    ['another reason', () => ({ reason: 'tip' })],
    ['another reference', () => ({ reference: nobody() })],
  ])('with %s is refused', async (_, changed) => {
    const [ada, bea] = [await member(100), await member(0)]
    const wanted = order([ada, bea], 10)
    await post(wanted)
    await expect(post({ ...wanted, ...changed(wanted) })).rejects.toEqual(refused('IDEMPOTENCY_MISMATCH'))
    expect(await balance(bea)).toBe(10)
  })

  test('of somebody else is another transfer', async () => {
    const [ada, bea] = [await member(100), await member(0)]
    const wanted = order([ada, bea], 10)
    await post(wanted)
    await post({ ...wanted, actorId: 'bea' })
    expect(await balance(bea)).toBe(20)
  })
})

test('a transfer is reversed once, however many try', async () => {
  const [ada, bea] = [await member(100), await member(100)]
  const { transferId } = await move(ada, bea, 40)
  const reversals = await Promise.all([1, 2, 3].map(() => reverse(transferId)))
  expect(new Set(reversals.map((one) => one.transferId)).size).toBe(1)
  expect([await balance(ada), await balance(bea)]).toEqual([100, 100])
  await expect(reverse(reversals[0]?.transferId ?? '')).rejects.toEqual(refused('FORBIDDEN'))
  await expect(reverse(nobody())).rejects.toEqual(refused('MONEY_TRANSFER_NOT_FOUND'))
})

test.each(['ledger_entries', 'ledger_transfers'])('rows of %s can’t be changed or deleted', async (table) => {
  await move(await member(10), await member(0), 5)
  const rows = await stoa.database.read(table)
  const column = table === 'ledger_entries' ? 'amount' : 'created_at'
  await expect(change((connection) => connection(table).update({ [column]: 1 }))).rejects.toThrow('append-only')
  await expect(change((connection) => connection(table).del())).rejects.toThrow('append-only')
  expect(await stoa.database.read(table)).toEqual(rows)
})

test('the database refuses a balance below the floor', async () => {
  await member(10)
  await expect(
    change((connection) => connection('ledger_accounts').where({ kind: 'member' }).update({ balance: -1 })),
  ).rejects.toThrow(/constraint/i)
})

describe('books that don’t add up', () => {
  let somebody: AccountName
  beforeEach(async () => {
    somebody = await member(100)
  })
  const setBalance = (to: number) =>
    change((connection) => connection('ledger_accounts').where({ owner_id: somebody.ownerId }).update({ balance: to }))

  test('are found, freeze payouts and nothing else, until a recount finds none', async () => {
    const { integrity, ledgerVerification } = stoa.app.services
    expect(await ledgerVerification.verify()).toMatchObject({ differences: [], isFrozen: false })
    expect(await ledgerVerification.frozen()).toBeNull()
    await setBalance(101)
    await ledgerVerification.watch()
    expect(await ledgerVerification.frozen()).toEqual({ since: stoa.clock.now(), differences: 1 })
    const admin = await stoa.member('admin_demo', { networkAdmin: true })
    const { health } = (await stoa.call('networkHealth', {}, { token: admin.token })).body.payload
    expect(health.ledgerFrozen).toEqual({ since: stoa.clock.now(), differences: 1 })
    expect(await integrity.check()).toEqual([
      expect.objectContaining({ check: 'account of the ledger whose balance is not the sum of its entries' }),
    ])
    await setBalance(100)
    await ledgerVerification.watch()
    await expect(move(somebody, outside(), 5)).rejects.toEqual(refused('PAYOUTS_FROZEN'))
    await move(somebody, await member(0), 5)
    expect(await ledgerVerification.verify()).toMatchObject({ differences: [], isFrozen: false })
    await move(somebody, outside(), 5)
    expect(await balance(somebody)).toBe(90)
  })

  test('that another recount finds meanwhile stay frozen', async () => {
    const { database, clock } = stoa
    const logger = { error: () => {} } as never
    await createLedgerVerification({ database, clock, logger }).verify()
    const row = { name: 'payouts', since: 1, differences: 2 }
    let isFound = false
    /** Reads slowly: another recount ends in between. */
    const slowRead = new Proxy(database.slowRead, {
      get: (target, name) =>
        name !== 'raw'
          ? Reflect.get(target, name)
          : async (...query: Parameters<typeof target.raw>) => {
              if (!isFound) {
                isFound = true
                await change((connection) => connection('ledger_state').insert(row).onConflict('name').merge())
              }
              return target.raw(...query)
            },
    })
    const slow = Object.create(database, { slowRead: { value: slowRead } }) as typeof database
    const verification = createLedgerVerification({ database: slow, clock, logger })
    expect(await verification.verify()).toMatchObject({ differences: [], isFrozen: true })
    expect(await verification.frozen()).toEqual({ since: 1, differences: 2 })
    expect(await verification.verify()).toMatchObject({ differences: [], isFrozen: false })
  })

  test('are found where an account may owe what its kind may not', async () => {
    const setFloor = (floor: number) =>
      change((connection) => connection('ledger_accounts').where({ owner_id: somebody.ownerId }).update({ floor }))
    await setFloor(-5)
    expect((await stoa.app.services.ledgerVerification.verify()).differences).toEqual([
      { check: 'account of the ledger with a floor that its kind does not have', row: expect.any(String) },
    ])
    await setFloor(0)
    expect(await stoa.app.services.ledgerVerification.verify()).toMatchObject({ differences: [], isFrozen: false })
  })

  test.each(['update', 'delete'])('are found where nothing refuses to %s entries', async (kind) => {
    const name = `ledger_entries_no_${kind}`
    const isMysql = stoa.database.dialect.name === 'mysql'
    const { ledgerVerification, integrity } = stoa.app.services
    await change((connection) => connection.raw(`drop trigger ${name}`))
    const check = 'missing trigger, without which rows of the ledger can be changed'
    expect(await ledgerVerification.verify()).toMatchObject({ differences: [{ check, row: name }], isFrozen: true })
    expect(await integrity.check()).toEqual([expect.objectContaining({ check, row: name })])
    // One with that name that does something else is none.
    const head = `create trigger ${name} before ${kind} on ledger_entries for each row`
    await change((connection) => connection.raw(`${head} ${isMysql ? 'set @nothing = 1' : 'begin select 1; end'}`))
    expect(await ledgerVerification.verify()).toMatchObject({ differences: [{ check, row: name }] })
    await change((connection) => connection.raw(`drop trigger ${name}`))
    await change((connection) => connection.raw(`${head} ${isMysql ? MYSQL_REFUSAL : SQLITE_REFUSAL}`))
    expect(await ledgerVerification.verify()).toMatchObject({ differences: [], isFrozen: false })
  })

  test('are found by every rule', async () => {
    const row = await stoa.database.read('ledger_accounts').where({ owner_id: somebody.ownerId }).first()
    const transfer = (id: string) => ({
      ...{ id, community_id: communityId, reason: 'transfer', actor_id: '', reference: '', key_hash: id },
      ...{ content_hash: '', created_at: 0 },
    })
    const entry = { transfer_id: 'unknown'.padEnd(20, '0'), account_id: row.id, community_id: otherId, amount: 7 }
    await change((connection) => connection('ledger_transfers').insert(transfer('lonely'.padEnd(20, '0'))))
    await change((connection) => connection('ledger_entries').insert(entry))
    const { differences } = await stoa.app.services.ledgerVerification.verify()
    expect(differences.map(({ check }) => check).toSorted()).toEqual([
      'account of the ledger whose balance is not the sum of its entries',
      'entry without its transfer or account, or in another token',
      'transfer whose entries do not sum to zero',
      'transfer with fewer than two entries',
    ])
  })
})
