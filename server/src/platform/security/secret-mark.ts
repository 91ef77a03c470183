import type { Database, Transaction } from '../database/database.ts'
import { secretMarkRepository } from '../database/secret-mark-repository.ts'
import type { Table } from '../database/table.ts'
import { ConfigError } from '../domain-error.ts'
import { deriveKey, openSealed, seal } from './keys.ts'

const markOf = (secret: string) => deriveKey(secret, 'stoa secret mark').toString('hex')

const OTHER_SECRET =
  'This database was used with another secret. With this one everybody would be signed out and what is encrypted would be lost. Set STOA_SECRET, or the file secret in STOA_DATA, to the former one. To change the secret, stop all servers and run: stoa secret:change'

/** Throws a ConfigError if the database was used with another secret. Without a mark, any secret is accepted. */
export async function assertSecret(database: Database, secret: string): Promise<void> {
  const mark = await secretMarkRepository(database.read).find()
  if (mark !== undefined && mark !== markOf(secret)) throw new ConfigError(OTHER_SECRET)
}

/** Stores the secret's mark, if there is none yet. Throws like `assertSecret`. */
export async function keepSecretMark(database: Database, secret: string): Promise<void> {
  await assertSecret(database, secret)
  await database.transaction(async (tx) => {
    const repository = secretMarkRepository(tx.connection)
    if ((await repository.find()) === undefined) await repository.replace(markOf(secret))
  })
}

/**
 * Makes a secret the database's. What was encrypted with the former one is encrypted again; null: that one is lost, and
 * the encrypted data with it. Returns the number of rows. Throws a ConfigError if `former` isn't the former one.
 */
export async function changeSecret(
  database: Database,
  { secret, former, tables }: { secret: string; former: string | null; tables: readonly Table[] },
): Promise<number> {
  return database.transaction(async (tx) => {
    const repository = secretMarkRepository(tx.connection)
    const mark = await repository.find()
    if (mark === markOf(secret)) throw new ConfigError('This already is the secret of the database.')
    if (former !== null && mark !== undefined && mark !== markOf(former)) {
      throw new ConfigError('That is not the former secret of the database.')
    }
    const count = former === null ? 0 : await sealAgain(tx, { secret, former, tables })
    await repository.replace(markOf(secret))
    return count
  })
}

async function sealAgain(
  tx: Transaction,
  { secret, former, tables }: { secret: string; former: string; tables: readonly Table[] },
): Promise<number> {
  const repository = secretMarkRepository(tx.connection)
  let count = 0
  for (const { name, key = ['id'], sealed: purpose } of tables) {
    if (purpose === undefined) continue
    const [formerKey, nextKey] = [deriveKey(former, purpose), deriveKey(secret, purpose)]
    for (const row of await repository.sealedRows(name, key)) {
      await repository.setSealed(name, row.key, seal(nextKey, openSealed(formerKey, row.sealed)))
      count += 1
    }
  }
  return count
}
