import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CONTRACT, startTestChain, type TestChain } from '../../../../test/chain.ts'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { mergeActions } from '../../../../test/merges.ts'
import { knownDeposits } from './known-deposits.ts'
import { connectNode } from './node.ts'

const NEW_FOR_MS = 3 * 60 * 1000
const CONFIRMATIONS = 3
/** One token in the contract's units, and one of the ledger's. */
const [TOKEN, UNIT] = [10n ** 18n, 10n ** 12n]

let forum: Forum
let chain: TestChain
let people = 0
const { signedUp, merge } = mergeActions(() => forum.stoa, 'merged')
beforeAll(async () => {
  chain = await startTestChain()
  forum = await startForum({}, { STOA_CHAIN_URL: chain.url, STOA_CHAIN_CONFIRMATIONS: String(CONFIRMATIONS) })
  await forum.stoa.app.services.chain.allow({ tokenName: 'FORUM', contract: CONTRACT.toLowerCase() })
  forum.stoa.clock.advance(NEW_FOR_MS)
})
afterAll(async () => {
  await forum.stoa.close()
  chain.stop()
})

interface Person {
  id: string
  token: string
  username: string
  address: string
}

const as = ({ token }: { token: string }) => ({ token })
const addressOf = async (who: { token: string }) =>
  (await forum.stoa.call('depositAddress', { tokenName: 'FORUM' }, as(who))).body.payload.address

async function person(): Promise<Person> {
  const username = `depositor_${people++}`
  const made = await forum.stoa.member(username, { join: ['FORUM'] })
  return { ...made, username, address: await addressOf(made) }
}
const watch = () => forum.stoa.app.services.chain.watch()
const shown = async (who: { token: string }) =>
  (await forum.stoa.call('walletChain', { tokenName: 'FORUM' }, as(who))).body.payload
const states = async (who: { token: string }) => (await shown(who)).deposits.map(({ state }) => state)

async function balanceOf(who: { token: string }): Promise<string> {
  const { items } = (await forum.stoa.call('walletList', {}, as(who))).body.payload
  return items[0]?.balance.FORUM ?? '0'
}
const refused = (code: string) => expect.objectContaining({ body: expect.objectContaining({ code }) })

/** The books add up, and say of the chain what the chain says. */
async function assertReconciled() {
  expect(await forum.stoa.app.services.integrity.check()).toEqual([])
}

describe('the address', () => {
  test('is one for each member and community, with its checksum, and stays', async () => {
    const { clock, call } = forum.stoa
    const [ada, bea] = [await person(), await person()]
    expect(ada.address).toMatch(/^0x[\da-fA-F]{40}$/)
    expect(ada.address).not.toBe(bea.address)
    clock.advance(1000)
    expect(await addressOf(ada)).toBe(ada.address)
    const { payload } = (await call('depositAddress', { tokenName: 'FORUM' }, as(ada))).body
    expect(payload).toEqual({ address: ada.address, chainId: 31_337, contract: CONTRACT, confirmations: CONFIRMATIONS })
    expect(await shown(ada)).toMatchObject({ chain: { isLocal: false, contract: CONTRACT }, address: ada.address })
  })

  test('is one when two requests want it at the same time', async () => {
    const made = await Promise.all(
      Array.from({ length: 3 }, (_, index) => forum.stoa.member(`hasty_${index}`, { join: ['FORUM'] })),
    )
    const all = await Promise.all([...made, ...made].map(addressOf))
    expect(all.slice(0, 3)).toEqual(all.slice(3))
    expect(new Set(all).size).toBe(3)
  })

  test('is the same after a restore, and no other member has got it', async () => {
    const { database, call } = forum.stoa
    const [ada, bea, cleo] = await Promise.all(
      ['ada', 'bea', 'cleo'].map((name) => forum.stoa.member(`restored_${name}`, { join: ['FORUM'] })),
    )
    if (!ada || !bea || !cleo) throw new Error('Somebody is missing.')
    const communityId = forum.communityId
    const first = await addressOf(ada)
    const rowOf = () => database.read('chain_addresses').where({ user_id: ada.id, community_id: communityId }).first()
    const { number, ...row } = await rowOf()
    const forget = () =>
      database.transaction(({ connection }) => connection('chain_addresses').where({ user_id: ada.id }).del())
    // What was made after the backup is missing.
    await forget()
    const others = [await addressOf(bea), await addressOf(cleo)]
    expect(others).not.toContain(first)
    expect(await addressOf(ada)).toBe(first)
    expect((await rowOf()).number).toBe(number)

    // A number that is taken is hashed again.
    await forget()
    const taken = { ...row, number, user_id: bea.id, community_id: '0'.repeat(20), address: `0x${'5'.repeat(40)}` }
    await database.transaction(({ connection }) => connection('chain_addresses').insert(taken))
    const second = await addressOf(ada)
    expect([first, taken.address, ...others]).not.toContain(second)
    const { status } = await call('depositAddress', { tokenName: 'FORUM' }, as(ada))
    expect([status, await addressOf(ada)]).toEqual([200, second])
  })

  test('is refused where the token is on no chain, and the page shows nothing', async () => {
    const { ada } = forum
    expect(await forum.stoa.call('depositAddress', { tokenName: 'GUARDED' }, as(ada))).toEqual(refused('CHAIN_OFF'))
    const { payload } = (await forum.stoa.call('walletChain', { tokenName: 'GUARDED' }, as(ada))).body
    expect(payload).toEqual({ chain: null, address: null, deposits: [], withdrawals: [] })
  })
})

describe('a deposit', () => {
  let ada: Person
  beforeEach(async () => {
    ada = await person()
  })

  test('is credited once it is deep enough, once', async () => {
    const transaction = await chain.mint(ada.address, 2n * TOKEN)
    await watch()
    expect(await shown(ada)).toMatchObject({
      deposits: [{ amount: '2000000', transaction, confirmations: 1, state: 'pending' }],
    })
    expect(await balanceOf(ada)).toBe('0')
    await chain.mine(CONFIRMATIONS - 2)
    await watch()
    expect(await states(ada)).toEqual(['pending'])
    await chain.mine(1)
    await Promise.all([watch(), watch()])
    await watch()
    expect(await states(ada)).toEqual(['credited'])
    expect(await balanceOf(ada)).toBe('2000000')
    const { items } = (await forum.stoa.call('walletHistory', { tokenName: 'FORUM' }, as(ada))).body.payload
    expect(items).toMatchObject([{ reason: 'deposit', amount: '2000000', person: null, postId: null }])
    await assertReconciled()
  })

  test('is seen by a server that was off, across more blocks than it asks for at once', async () => {
    await chain.mint(ada.address, TOKEN)
    await chain.mine(1200)
    await chain.mint(ada.address, TOKEN)
    await chain.mine(CONFIRMATIONS)
    await watch()
    expect(await balanceOf(ada)).toBe('2000000')
  })

  test('counts by itself, also when several are in one block', async () => {
    await chain.ask('evm_setAutomine', false)
    for (const _ of [1, 2, 3]) await chain.mint(ada.address, TOKEN)
    await chain.mine(CONFIRMATIONS)
    await chain.ask('evm_setAutomine', true)
    await watch()
    expect(await balanceOf(ada)).toBe('3000000')
    expect(await states(ada)).toEqual(['credited', 'credited', 'credited'])
  })

  test('of another contract is none', async () => {
    const other = '0x00000000000000000000000000000000000B0B00'
    await chain.ask('anvil_setCode', other, await chain.ask('eth_getCode', CONTRACT, 'latest'))
    await chain.mint(ada.address, TOKEN, other)
    await chain.mine(CONFIRMATIONS)
    await watch()
    expect(await states(ada)).toEqual([])
  })

  test('of less than a unit goes to the fees account, together with others', async () => {
    const fees = async () => {
      const row = await forum.stoa.database.read('ledger_accounts').where({ kind: 'fees' }).first()
      return Number(row?.balance ?? 0)
    }
    const before = await fees()
    await chain.mint(ada.address, UNIT + (UNIT * 6n) / 10n)
    await chain.mint(ada.address, (UNIT * 6n) / 10n)
    await chain.mine(CONFIRMATIONS)
    await watch()
    expect(await balanceOf(ada)).toBe('1')
    expect(await fees()).toBe(before + 1)
    const { dust } = await forum.stoa.database.read('chain_tokens').first()
    expect(dust).toBe(String((UNIT * 2n) / 10n))
    await chain.reorganise(CONFIRMATIONS + 2)
    await watch()
    expect(await fees()).toBe(before)
    expect((await forum.stoa.database.read('chain_tokens').first()).dust).toBe('0')
    await assertReconciled()
  })

  test('that no account could hold is left out', async () => {
    await chain.mint(ada.address, 10n ** 40n)
    await chain.mint(ada.address, TOKEN)
    await chain.mine(CONFIRMATIONS)
    await watch()
    expect(await balanceOf(ada)).toBe('1000000')
  })

  test('of a merged account arrives in the person’s wallet', async () => {
    const [main, former] = [await signedUp(), await signedUp()]
    for (const { token } of [main, former])
      await forum.stoa.call('communityJoin', { tokenName: 'FORUM', join: true }, { token })
    const address = await addressOf(former)
    await merge(main, former)
    await chain.mint(address, TOKEN)
    await chain.mine(CONFIRMATIONS)
    await watch()
    expect(await balanceOf(main)).toBe('1000000')
  })
})

describe('a reorganisation', () => {
  let ada: Person
  beforeEach(async () => {
    ada = await person()
  })
  const deposited = async (tokens = 1n) => {
    const transaction = await chain.mint(ada.address, tokens * TOKEN)
    await chain.mine(CONFIRMATIONS)
    await watch()
    return transaction
  }

  test('removes a deposit that isn’t credited yet', async () => {
    await chain.mint(ada.address, TOKEN)
    await watch()
    await chain.reorganise(1)
    await chain.mine(CONFIRMATIONS)
    await watch()
    expect(await states(ada)).toEqual(['gone'])
    expect(await balanceOf(ada)).toBe('0')
  })

  test('takes back a credited deposit, and gives it again when it returns in another block', async () => {
    const transaction = await deposited()
    expect(await balanceOf(ada)).toBe('1000000')
    const raw = await chain.ask('eth_getRawTransactionByHash', transaction)
    await chain.reorganise(CONFIRMATIONS + 1)
    await watch()
    expect(await states(ada)).toEqual(['gone'])
    expect(await balanceOf(ada)).toBe('0')
    await chain.send(String(raw))
    await watch()
    expect(await shown(ada)).toMatchObject({ deposits: [{ transaction, state: 'pending', confirmations: 1 }] })
    await chain.mine(CONFIRMATIONS)
    await watch()
    expect(await states(ada)).toEqual(['credited'])
    expect(await balanceOf(ada)).toBe('1000000')
    const { items } = (await forum.stoa.call('walletHistory', { tokenName: 'FORUM' }, as(ada))).body.payload
    expect(items.map(({ reason, amount }) => [reason, amount])).toEqual([
      ['deposit', '1000000'],
      ['reversal', '-1000000'],
      ['deposit', '1000000'],
    ])
    await assertReconciled()
  })

  test('that moves a deposit before the block from which on the token is read keeps it', async () => {
    await chain.mine(2)
    const start = await chain.height()
    const { hash } = (await chain.ask('eth_getBlockByNumber', `0x${start.toString(16)}`, false)) as { hash: string }
    const before = await forum.stoa.database.read('chain_cursors').first()
    await forum.stoa.database.transaction(({ connection }) =>
      connection('chain_cursors').update({ start, number: start, hash }),
    )
    const transaction = await deposited()
    const raw = await chain.ask('eth_getRawTransactionByHash', transaction)
    await chain.ask('anvil_reorg', CONFIRMATIONS + 3, [[raw, 0]])
    await watch()
    expect(await shown(ada)).toMatchObject({ deposits: [{ state: 'credited', confirmations: CONFIRMATIONS + 3 }] })
    expect(await balanceOf(ada)).toBe('1000000')
    await forum.stoa.database.transaction(({ connection }) =>
      connection('chain_cursors').update({ start: before.start }),
    )
  })

  test('that moves a deposit up takes it back until it is deep enough again', async () => {
    await chain.mint(ada.address, TOKEN)
    await chain.mine(CONFIRMATIONS)
    await watch()
    const transaction = (await shown(ada)).deposits[0]?.transaction
    const raw = await chain.ask('eth_getRawTransactionByHash', transaction)
    await chain.ask('anvil_reorg', CONFIRMATIONS + 1, [[raw, CONFIRMATIONS]])
    await watch()
    expect(await shown(ada)).toMatchObject({ deposits: [{ state: 'pending', confirmations: 1 }] })
    expect(await balanceOf(ada)).toBe('0')
    await chain.mine(CONFIRMATIONS)
    await watch()
    expect(await states(ada)).toEqual(['credited'])
  })

  test('deeper than all that is remembered is read from the start', async () => {
    await deposited()
    await forum.stoa.database.transaction(({ connection }) => connection('chain_checkpoints').del())
    await chain.reorganise(CONFIRMATIONS + 1)
    await watch()
    expect(await states(ada)).toEqual(['gone'])
  })

  test('of a deposit that was spent leaves a debt: its member spends nothing until it is paid', async () => {
    await deposited(2n)
    const bea = await person()
    const send = (by: Person, to: Person, amount: string) =>
      forum.stoa.call('walletTransfer', { receiverName: to.username, tokenName: 'FORUM', amount }, as(by))
    expect((await send(ada, bea, '1500000')).status).toBe(200)
    await chain.reorganise(CONFIRMATIONS + 1)
    await watch()
    expect(await balanceOf(ada)).toBe('0')
    await assertReconciled()

    // What arrives is taken at the next reading; until then it can't be spent either.
    expect((await send(bea, ada, '1000000')).status).toBe(200)
    const { status, body } = await send(ada, bea, '1')
    expect([status, body.code, body.message?.slice(0, 20)]).toEqual([422, 'IN_DEBT', 'You owe 1.5 FORUM fo'])
    const owed = async () => (await forum.stoa.call('walletList', {}, as(ada))).body.payload.items[0]?.owed
    expect(await owed()).toEqual({ FORUM: '1500000' })
    await watch()
    expect(await owed()).toEqual({ FORUM: '500000' })
    expect(await balanceOf(ada)).toBe('0')
    expect((await send(bea, ada, '500000')).status).toBe(200)
    await watch()
    expect(await balanceOf(ada)).toBe('0')
    // All is paid: others' money is hers again.
    await deposited()
    expect(await balanceOf(ada)).toBe('1000000')
    expect((await send(ada, bea, '1')).status).toBe(200)
    await assertReconciled()
  })

  test('of a spent deposit with a fee takes the fee first, and the debt later', async () => {
    const fees = async () =>
      Number((await forum.stoa.database.read('ledger_accounts').where({ kind: 'fees' }).first())?.balance ?? 0)
    const before = await fees()
    await chain.mint(ada.address, TOKEN + (UNIT * 6n) / 10n)
    await chain.mint(ada.address, TOKEN + (UNIT * 6n) / 10n)
    await chain.mine(CONFIRMATIONS)
    await watch()
    expect(await fees()).toBe(before + 1)
    const bea = await person()
    const send = (by: Person, to: Person, amount: string) =>
      forum.stoa.call('walletTransfer', { receiverName: to.username, tokenName: 'FORUM', amount }, as(by))
    expect((await send(ada, bea, '2000000')).status).toBe(200)
    // Nothing of hers is there, but the fee is.
    await chain.reorganise(CONFIRMATIONS + 2)
    await watch()
    expect(await fees()).toBe(before)
    expect((await send(bea, ada, '2000000')).status).toBe(200)
    await watch()
    expect(await balanceOf(ada)).toBe('0')
    const row = await forum.stoa.database.read('chain_deposits').sum({ owed: 'owed' }).first()
    expect(Number(row?.owed)).toBe(0)
    await assertReconciled()
  })

  test('that leaves more debts than are settled at once leaves none out', async () => {
    const [bea, debtor] = [await person(), await person()]
    const send = (by: Person, to: Person) =>
      forum.stoa.call('walletTransfer', { receiverName: to.username, tokenName: 'FORUM', amount: '1000000' }, as(by))
    await deposited()
    await send(ada, bea)
    await chain.reorganise(CONFIRMATIONS + 1)
    await watch()
    // Older debts, for which nothing is there.
    const row = await forum.stoa.database.read('chain_deposits').where({ user_id: ada.id }).first()
    const older = Array.from({ length: 210 }, (_, index) => {
      return { ...row, id: `0${String(index).padStart(19, '0')}`, user_id: debtor.id, log_index: index + 1 }
    })
    await forum.stoa.database.transaction(async ({ connection }) => {
      for (const one of older) await connection('chain_deposits').insert(one)
    })
    await send(bea, ada)
    await watch()
    expect(await balanceOf(ada)).toBe('0')
    await forum.stoa.database.transaction(({ connection }) =>
      connection('chain_deposits').where({ user_id: debtor.id }).del(),
    )
  })

  test('that is known only to a node that lags changes nothing', async () => {
    await deposited()
    const height = await chain.height()
    await chain.ask('anvil_rollback', CONFIRMATIONS + 1)
    expect(await chain.height()).toBeLessThan(height)
    await watch()
    expect(await states(ada)).toEqual(['credited'])
    expect(await balanceOf(ada)).toBe('1000000')
    await chain.mine(CONFIRMATIONS + 1)
    await watch()
    expect(await states(ada)).toEqual(['gone'])
  })

  describe('of a transaction with several logs', () => {
    let [bea, cleo]: Person[] = []
    beforeEach(async () => {
      ;[bea, cleo] = [await person(), await person()]
    })
    const held = async ({ address }: Person) =>
      (await connectNode(chain.url)).balance(CONTRACT, address).then((amount) => String(amount / UNIT))
    const everybody = () => [ada, bea, cleo].filter((who) => who !== undefined)
    /** Each has in the books what the address has on the chain. */
    async function assertSame(expected: string[]) {
      expect(await Promise.all(everybody().map(balanceOf))).toEqual(expected)
      expect(await Promise.all(everybody().map(held))).toEqual(expected)
      await assertReconciled()
    }
    const rowsOf = () =>
      forum.stoa.database
        .read('chain_deposits')
        .whereIn(
          'user_id',
          everybody().map(({ id }) => id),
        )
        .orderBy('id')
    /** Another transaction, for a stranger, that comes first in the block. */
    const first = async () => {
      const [, from] = (await chain.ask('eth_accounts')) as string[]
      const nonce = await chain.ask('eth_getTransactionCount', from, 'latest')
      const data = `0x40c10f19${'9'.repeat(40).padStart(64, '0')}${'1'.padStart(64, '0')}`
      return { from, to: CONTRACT, gas: '0x30d40', nonce, data }
    }
    const rawOf = async (transaction: string) => String(await chain.ask('eth_getRawTransactionByHash', transaction))
    const paid = () =>
      chain.payAll([
        { to: ada.address, amount: 10n * TOKEN },
        { to: bea?.address ?? '', amount: 20n * TOKEN },
        { to: bea?.address ?? '', amount: 20n * TOKEN },
        { to: cleo?.address ?? '', amount: 30n * TOKEN },
      ])
    const ALL = ['10000000', '40000000', '30000000']
    const NOTHING = ['0', '0', '0']

    test('that change places, or are fewer, are never two deposits of one row', () => {
      const row = (id: string, log_index: number, about: { to?: string; amount?: number; present?: number } = {}) => ({
        ...{ id, tx_hash: 't', log_index, address: about.to ?? 'a', community_id: 'c' },
        ...{ amount: String(about.amount ?? 1), present: about.present ?? 1, credited: 0 },
      })
      const transfer = (logIndex: number, to = 'a', amount = 1n) => {
        return { contract: 'x', txHash: 't', logIndex, blockNumber: 1, blockHash: 'b', to, amount }
      }
      const idsOf = (transfers: ReturnType<typeof transfer>[], rows: ReturnType<typeof row>[]) => {
        const known = knownDeposits(transfers, { rows, communityOf: new Map([['x', 'c']]) })
        return transfers.map((one) => known.get(one)?.id)
      }
      // Two that change places; the amount at an index changes; another token's.
      expect(idsOf([transfer(0, 'b'), transfer(1)], [row('1', 0), row('2', 1, { to: 'b' })])).toEqual(['2', '1'])
      expect(idsOf([transfer(0, 'a', 2n)], [row('1', 0)])).toEqual([undefined])
      expect(idsOf([{ ...transfer(0), contract: 'y' }], [row('1', 0)])).toEqual([undefined])
      // Equal ones: more, fewer, and one step along.
      expect(idsOf([transfer(1), transfer(2)], [row('1', 0), row('2', 1)])).toEqual(['2', '1'])
      expect(idsOf([transfer(5)], [row('1', 3), row('2', 4)])).toEqual(['1'])
      expect(idsOf([transfer(5), transfer(6)], [row('1', 3)])).toEqual(['1', undefined])
      // The one that is there rather than the one that is gone, unless the index says so.
      expect(idsOf([transfer(5)], [row('1', 3, { present: 0 }), row('2', 4)])).toEqual(['2'])
      expect(idsOf([transfer(3)], [row('1', 3, { present: 0 }), row('2', 4)])).toEqual(['1'])
    })

    test('that move by one keeps each, credited or not', async () => {
      const transaction = await paid()
      const raw = await rawOf(transaction)
      await watch()
      const before = await rowsOf()
      expect(before.map(({ log_index }) => log_index)).toEqual([0, 1, 2, 3])
      await chain.ask('anvil_reorg', 1, [
        [await first(), 0],
        [raw, 0],
      ])
      await watch()
      const moved = await rowsOf()
      expect(moved.map(({ id, present }) => [id, present])).toEqual(before.map(({ id }) => [id, 1]))
      // Of two that are equal, either may be the one or the other.
      expect(moved.map(({ log_index }) => log_index).toSorted()).toEqual([1, 2, 3, 4])
      await chain.mine(CONFIRMATIONS)
      await watch()
      await assertSame(ALL)

      // Back to where they were, and up again in a later block.
      await chain.ask('anvil_reorg', CONFIRMATIONS + 1, [[raw, 0]])
      await Promise.all([watch(), watch()])
      expect((await rowsOf()).map(({ log_index }) => log_index).toSorted()).toEqual([0, 1, 2, 3])
      await assertSame(ALL)
      await chain.ask('anvil_reorg', CONFIRMATIONS + 1, [
        [await first(), 1],
        [raw, 1],
      ])
      await watch()
      await assertSame(ALL)
      expect((await rowsOf()).map(({ id, credits }) => [id, credits])).toEqual(before.map(({ id }) => [id, 1]))
    })

    test('that return in another block, at another place, are credited again', async () => {
      const raw = await rawOf(await paid())
      await chain.mine(CONFIRMATIONS)
      await watch()
      await chain.reorganise(CONFIRMATIONS + 1)
      await watch()
      await assertSame(NOTHING)
      await chain.ask('anvil_reorg', 1, [
        [await first(), 0],
        [raw, 0],
      ])
      await chain.mine(CONFIRMATIONS)
      await watch()
      await assertSame(ALL)
      expect(await rowsOf()).toHaveLength(4)
    })

    test('whose amounts depend on the block credits what the chain has in the end', async () => {
      const payments = everybody().map(({ address }) => ({ to: address, amount: TOKEN }))
      const pays = () => chain.payAll(payments, 'varying')
      const amounts = async () => Promise.all(everybody().map(held))
      // Seen while pending, with a higher amount.
      await chain.mine(5)
      const raw = await rawOf(await pays())
      await watch()
      const high = await amounts()
      await chain.ask('anvil_reorg', 5, [[raw, 0]])
      await watch()
      const low = await amounts()
      expect(BigInt(high[0] ?? 0) - BigInt(low[0] ?? 0)).toBe(4n)
      await assertSame(low)
      expect((await rowsOf()).map(({ present, credited }) => [present, credited])).toEqual([
        ...[0, 1, 2].map(() => [0, 0]),
        ...[0, 1, 2].map(() => [1, 1]),
      ])

      // Credited with the lower amount, then with the higher one again, whose row is known.
      await chain.ask('anvil_reorg', 5, [[raw, 4]])
      await watch()
      expect(await Promise.all(everybody().map(balanceOf))).toEqual(NOTHING)
      await chain.mine(CONFIRMATIONS)
      await watch()
      await assertSame(high)
      expect(await rowsOf()).toHaveLength(6)
    })
  })
})
