import { Command } from 'commander'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../test/forum.ts'
import { stoaCommand } from '../../test/stoa-command.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { Commands, Installation } from './commands.ts'
import { addMoneyCommands } from './money.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
  await forum.stoa.app.services.servedDomains.prepare()
})
afterAll(() => forum.stoa.close())

const stoa = (...parameters: string[]) => stoaCommand(forum.stoa.settings, parameters)
const json = async (...parameters: string[]) => JSON.parse((await stoa(...parameters, '--json')).out)

async function balances(): Promise<Record<string, number>> {
  const rows = await forum.stoa.database.read('ledger_accounts')
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, Number(balance)]))
}

test('a domain gets money by command', async () => {
  expect(await stoa('money:enable', 'default')).toMatchObject({ code: 0, out: expect.stringContaining('wallets') })
  const { settings } = await json('domain:show', 'default')
  expect(settings.money).toBe(true)
  expect(await stoa('money:enable', 'nowhere')).toMatchObject({ code: 1, err: expect.stringContaining('not found') })
})

test('a member gets credit, and balance that the cashier account has', async () => {
  expect(await stoa('ledger:credit', 'ada_demo', 'FORUM', '12.5')).toMatchObject({
    code: 0,
    out: expect.stringContaining('ada_demo got 12.5 FORUM as credit.'),
  })
  expect(await stoa('ledger:credit', 'ada_demo', 'FORUM', '5', '--balance')).toMatchObject({
    code: 1,
    err: expect.stringContaining('Insufficient balance.'),
  })
  expect(await json('ledger:fund', 'FORUM', '5', '--key', 'bank 1')).toMatchObject({
    isRepeat: false,
    amount: '5000000',
  })
  expect(await json('ledger:fund', 'FORUM', '5', '--key', 'bank 1')).toMatchObject({ isRepeat: true })
  expect(await stoa('ledger:fund', 'FORUM', '6', '--key', 'bank 1')).toMatchObject({ code: 1 })
  expect(await stoa('ledger:credit', 'ada_demo', 'FORUM', '5', '--balance')).toMatchObject({ code: 0 })
  expect(await balances()).toEqual({ outside: -17_500_000, credit: 12_500_000, cashier: 0, member: 5_000_000 })
  const actions = (await json('user:log')).map((row: { action: string }) => row.action)
  expect(actions).toEqual(expect.arrayContaining(['credited', 'credited', 'funded a community']))
})

test('a payment that isn’t in the books is taken from all accounts of its member, once', async () => {
  const { app, database } = forum.stoa
  const [main, merged] = [await forum.stoa.member('paid_demo'), await forum.stoa.member('paid_demo2')]
  const give = (name: string, ...more: string[]) => stoa('ledger:credit', name, 'FORUM', '3', ...more)
  await stoa('ledger:fund', 'FORUM', '6')
  for (const name of ['paid_demo', 'paid_demo2']) await give(name, '--balance')
  await give('paid_demo')
  await stoa('user:merge', 'paid_demo2', 'paid_demo')
  const before = await database.read('ledger_accounts').where({ kind: 'outside' }).first()
  const debit = (amount: string) => json('ledger:debit', 'paid_demo', 'FORUM', amount, '--key', '0xaa')
  const left = async () => {
    const rows = await database.read('ledger_accounts').whereIn('owner_id', [main.id, merged.id]).orderBy('kind')
    const sum = (kind: string) => rows.reduce((all, row) => (row.kind === kind ? all + Number(row.balance) : all), 0)
    return { member: sum('member'), credit: sum('credit') }
  }
  // Credit can't be withdrawn.
  expect(await stoa('ledger:debit', 'paid_demo', 'FORUM', '6.000001')).toMatchObject({
    ...{ code: 1, out: '', err: expect.stringContaining('Insufficient balance: 0.000001 is missing.') },
  })
  expect(await left()).toEqual({ member: 6_000_000, credit: 3_000_000 })
  const first = await debit('5')
  expect(first).toMatchObject({ isRepeat: false, username: 'paid_demo', community: 'FORUM', amount: '5000000' })
  expect(await debit('5')).toEqual({ ...first, isRepeat: true })
  expect(await left()).toEqual({ member: 1_000_000, credit: 3_000_000 })
  const outside = await database.read('ledger_accounts').where({ kind: 'outside' }).first()
  expect(Number(outside.balance) - Number(before.balance)).toBe(5_000_000)
  expect(await stoa('ledger:debit', 'paid_demo', 'FORUM', '1')).toMatchObject({
    out: expect.stringMatching(/^paid_demo gave 1 FORUM\. Transfer \w{20}\.$/),
  })
  expect((await json('user:log')).map((row: { action: string }) => row.action).slice(0, 2)).toEqual([
    ...['debited', 'debited'],
  ])
  expect((await app.services.ledgerVerification.verify()).differences).toEqual([])
})

test('a mistake is taken back once', async () => {
  const { transferId } = await json('ledger:credit', 'bea_demo', 'FORUM', '1')
  const before = await balances()
  expect(await json('ledger:reverse', transferId)).toMatchObject({ isRepeat: false })
  expect(await json('ledger:reverse', transferId)).toMatchObject({ isRepeat: true })
  expect(await balances()).toEqual({ ...before, credit: 0, outside: Number(before.outside) + 1_000_000 })
  expect(await stoa('ledger:reverse', '0'.repeat(20))).toMatchObject({ code: 1 })
})

test.each([
  ['ledger:fund', 'FORUM', '2'],
  ['ledger:credit', 'ada_demo', 'FORUM', '2'],
])('%s moves money once if its commit is confirmed only at the second try', async (...parameters) => {
  const { app, database } = forum.stoa
  async function twice<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    await database.transaction(work)
    return database.transaction(work)
  }
  const installation = { app, database: { ...database, transaction: twice } } as unknown as Installation
  const run: Commands['run'] = async (work) => void (await work(installation))
  const program = new Command().exitOverride()
  addMoneyCommands({ program, run, say: () => {} } as unknown as Commands)
  const before = await balances()
  await program.parseAsync(parameters, { from: 'user' })
  expect((await balances()).outside).toBe((before.outside ?? 0) - 2_000_000)
})

test.each([
  ['ada_demo', 'FORUM', '1,5'],
  ['ada_demo', 'FORUM', '1e3'],
  ['ada_demo', 'FORUM', '0'],
  ['ada_demo', 'FORUM', '0.0000001'],
  ['ada_demo', 'FORUM', '9007199254.740992'],
])('wrong amounts are refused: %s %s %s', async (...parameters) => {
  expect(await stoa('ledger:credit', ...parameters)).toMatchObject({ code: 2, out: '' })
})

test('unknown people and communities are reported', async () => {
  expect(await stoa('ledger:credit', 'nobody', 'FORUM', '1')).toMatchObject({ code: 1 })
  expect(await stoa('ledger:credit', 'ada_demo', 'NOWHERE', '1')).toMatchObject({ code: 1 })
})

test('the books are recounted', async () => {
  expect(await stoa('ledger:verify')).toMatchObject({ code: 0, out: expect.stringMatching(/transfers add up\.$/) })
  const set = (amount: number) =>
    forum.stoa.database.transaction(({ connection }) =>
      connection('ledger_accounts').where({ kind: 'member' }).increment('balance', amount),
    )
  await set(1)
  expect(await stoa('ledger:verify')).toMatchObject({ code: 1, out: expect.stringContaining('Payouts are frozen.') })
  const verified = await stoa('ledger:verify', '--json')
  expect(JSON.parse(verified.out)).toMatchObject({ isFrozen: true })
  expect(verified.err).toContain('"msg":"the ledger does not add up: payouts are frozen"')
  expect((await stoa('check')).out).toContain('balance is not the sum of its entries')
  await set(-1)
  expect(await json('ledger:verify')).toMatchObject({ differences: [], isFrozen: false })
})
