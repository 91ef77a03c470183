import type { Database, Transaction } from '../database/database.ts'
import { secretMarkRepository } from '../database/secret-mark-repository.ts'
import type { Table } from '../database/table.ts'
import { ConfigError } from '../domain-error.ts'
import { deriveKey, openSealed, seal } from './keys.ts'

const markOf = (secret: string) => deriveKey(secret, 'stoa secret mark').toString('hex')

const OTHER_SECRET =
  'This database was used with another secret. With this one everybody would be signed out and what is encrypted would be lost. Set STOA_SECRET, or the file secret in STOA_DATA, to the former one. To change the secret, stop all servers and run: stoa secret:change'

const NOT_FORMER = 'That is not the former secret of the database.'

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

interface SecretChange {
  encryptedAgain: number
  /** Rows that the former secret doesn't open. */
  unreadable: number
}

/**
 * Makes a secret the database's. What was encrypted with the former one is encrypted again; null: that one is lost, and
 * rows that nobody can use without it are deleted. Throws a ConfigError if `former` isn't the former one.
 */
export async function changeSecret(
  database: Database,
  { secret, former, tables }: { secret: string; former: string | null; tables: readonly Table[] },
): Promise<SecretChange> {
  return database.transaction(async (tx) => {
    const repository = secretMarkRepository(tx.connection)
    const mark = await repository.find()
    if (mark === markOf(secret)) throw new ConfigError('This already is the secret of the database.')
    if (former !== null && mark !== undefined && mark !== markOf(former)) throw new ConfigError(NOT_FORMER)
    const change = await sealAgain(tx, { secret, former, tables })
    // Without a mark, only what it opens proves that it is the former secret.
    const isProven = mark !== undefined || change.encryptedAgain > 0 || change.unreadable === 0
    if (former !== null && !isProven) throw new ConfigError(NOT_FORMER)
    await repository.replace(markOf(secret))
    return change
  })
}

async function sealAgain(
  tx: Transaction,
  { secret, former, tables }: { secret: string; former: string | null; tables: readonly Table[] },
): Promise<SecretChange> {
  const repository = secretMarkRepository(tx.connection)
  const change = { encryptedAgain: 0, unreadable: 0 }
  for (const { name, key = ['id'], sealed: purpose, isLostWithSecret = false } of tables) {
    if (purpose === undefined) continue
    for (const row of await repository.sealedRows(name, key)) {
      const text = former === null ? null : opened(deriveKey(former, purpose), row.sealed)
      if (text !== null) {
        await repository.setSealed(name, row.key, seal(deriveKey(secret, purpose), text))
        change.encryptedAgain += 1
      } else if (opened(deriveKey(secret, purpose), row.sealed) === null) {
        change.unreadable += 1
        if (former === null && isLostWithSecret) await repository.remove(name, row.key)
      }
    }
  }
  return change
}

function opened(key: Buffer, sealed: string): string | null {
  try {
    return openSealed(key, sealed)
  } catch {
    return null
  }
}
