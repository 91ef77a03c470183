import { accountIdsOf, type CallOutput, canTransfer, type Me } from '@stoa/contract'
import { MINUTE_MS } from '../../../platform/clock.ts'
import { StaleReadError, type Transaction } from '../../../platform/database/database.ts'
import { assertAllowed, DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountsDomain } from '../accounts/index.ts'
import type { CommunitiesDomain } from '../communities/index.ts'
import type { DepositAddresses } from './addresses.ts'
import { checksummed } from './checksum.ts'
import type { ChainConnection } from './connection.ts'
import { LOCAL_CHAIN_ID, mintTestTokens, notedLocalChain, testTokenOf } from './local-chain.ts'
import { type ChainDepositRow, type ChainTokenRow, chainRepository } from './repository.ts'
import { TEST_TOKEN_DECIMALS } from './test-token.ts'
import { unitSize } from './units.ts'
import type { Withdrawals } from './withdrawals.ts'

interface Dependencies
  extends Pick<Platform, 'database' | 'clock' | 'ids' | 'config'>,
    Pick<AccountsDomain, 'operatorLog'> {
  communities: Pick<CommunitiesDomain['communities'], 'require' | 'get'>
  addresses: DepositAddresses
  connection: ChainConnection
  withdrawals: Pick<Withdrawals, 'newest'>
  about: { isOn: boolean; isLocal: boolean; confirmations: number }
}

/** A new community's token may not be everywhere yet. */
const NEW_FOR_MS = 3 * MINUTE_MS
const NEW_TOKEN = { dust: '0', minimum: 0, missing: 0, missing_since: 0, accepted: 0 }
/** What a page shows. */
const NEWEST = 10

/** What members and operators do with the chain. */
export function createChainService({ database, clock, ids, config, ...dependencies }: Dependencies) {
  const { communities, addresses, connection, withdrawals, about, operatorLog } = dependencies

  /** The community's token. On the local chain, each community gets one. */
  async function tokenOf(tx: Transaction, communityId: string): Promise<ChainTokenRow> {
    const chain = chainRepository(tx.connection)
    const known = await chain.tokenOf(communityId)
    if (known) return known
    if (!about.isLocal) throw new DomainError('CHAIN_OFF')
    const row: ChainTokenRow = {
      ...{ id: ids.next(), chain_id: LOCAL_CHAIN_ID, contract: await testTokenOf(communityId) },
      ...{ community_id: communityId, decimals: TEST_TOKEN_DECIMALS, ...NEW_TOKEN },
      created_at: clock.now(),
    }
    await addToken(tx, { row, start: { number: 0, hash: '' } })
    return row
  }

  async function addToken(tx: Transaction, about: { row: ChainTokenRow; start: { number: number; hash: string } }) {
    const { row, start } = about
    const chain = chainRepository(tx.connection)
    await chain.addToken(row).catch((error: unknown) => {
      throw database.dialect.isUniqueViolation(error) ? new StaleReadError() : error
    })
    await chain.addCursor({ chain_id: row.chain_id, start: start.number, ...start, version: 0 })
  }

  return {
    /** The chain, and what of it concerns this person in a community. */
    async show(viewer: Me, tokenName: string): Promise<CallOutput<'walletChain'>> {
      const { id: communityId } = await communities.require(tokenName)
      const chain = chainRepository(database.read)
      const token = about.isOn ? await chain.tokenOf(communityId) : undefined
      if (!token && !about.isLocal) return { chain: null, address: null, deposits: [], withdrawals: [] }
      const [own] = await addresses.of(accountIdsOf(viewer), communityId)
      const rows = await chain.newest(accountIdsOf(viewer), { communityId, limit: NEWEST })
      const cursor = token && (await chain.cursor(token.chain_id))
      return {
        chain: {
          chainId: token?.chain_id ?? LOCAL_CHAIN_ID,
          ...{ isLocal: about.isLocal, contract: token?.contract ?? null, confirmations: about.confirmations },
          minimum: String(token?.minimum ?? 0),
        },
        address: own ?? null,
        deposits: rows.map((row) => presentDeposit(row, cursor?.number ?? 0)),
        withdrawals: await withdrawals.newest(viewer, communityId),
      }
    },
    /** The member's own address, made at the first time. */
    async depositAddress(
      viewer: Me,
      tokenName: string,
      { tx }: { tx: Transaction },
    ): Promise<CallOutput<'depositAddress'>> {
      const community = await communities.require(tokenName, tx)
      assertAllowed(canTransfer(viewer, community, clock.now()))
      if (!about.isOn) throw new DomainError('CHAIN_OFF')
      const { createdAt } = await communities.get(tokenName, tx)
      if (clock.now() - createdAt < NEW_FOR_MS) throw new DomainError('COMMUNITY_TOO_NEW')
      const token = await tokenOf(tx, community.id)
      const address = await addresses.ensure(tx, { userId: viewer.id, communityId: community.id })
      return { address, chainId: token.chain_id, contract: token.contract, confirmations: about.confirmations }
    },
    /** For trying out: sends test tokens to a member's address on the local chain of the running server. */
    async tryDeposit(order: { userId: string; tokenName: string; units: number }): Promise<string> {
      const { id: communityId } = await communities.require(order.tokenName)
      const url = about.isLocal ? notedLocalChain(config.dataFolder) : null
      const [to] = await addresses.of([order.userId], communityId)
      const token = await chainRepository(database.read).tokenOf(communityId)
      if (url === null || to === undefined || !token) throw new DomainError('NO_LOCAL_CHAIN')
      const amount = BigInt(order.units) * unitSize(token.decimals)
      return mintTestTokens(url, { contract: token.contract, to, amount })
    },
    /** For operators: no smaller withdrawals are accepted from now on. */
    async setMinimum({ tokenName, units }: { tokenName: string; units: number }): Promise<void> {
      const { id, tokenName: detail } = await communities.require(tokenName)
      await database.transaction(async (tx) => {
        if (!(await chainRepository(tx.connection).setMinimum(id, units))) throw new DomainError('CHAIN_OFF')
        await operatorLog.act(tx, 'operator', { act: 'set smallest withdrawal of', detail })
      })
    },
    /** For operators: allows a contract as a community's token, and reads it from the present block on. */
    async allow({ tokenName, contract: typed }: { tokenName: string; contract: string }): Promise<ChainTokenRow> {
      const { id: communityId, tokenName: detail } = await communities.require(tokenName)
      if (!about.isOn) throw new DomainError('CHAIN_OFF')
      const contract = await checksummed(typed)
      const node = await connection.direct()
      const others = (await chainRepository(database.read).tokens()).filter((row) => row.community_id !== communityId)
      if (others.some((row) => row.chain_id === node.chainId && row.contract === contract))
        throw new DomainError('TOKEN_ON_CHAIN')
      const [decimals, start] = [await node.decimals(contract), await node.head()]
      const row: ChainTokenRow = {
        ...{ id: ids.next(), chain_id: node.chainId, contract, community_id: communityId, decimals },
        ...NEW_TOKEN,
        created_at: clock.now(),
      }
      return database.transaction(async (tx) => {
        const known = await chainRepository(tx.connection).tokenOf(communityId)
        // The money in one token isn't money in another.
        if (known && (known.contract !== contract || known.chain_id !== node.chainId))
          throw new DomainError('TOKEN_ON_CHAIN')
        if (known) return known
        await addToken(tx, { row, start })
        await operatorLog.act(tx, 'operator', { act: 'accepted contract of', detail })
        return row
      })
    },
  }
}

function presentDeposit(row: ChainDepositRow, last: number): CallOutput<'walletChain'>['deposits'][number] {
  const { id, created_at: at, units, tx_hash: transaction, block_number, present, credited } = row
  return {
    ...{ id, at, amount: String(units), transaction },
    confirmations: present === 1 ? Math.max(0, last - block_number + 1) : 0,
    state: credited === 1 ? 'credited' : present === 1 ? 'pending' : 'gone',
  }
}
