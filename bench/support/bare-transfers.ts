import { createHash, randomUUID } from 'node:crypto'
import mysql, { type Connection, type RowDataPacket } from 'mysql2/promise'
import { createIds } from '../../server/src/platform/ids.ts'

const ids = createIds({ now: () => Date.now() })

/** Who pays whom how much. */
export interface BareTransfer {
  from: string
  to: string
  amount: number
}

/**
 * Runs the statements of the ledger's transfers without the ledger, one transaction at a time on each connection, and
 * returns how many were made.
 */
export async function bareTransfers(about: {
  url: string
  connections: number
  seconds: number
  communityId: string
  next: (connection: number) => BareTransfer
}): Promise<number> {
  const { url, seconds, communityId, next } = about
  const connections = await Promise.all(
    Array.from({ length: about.connections }, async () => {
      const connection = await mysql.createConnection({ uri: url, charset: 'utf8mb4' })
      await connection.query('set session transaction isolation level read committed')
      return connection
    }),
  )
  const until = performance.now() + seconds * 1000
  let count = 0
  await Promise.all(
    connections.map(async (connection, index) => {
      while (performance.now() < until) if (await transfer(connection, communityId, next(index))) count += 1
      await connection.end()
    }),
  )
  return count
}

/** False: the database chose this transaction to end a deadlock, or the balance is too small. */
async function transfer(connection: Connection, communityId: string, { from, to, amount }: BareTransfer) {
  const hash = createHash('sha256').update(randomUUID()).digest('hex')
  try {
    await connection.query('begin')
    await connection.query('select * from ledger_transfers where key_hash = ? limit 1', [hash])
    const [named] = await connection.query<RowDataPacket[]>(
      "select * from ledger_accounts where (community_id = ? and kind = 'member' and owner_id = ?) or (community_id = ? and kind = 'member' and owner_id = ?)",
      [communityId, from, communityId, to],
    )
    const accountIds = named.map(({ id }) => id)
    const [accounts] = await connection.query<RowDataPacket[]>(
      'select * from ledger_accounts where id in (?) order by id for update',
      [accountIds],
    )
    const id = ids.next()
    await connection.query('insert into ledger_transfers values (?)', [
      [id, communityId, 'transfer', from, '', hash, hash, Date.now()],
    ])
    const changes = accounts.map((account) => ({ account, by: account.owner_id === from ? -amount : amount }))
    await connection.query('insert into ledger_entries values ?', [
      changes.map(({ account, by }) => [account.id, id, communityId, by]),
    ])
    for (const { account, by } of changes) {
      const after = Number(account.balance) + by
      const where = [after, account.id, account.balance, after]
      await connection.query(
        'update ledger_accounts set balance = ? where id = ? and balance = ? and floor <= ?',
        where,
      )
    }
    await connection.query('commit')
    return true
  } catch {
    await connection.query('rollback')
    return false
  }
}
