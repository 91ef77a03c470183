import type { Connection, Database } from '../../../platform/database/database.ts'

export interface ChainTokenRow {
  id: string
  chain_id: number
  contract: string
  community_id: string
  decimals: number
  dust: string
  /** The smallest withdrawal, in units of the ledger. 0: any. */
  minimum: number
  /** What the chain lacks of it, in units of the ledger, since when, and how much more an operator has accepted. */
  missing: number
  missing_since: number
  accepted: number
  created_at: number
}

export interface ChainAddressRow {
  id: string
  user_id: string
  community_id: string
  number: number
  address: string
  created_at: number
}

/** An address at which purchases by card arrive, by member. */
export interface CardAddressRow extends Omit<ChainAddressRow, 'community_id'> {}

export interface ChainCursorRow {
  chain_id: number
  start: number
  number: number
  hash: string
  version: number
}

export interface ChainDepositRow {
  id: string
  chain_id: number
  tx_hash: string
  log_index: number
  block_number: number
  block_hash: string
  address: string
  community_id: string
  user_id: string
  amount: string
  units: number
  present: number
  credited: number
  credits: number
  fee: number
  owed: number
  created_at: number
}

/** Names per query. */
const CHUNK = 500

export function chainRepository(connection: Connection) {
  const keys = () => connection<{ name: string; public_key: string; sealed: string; created_at: number }>('chain_keys')
  const tokens = () => connection<ChainTokenRow>('chain_tokens')
  const addresses = () => connection<ChainAddressRow>('chain_addresses')
  const cardAddresses = () => connection<CardAddressRow>('chain_card_addresses')
  const cursors = () => connection<ChainCursorRow>('chain_cursors')
  const checkpoints = () => connection<{ chain_id: number; number: number; hash: string }>('chain_checkpoints')
  const deposits = () => connection<ChainDepositRow>('chain_deposits')
  return {
    async key(name: string) {
      return keys().where({ name }).first()
    },
    /** Does nothing if there is one. */
    async addKey(row: { name: string; public_key: string; sealed: string; created_at: number }): Promise<void> {
      await keys().insert(row).onConflict('name').ignore()
    },
    async tokens(): Promise<ChainTokenRow[]> {
      return (await tokens().orderBy('id')).map(tokenOf)
    },
    async tokenOf(communityId: string): Promise<ChainTokenRow | undefined> {
      const row = await tokens().where({ community_id: communityId }).first()
      return row && tokenOf(row)
    },
    /** Throws a unique violation if the community has a token, or the contract another community. */
    async addToken(row: ChainTokenRow): Promise<void> {
      await tokens().insert(row)
    },
    /** False: the community has no token. */
    async setMinimum(communityId: string, minimum: number): Promise<boolean> {
      return (await tokens().where({ community_id: communityId }).update({ minimum })) > 0
    },
    async lockToken(communityId: string, dialect: Database['dialect']): Promise<ChainTokenRow | undefined> {
      const [row] = await dialect.forUpdate(tokens().where({ community_id: communityId }))
      return row && tokenOf(row)
    },
    async changeReserve(
      communityId: string,
      change: Partial<Pick<ChainTokenRow, 'missing' | 'missing_since' | 'accepted'>>,
    ): Promise<void> {
      await tokens().where({ community_id: communityId }).update(change)
    },
    /**
     * What deposits have brought that are booked and as deep as that needs, by community, in units of the ledger, with
     * the block up to which the chain is read. One statement, so that both are of the same moment. Null: nothing is.
     */
    async bookedDeposits(chainId: number, confirmations: number) {
      const rows: { number: number; hash: string; community_id: string; units: string }[] = await connection(
        'chain_cursors as c',
      )
        .join('chain_deposits as d', 'd.chain_id', 'c.chain_id')
        .where({ 'c.chain_id': chainId, 'd.present': 1, 'd.credited': 1 })
        .whereRaw('d.block_number <= c.number - ?', [confirmations - 1])
        .groupBy('c.number', 'c.hash', 'd.community_id')
        .select('c.number', 'c.hash', 'd.community_id', connection.raw(`${sumOf('d.units + d.fee')} as units`))
      const [first] = rows
      if (!first) return null
      const units = new Map(rows.map((row) => [row.community_id, BigInt(row.units)]))
      return { number: Number(first.number), hash: first.hash, units }
    },
    /** What withdrawals have taken that may be on the chain, by community, in units of the ledger. */
    async signedWithdrawals(chainId: number): Promise<Map<string, bigint>> {
      const rows: { community_id: string; units: string }[] = await connection('chain_withdrawals')
        .where({ chain_id: chainId })
        .whereNotIn('state', ['requested', 'failed'])
        .groupBy('community_id')
        .select('community_id', connection.raw(`${sumOf('units')} as units`))
      return new Map(rows.map(({ community_id, units }) => [community_id, BigInt(units)]))
    },
    async setDust(communityId: string, dust: string): Promise<void> {
      await tokens().where({ community_id: communityId }).update({ dust })
    },
    async addressesOf(userIds: readonly string[], communityId: string): Promise<ChainAddressRow[]> {
      return addresses().whereIn('user_id', userIds.slice()).where({ community_id: communityId }).orderBy('id')
    },
    async isNumberUsed(number: number): Promise<boolean> {
      return (await addresses().where({ number }).first()) !== undefined
    },
    /** Throws a unique violation if somebody was faster. */
    async addAddress(row: ChainAddressRow): Promise<void> {
      await addresses().insert(row)
    },
    async cardAddressOf(userId: string): Promise<string | null> {
      return (await cardAddresses().where({ user_id: userId }).first())?.address ?? null
    },
    async isCardNumberUsed(number: number): Promise<boolean> {
      return (await cardAddresses().where({ number }).first()) !== undefined
    },
    /** Throws a unique violation if somebody was faster. */
    async addCardAddress(row: CardAddressRow): Promise<void> {
      await cardAddresses().insert(row)
    },
    /** Whether members have the address, for deposits or purchases by card. */
    async isOfMember(address: string): Promise<boolean> {
      const [deposits, cards] = [
        await addresses().where({ address }).first(),
        await cardAddresses().where({ address }).first(),
      ]
      return deposits !== undefined || cards !== undefined
    },
    /** Those of the addresses to which members deposit. */
    async ownAddresses(all: readonly string[]): Promise<Map<string, ChainAddressRow>> {
      const found = new Map<string, ChainAddressRow>()
      for (let from = 0; from < all.length; from += CHUNK) {
        const rows = await addresses().whereIn('address', all.slice(from, from + CHUNK))
        for (const row of rows) found.set(row.address, row)
      }
      return found
    },
    async cursor(chainId: number): Promise<ChainCursorRow | undefined> {
      return cursorOf(await cursors().where({ chain_id: chainId }).first())
    },
    /** Locks the cursor, for which all changes of deposits wait. */
    async lockCursor(chainId: number, dialect: Database['dialect']): Promise<ChainCursorRow | undefined> {
      const [row] = await dialect.forUpdate(cursors().where({ chain_id: chainId }))
      return cursorOf(row)
    },
    async addCursor(row: ChainCursorRow): Promise<void> {
      await cursors().insert(row).onConflict('chain_id').ignore()
    },
    /** Moves a locked cursor forward, or back before blocks that are gone. */
    async moveCursor({ chain_id, version }: ChainCursorRow, to: { number: number; hash: string }): Promise<void> {
      await cursors()
        .where({ chain_id })
        .update({ ...to, version: version + 1 })
      await checkpoints().where({ chain_id }).where('number', '>', to.number).del()
      await checkpoints()
        .insert({ chain_id, ...to })
        .onConflict(['chain_id', 'number'])
        .merge(['hash'])
    },
    /** Blocks that were the last one once, newest first. */
    async checkpoints(chainId: number): Promise<{ number: number; hash: string }[]> {
      const rows = await checkpoints().where({ chain_id: chainId }).orderBy('number', 'desc')
      return rows.map(({ number, hash }) => ({ number: Number(number), hash }))
    },
    async forgetCheckpoints(chainId: number, before: number): Promise<void> {
      await checkpoints().where({ chain_id: chainId }).where('number', '<', before).del()
    },
    /** Deposits that were in these blocks. */
    async depositsIn(chainId: number, { from, to }: { from: number; to: number }): Promise<ChainDepositRow[]> {
      return (await deposits().where({ chain_id: chainId }).whereBetween('block_number', [from, to])).map(depositOf)
    },
    async depositsOfTransactions(chainId: number, hashes: readonly string[]): Promise<ChainDepositRow[]> {
      const found: ChainDepositRow[] = []
      for (let from = 0; from < hashes.length; from += CHUNK) {
        const some = hashes.slice(from, from + CHUNK)
        found.push(...(await deposits().where({ chain_id: chainId }).whereIn('tx_hash', some)))
      }
      return found.map(depositOf)
    },
    async addDeposit(row: ChainDepositRow): Promise<void> {
      await deposits().insert(row)
    },
    async changeDeposit(id: string, change: Partial<ChainDepositRow>): Promise<void> {
      await deposits().where({ id }).update(change)
    },
    async deposit(id: string): Promise<ChainDepositRow | undefined> {
      const row = await deposits().where({ id }).first()
      return row && depositOf(row)
    },
    /**
     * Ids of deposits that the ledger doesn't have as it should: deep enough and not credited, credited and gone or too
     * high, or owed. What is above the cursor isn't known. In the order of their ids.
     */
    async due(
      chainId: number,
      about: { deepest: number; last: number; after: string; limit: number },
    ): Promise<string[]> {
      const { deepest, last, after, limit } = about
      const of = () =>
        deposits().where({ chain_id: chainId }).where('id', '>', after).orderBy('id').limit(limit).select('id')
      const found = [
        ...(await of().where({ present: 1, credited: 0 }).where('block_number', '<=', deepest)),
        ...(await of().where({ present: 0, credited: 1 })),
        ...(await of()
          .where({ present: 1, credited: 1 })
          .whereBetween('block_number', [deepest + 1, last])),
        ...(await of().where('owed', '>', 0)),
      ]
      return [...new Set(found.map(({ id }) => id))].toSorted().slice(0, limit)
    },
    /** Whose deposits are gone and spent, of these people. */
    async owing(userIds: readonly string[]): Promise<string[]> {
      const rows = await deposits().where('owed', '>', 0).whereIn('user_id', userIds.slice()).distinct('user_id')
      return rows.map(({ user_id }) => user_id)
    },
    /** What these people owe for deposits that are gone. */
    async debts(userIds: readonly string[]): Promise<{ communityId: string; units: number }[]> {
      const rows = await deposits().where('owed', '>', 0).whereIn('user_id', userIds.slice())
      return rows.map(({ community_id, owed }) => ({ communityId: community_id, units: Number(owed) }))
    },
    /** A person's newest deposits in a token. */
    async newest(
      userIds: readonly string[],
      about: { communityId: string; limit: number },
    ): Promise<ChainDepositRow[]> {
      const { communityId, limit } = about
      const rows = await deposits()
        .whereIn('user_id', userIds.slice())
        .where({ community_id: communityId })
        .orderBy('id', 'desc')
        .limit(limit)
      return rows.map(depositOf)
    },
  }
}

/** As a text, which is exact in both databases. */
const sumOf = (expression: string) => `cast(sum(${expression}) as char)`

/** MySQL's large integers may be texts. */
function tokenOf(row: ChainTokenRow): ChainTokenRow {
  const [missing, missing_since, accepted] = [row.missing, row.missing_since, row.accepted].map(Number)
  return {
    ...row,
    chain_id: Number(row.chain_id),
    minimum: Number(row.minimum),
    missing,
    missing_since,
    accepted,
  } as ChainTokenRow
}

function cursorOf(row: ChainCursorRow | undefined): ChainCursorRow | undefined {
  if (!row) return row
  const [chain_id, start, number, version] = [row.chain_id, row.start, row.number, row.version].map(Number)
  return { ...row, chain_id, start, number, version } as ChainCursorRow
}

function depositOf(row: ChainDepositRow): ChainDepositRow {
  const { chain_id, block_number, units, fee, owed, created_at } = row
  return {
    ...row,
    ...{ chain_id: Number(chain_id), block_number: Number(block_number), units: Number(units), fee: Number(fee) },
    ...{ owed: Number(owed), created_at: Number(created_at) },
  }
}
