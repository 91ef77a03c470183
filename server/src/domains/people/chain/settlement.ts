import type { Transaction } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountsDomain } from '../accounts/index.ts'
import type { AccountName, Ledger } from '../ledger/index.ts'
import { type ChainDepositRow, type ChainTokenRow, chainRepository } from './repository.ts'
import { unitSize, unitsOnChain } from './units.ts'

interface Dependencies extends Pick<Platform, 'database' | 'ids' | 'logger'> {
  /** Blocks on top of a deposit's, counted with it, from which on it is booked. */
  confirmations: number
  ledger: Pick<Ledger, 'post'>
  accounts: Pick<AccountsDomain['accounts'], 'accountsOf'>
}

/** The accounts have nothing that could be taken back, so nothing is moved. */
class NothingThere extends Error {}

/** Deposits per round. */
const LIMIT = 200

/** Makes the ledger have each deposit that the chain has, as long as it has it. */
export function createSettlement({ database, ids, logger, confirmations, ledger, accounts }: Dependencies) {
  /** Books a deposit. What its member still owes for it was never taken back. */
  async function credit(tx: Transaction, { row, token }: { row: ChainDepositRow; token: ChainTokenRow }) {
    const { rest } = unitsOnChain(BigInt(row.amount), token.decimals)
    const size = unitSize(token.decimals)
    const dust = BigInt(token.dust) + rest
    const fee = dust >= size ? Number(dust / size) : 0
    const units = row.units - row.owed
    const { community_id: communityId, user_id: ownerId, id, credits } = row
    if (units + fee > 0)
      await ledger.post(tx, {
        ...{ reason: 'deposit', actorId: '', reference: id, key: `deposit ${id} ${credits}`, communityId },
        ...{ content: [units, fee] },
        accounts: [
          { communityId, kind: 'outside', ownerId: '' },
          { communityId, kind: 'member', ownerId },
          { communityId, kind: 'fees', ownerId: '' },
        ],
        amounts: () => [0 - units - fee, units, fee],
      })
    const chain = chainRepository(tx.connection)
    await chain.setDust(communityId, String(dust - BigInt(fee) * size))
    await chain.changeDeposit(id, { credited: 1, credits: credits + 1, fee, owed: 0 })
  }

  /**
   * Takes money back: from the fees account what it got, from the member's accounts what is there. The rest is owed,
   * and taken as soon as there is something.
   */
  async function takeBack(tx: Transaction, { row, token }: { row: ChainDepositRow; token: ChainTokenRow }) {
    const { community_id: communityId, id } = row
    const ownIds = await accounts.accountsOf(row.user_id, tx)
    const isFirst = row.credited === 1
    const owed = isFirst ? row.units : row.owed
    const ofFees = isFirst ? row.fee : 0
    let [taken, fee] = [0, 0]
    const others: AccountName[] = [
      ...ownIds.map((ownerId) => ({ communityId, kind: 'member', ownerId }) as const),
      { communityId, kind: 'fees', ownerId: '' },
    ]
    const outside: AccountName = { communityId, kind: 'outside', ownerId: '' }
    const parts = (balances: readonly number[]) => {
      let left = owed
      const amounts = balances.slice(0, -1).map((balance) => {
        const part = Math.min(left, balance)
        left -= part
        return 0 - part
      })
      taken = owed - left
      fee = Math.min(ofFees, balances.at(-1) ?? 0)
      if (taken + fee === 0) throw new NothingThere()
      return [...amounts, 0 - fee, taken + fee]
    }
    const order = {
      ...({ reason: 'reversal', actorId: '', reference: id, communityId } as const),
      // The deposit's row, locked with the cursor, says what is left to take. A try that got nothing for it is no repeat.
      ...{ key: `deposit ${id} back ${ids.next()}`, content: [], accounts: [...others, outside] },
      amounts: (balances: readonly number[]) => parts(balances.slice(0, -1)),
    }
    await ledger.post(tx, order).catch((error: unknown) => {
      if (!(error instanceof NothingThere)) throw error
    })
    const chain = chainRepository(tx.connection)
    if (isFirst) {
      const { rest } = unitsOnChain(BigInt(row.amount), token.decimals)
      const dust = BigInt(token.dust) - rest + BigInt(fee) * unitSize(token.decimals)
      await chain.setDust(communityId, String(dust))
    }
    await chain.changeDeposit(id, { credited: 0, fee: 0, owed: owed - taken })
    if (isFirst && taken < owed)
      logger.error({ deposit: id, owed: owed - taken }, 'a deposit is gone from the chain, and its member has spent it')
  }

  /** Compares a deposit with the ledger again, under the cursor's lock. */
  async function settle(tx: Transaction, { chainId, id }: { chainId: number; id: string }): Promise<void> {
    const chain = chainRepository(tx.connection)
    const cursor = await chain.lockCursor(chainId, database.dialect)
    const row = await chain.deposit(id)
    const token = row && (await chain.tokenOf(row.community_id))
    if (!cursor || !row || !token) return
    const isDeep = row.block_number <= cursor.number - confirmations + 1
    const isKnown = row.present === 0 || row.block_number <= cursor.number
    if (!isKnown) return
    const isDue = row.present === 1 && isDeep
    if (isDue && row.credited === 0) return credit(tx, { row, token })
    if ((!isDue && row.credited === 1) || row.owed > 0) return takeBack(tx, { row, token })
  }

  return {
    async settleAll(chainId: number): Promise<void> {
      const read = chainRepository(database.read)
      const cursor = await read.cursor(chainId)
      if (!cursor) return
      const deepest = cursor.number - confirmations + 1
      let after = ''
      for (;;) {
        const due = await read.due(chainId, { deepest, last: cursor.number, after, limit: LIMIT })
        for (const id of due) {
          after = id
          await database
            .transaction((tx) => settle(tx, { chainId, id }))
            .catch((error: unknown) => {
              // One that can't be booked, such as while payouts are frozen, doesn't hold up the others.
              logger.error({ err: error, deposit: id }, 'a deposit could not be settled')
            })
        }
        if (due.length < LIMIT) return
      }
    },
    debts: (userIds: readonly string[], tx?: Transaction) => chainRepository(database.from(tx)).debts(userIds),
    /** Which of these people owe for deposits that are gone. */
    owing: (tx: Transaction, userIds: readonly string[]) => chainRepository(tx.connection).owing(userIds),
  }
}
