import { plainAmount } from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountsDomain } from '../accounts/index.ts'
import type { CommunitiesDomain } from '../communities/index.ts'
import type { ChainNode } from './node.ts'
import { type ChainTokenRow, chainRepository } from './repository.ts'
import { sweepsRepository } from './sweeps-repository.ts'
import { unitsOnChain } from './units.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'logger'>, Pick<AccountsDomain, 'operatorLog'> {
  communities: Pick<CommunitiesDomain['communities'], 'require' | 'factsById'>
  confirmations: number
  /** The wallet that pays. Null: there is no seed yet. */
  payer(): Promise<string | null>
}

/** A token on the chain, in units of the ledger. */
interface Reserve {
  tokenName: string
  /** What was deposited, without what was withdrawn. */
  booked: number
  /** What the chain lacks of it, without what an operator has accepted. */
  missing: number
}

/** Balances per request. */
const BATCH = 100

/**
 * Compares what the chain holds with what the books say it must: for each token, what is at the paying wallet and at
 * members' addresses with the deposits less the withdrawals. More is fine, such as what an operator has added. Less means
 * that somebody else has moved tokens, or that the books are wrong: nothing is signed until an operator has looked at it.
 */
export function createReserves({ database, clock, logger, operatorLog, ...dependencies }: Dependencies) {
  const { communities, confirmations, payer } = dependencies

  /** Whether addresses had at least so much in a block; otherwise how much is missing. In units of the ledger. */
  async function lackOf(
    node: ChainNode,
    about: { token: ChainTokenRow; owners: readonly string[]; expected: bigint; block: number },
  ): Promise<bigint> {
    const { token, owners, expected, block } = about
    let [held, lack] = [0n, expected]
    for (let from = 0; from < owners.length && lack > 0n; from += BATCH) {
      const some = { contract: token.contract, owners: owners.slice(from, from + BATCH), block }
      for (const balance of await node.balances(some)) held += balance
      // In full units, and so is what is booked of each deposit: fractions that add up are on the safe side.
      lack = expected - unitsOnChain(held, token.decimals).units
    }
    return lack > 0n ? lack : 0n
  }

  /** Stores what is missing of a token. */
  async function note(token: ChainTokenRow, lack: bigint): Promise<number> {
    return database.transaction(async ({ connection }) => {
      const chain = chainRepository(connection)
      const present = await chain.lockToken(token.community_id, database.dialect)
      if (!present) return 0
      const missing = Math.max(0, Number(lack) - present.accepted)
      const since = missing === 0 ? 0 : present.missing_since || clock.now()
      // What is there again may not be missing once more.
      const accepted = Math.min(present.accepted, Number(lack))
      await chain.changeReserve(token.community_id, { missing, missing_since: since, accepted })
      return missing
    })
  }

  async function nameOf(communityId: string): Promise<string> {
    return (await communities.factsById([communityId])).get(communityId)?.tokenName ?? ''
  }

  return {
    /**
     * Compares all tokens. Everything is read at one block which can't change any more, so that what a sweep moves is in
     * one place. Withdrawals count from their signature on, since they may be in that block.
     */
    async compare(node: ChainNode): Promise<Reserve[]> {
      const read = chainRepository(database.slowRead)
      const books = await read.bookedDeposits(node.chainId, confirmations)
      const withdrawn = await read.signedWithdrawals(node.chainId)
      // A block's hash says what is below it. If this one is on the chain, the chain is the one that the books know.
      const isKnown = async () => books === null || (await node.block(books.number))?.hash === books.hash
      if (!(await isKnown())) throw new Error('The books do not know the newest blocks yet.')
      const targets = await sweepsRepository(database.slowRead).targets(node.chainId)
      const wallet = await payer()
      const lacks: { token: ChainTokenRow; expected: bigint; lack: bigint }[] = []
      const unreadable: string[] = []
      for (const token of await read.tokens()) {
        // Nothing is expected of a token without deposits, or of another chain's.
        const booked = token.chain_id === node.chainId ? (books?.units.get(token.community_id) ?? 0n) : 0n
        const expected = booked - (withdrawn.get(token.community_id) ?? 0n)
        const here = targets.filter(({ contract }) => contract === token.contract).map(({ address }) => address)
        const owners = wallet === null ? here : [wallet, ...here]
        const block = (books?.number ?? 0) - confirmations + 1
        // A contract that fails doesn't hide what is missing of others.
        const lack = await lackOf(node, { token, owners, expected, block }).catch((error: unknown) => {
          logger.error({ err: error, contract: token.contract }, 'the balances of a contract can’t be read')
          unreadable.push(token.contract)
          return null
        })
        if (lack !== null) lacks.push({ token, expected, lack })
      }
      if (!(await isKnown())) throw new Error('The chain changed while it was compared with the books.')
      const found: Reserve[] = []
      for (const { token, expected, lack } of lacks) {
        const [missing, tokenName] = [await note(token, lack), await nameOf(token.community_id)]
        if (missing > 0)
          logger.error(
            { community: tokenName, contract: token.contract, missing: plainAmount(missing) },
            'the chain holds less than the books say: nothing is signed',
          )
        if (token.chain_id === node.chainId) found.push({ tokenName, booked: Number(expected), missing })
      }
      if (unreadable.length > 0) throw new Error(`The balances of ${unreadable.join(' and ')} can’t be read.`)
      return found
    },
    /** What was missing at the last comparison, by token. */
    async missing(): Promise<{ tokenName: string; units: number }[]> {
      const rows = (await chainRepository(database.read).tokens()).filter(({ missing }) => missing > 0)
      const facts = await communities.factsById(rows.map(({ community_id }) => community_id))
      return rows.map((row) => ({ tokenName: facts.get(row.community_id)?.tokenName ?? '', units: row.missing }))
    },
    /** Since when something is missing, and of how many tokens. Null: nothing is. */
    async halted(tx?: Transaction): Promise<{ since: number; differences: number } | null> {
      const rows = (await chainRepository(database.from(tx)).tokens()).filter(({ missing }) => missing > 0)
      const since = Math.min(...rows.map(({ missing_since }) => missing_since))
      return rows.length === 0 ? null : { since, differences: rows.length }
    },
    /** For operators, who know why so much is missing: it is expected from now on. */
    async accept({ tokenName, units }: { tokenName: string; units: number }): Promise<void> {
      const { id, tokenName: name } = await communities.require(tokenName)
      await database.transaction(async (tx) => {
        const chain = chainRepository(tx.connection)
        const token = await chain.lockToken(id, database.dialect)
        if (!token) throw new DomainError('CHAIN_OFF')
        const { missing, accepted } = token
        if (missing === 0 || missing !== units) {
          const present = missing === 0 ? `0 ${name}` : `${plainAmount(missing)} ${name}`
          throw new DomainError('SHORTFALL_DIFFERS', undefined, { id: present })
        }
        await chain.changeReserve(id, { missing: 0, missing_since: 0, accepted: accepted + units })
        const detail = `${plainAmount(units)} ${name}`
        await operatorLog.act(tx, 'operator', { act: 'accepted a shortfall of', detail })
      })
    },
  }
}
