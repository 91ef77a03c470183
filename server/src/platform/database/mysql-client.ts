import { createRequire } from 'node:module'
import type { Knex } from 'knex'
import type { Availability } from './availability.ts'
import { fromDatabase } from './dialect.ts'

const require = createRequire(import.meta.url)
const Mysql2Client: new (
  ...parameters: unknown[]
) => {
  acquireConnection(): Promise<Connection>
  releaseConnection(connection: Connection): Promise<void>
  _query(connection: Connection, query: unknown): Promise<unknown>
} = require('knex/lib/dialects/mysql2/index.js')

interface Connection {
  stream: { destroy(): void }
}

/** knex's dialect for mysql2, of which no step waits for a database that doesn't respond. */
export function mysqlClient(availability: Availability): typeof Knex.Client {
  class MysqlClient extends Mysql2Client {
    override acquireConnection(): Promise<Connection> {
      return availability.guard(() => fromDatabase(super.acquireConnection()), {
        isResponse: false,
        abandon: (late) => {
          late.then(
            (connection) => this.releaseConnection(connection),
            () => {},
          )
        },
      })
    }

    override _query(connection: Connection, query: unknown): Promise<unknown> {
      return availability.guard(() => fromDatabase(super._query(connection, query)), {
        isResponse: true,
        abandon: (late) => {
          late.catch(() => {})
          // The pool drops it: nobody knows what the database will still respond.
          connection.stream.destroy()
        },
      })
    }
  }
  return MysqlClient as unknown as typeof Knex.Client
}

interface ProbeError extends Error {
  /** Positive in the database's own errors; systems count theirs down from 0. */
  errno?: number
}

interface ProbeConnection {
  query(sql: string, callback: (error: ProbeError | null) => void): void
  on(event: 'error', listener: () => void): void
  destroy(): void
}

/** Connects anew, and resolves when the database responds, even if it refuses one more connection. */
export function probeOf(options: object): () => Promise<void> {
  const { createConnection }: { createConnection(options: object): ProbeConnection } = require('mysql2')
  return () =>
    new Promise((resolve, reject) => {
      const connection = createConnection({ ...options, connectTimeout: PROBE_CONNECT_MS })
      connection.on('error', () => {})
      connection.query('select 1', (error) => {
        connection.destroy()
        if (error && !((error.errno ?? 0) > 0)) reject(error)
        else resolve()
      })
    })
}

/** Probes are awaited for a shorter time. */
const PROBE_CONNECT_MS = 5000
