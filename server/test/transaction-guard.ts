import { AsyncLocalStorage } from 'node:async_hooks'
import type { Connection, Database } from '../src/platform/database/database.ts'

interface Running {
  /** Where the transaction was opened. */
  opened: Error
  isOpen: boolean
}

/**
 * Refuses reads outside a running transaction, which would miss its writes, and other transactions in it, which would
 * wait for the connection their own caller holds.
 */
export function guardTransactions(database: Database): Database {
  const current = new AsyncLocalStorage<Running>()

  function assertOutside(what: string): void {
    const running = current.getStore()
    if (!running?.isOpen) return
    throw new Error(`${what} inside a transaction: pass tx on. The transaction was opened here:`, {
      cause: running.opened,
    })
  }

  const read = new Proxy(database.read, {
    apply(target, self, parameters) {
      assertOutside('database.read is used')
      return Reflect.apply(target, self, parameters)
    },
    get(target, property, receiver) {
      if (property === 'raw') assertOutside('database.read is used')
      return Reflect.get(target, property, receiver)
    },
  }) as Connection

  return {
    ...database,
    read,
    from: (tx) => tx?.connection ?? read,
    async transaction(work, tx) {
      if (tx) return work(tx)
      assertOutside('database.transaction is called without tx')
      const running: Running = { opened: new Error('opened'), isOpen: true }
      try {
        return await current.run(running, () =>
          database.transaction((own) => {
            running.isOpen = true
            own.afterCommit(() => {
              running.isOpen = false
            })
            return work(own)
          }),
        )
      } finally {
        running.isOpen = false
      }
    },
  }
}
