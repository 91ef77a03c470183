import type { Knex } from 'knex'

/** A connection pool, for monitoring. */
export interface Pool {
  name: 'read' | 'write'
  /** Connections in use and idle, and requests waiting for one. */
  counts(): { used: number; idle: number; waiting: number }
  /** Called with each wait for a connection, in seconds. */
  onWait(listener: (seconds: number) => void): void
}

/** The part of tarn used here; knex exposes it untyped. */
interface Tarn {
  numUsed(): number
  numFree(): number
  numPendingAcquires(): number
  on(event: 'acquireRequest' | 'acquireSuccess' | 'acquireFail', listener: (id: number) => void): void
}

export function describePool(name: Pool['name'], connection: Knex): Pool {
  const pool: Tarn = connection.client.pool
  return {
    name,
    counts: () => ({ used: pool.numUsed(), idle: pool.numFree(), waiting: pool.numPendingAcquires() }),
    onWait(listener) {
      const requestTimes = new Map<number, number>()
      const reportWait = (id: number) => {
        listener((performance.now() - (requestTimes.get(id) ?? performance.now())) / 1000)
        requestTimes.delete(id)
      }
      pool.on('acquireRequest', (id) => void requestTimes.set(id, performance.now()))
      pool.on('acquireSuccess', reportWait)
      pool.on('acquireFail', reportWait)
    },
  }
}
