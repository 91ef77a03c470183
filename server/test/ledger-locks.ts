import { vi } from 'vitest'
import type { TestApp } from './harness.ts'

/** Ids that each step of a transaction locks. */
interface Locks {
  accounts: string[][]
  people: string[][]
}

/** What the transaction that changes balances locks, of the ledger's accounts and of people. */
export async function locksOf({ database }: Pick<TestApp, 'database'>, work: () => Promise<unknown>): Promise<Locks> {
  const all: Locks[] = []
  const { transaction } = database
  const spy = vi.spyOn(database, 'transaction').mockImplementation((inner, outer) =>
    transaction((tx) => {
      const locks: Locks = { accounts: [], people: [] }
      all.push(locks)
      tx.connection.on('query', ({ sql, bindings }: { sql: string; bindings: string[] }) => {
        const [, table] = /^select .*\bfrom `(ledger_accounts|users)` where `id` in .*order by `id`/.exec(sql) ?? []
        if (table) locks[table === 'users' ? 'people' : 'accounts'].push(bindings)
      })
      return inner(tx)
    }, outer),
  )
  await work().finally(() => spy.mockRestore())
  return all.find(({ accounts }) => accounts.length > 0) ?? { accounts: [], people: [] }
}

/** Whether a first step locks all, so that two transactions can't wait for each other. */
export const isInOneStep = ([first = [], ...later]: string[][]): boolean =>
  first.length > 0 && later.flat().every((id) => first.includes(id))
