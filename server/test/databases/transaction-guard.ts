import { AsyncLocalStorage } from 'node:async_hooks'
import type { Connection, Database, Transaction } from '../../src/platform/database/database.ts'
import { recordStatements } from './statements.ts'

interface Running {
  database: Database
  /** Where the transaction was opened. */
  opened: Error
  isOpen: boolean
  /** The enclosing transaction on another database. */
  outer: Running | undefined
}

/** Shared by all databases, because each further storage would permanently slow every promise of the process. */
const current = new AsyncLocalStorage<Running>()

/** The innermost open transaction, of `database` if given. */
function openOne(database?: Database): Running | undefined {
  let running = current.getStore()
  while (running && !(running.isOpen && (!database || running.database === database))) running = running.outer
  return running
}

const CHANGED_TABLE = /^(?:insert into|update|delete from) `?(\w+)/i
const QUERIED_TABLES = /\b(?:from|join|update) [`"]?(\w+)/gi

/** Refuses queries of tables with changes that `changeLast` has put off, and that the query would miss. */
function guardLastChanges(tx: Transaction): void {
  const { connection, changeLast } = tx
  const last: string[] = []
  const changed = new Set<string | undefined>()
  tx.changeLast = (...statements) => {
    for (const { sql } of statements) {
      last.push(sql)
      changed.add(CHANGED_TABLE.exec(sql)?.[1])
    }
    changeLast(...statements)
  }
  connection.on('query', ({ sql }: { sql: string }) => {
    if (changed.size === 0 || last.includes(sql) || sql === last.join(';')) return
    const missed = [...sql.matchAll(QUERIED_TABLES)].find(([, table]) => changed.has(table))
    if (missed) throw new Error(`The transaction changes ${missed[1]} last, and queries it before: ${sql}`)
  })
}

/**
 * Refuses reads outside a running transaction, which would miss its writes. Also refuses other transactions during it,
 * which would wait for the connection their own caller holds, and queries of tables that it changes last. Tells
 * `onStatement` of each statement in a transaction.
 */
export function guardTransactions(database: Database, onStatement?: (sql: string) => void): Database {
  function assertOutside(what: string): void {
    const running = openOne(database)
    if (!running) return
    throw new Error(`${what} inside a transaction: pass tx on. The transaction was opened here:`, {
      cause: running.opened,
    })
  }

  function guardReads(name: 'read' | 'slowRead'): Connection {
    const connection = database[name]
    recordStatements(connection)
    return new Proxy(connection, {
      apply(target, self, parameters) {
        assertOutside(`database.${name} is used`)
        return Reflect.apply(target, self, parameters)
      },
      get(target, property, receiver) {
        if (property === 'raw') assertOutside(`database.${name} is used`)
        return Reflect.get(target, property, receiver)
      },
    }) as Connection
  }
  const read = guardReads('read')

  return {
    ...database,
    read,
    slowRead: database.slowRead === database.read ? read : guardReads('slowRead'),
    from: (tx) => tx?.connection ?? read,
    async transaction(work, tx) {
      if (tx) return work(tx)
      assertOutside('database.transaction is called without tx')
      const running: Running = { database, opened: new Error('opened'), isOpen: true, outer: openOne() }
      try {
        return await current.run(running, () =>
          database.transaction((guardedTx) => {
            running.isOpen = true
            guardLastChanges(guardedTx)
            recordStatements(guardedTx.connection)
            if (onStatement) guardedTx.connection.on('query', ({ sql }: { sql: string }) => onStatement(sql))
            guardedTx.afterCommit(() => {
              running.isOpen = false
            })
            return work(guardedTx)
          }),
        )
      } finally {
        running.isOpen = false
      }
    },
  }
}
