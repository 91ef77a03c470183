import knex from 'knex'
import { temporaryFolder } from './server-process.ts'

/** Where a forum of a run keeps its data. */
export interface Storage {
  /** `mysql://…`, or null for SQLite in the folder. */
  url: string | null
  dataFolder: string
  drop(): Promise<void>
}

let count = 0

/** Creates an empty database: on the server at `DATABASE_URL` if set, else SQLite. */
export async function createStorage(): Promise<Storage> {
  const dataFolder = temporaryFolder()
  const server = process.env.DATABASE_URL
  if (!server) return { url: null, dataFolder, drop: async () => {} }
  const name = `stoa_bench_${process.pid}_${(count += 1)}`
  const admin = async (sql: string) => {
    const connection = knex({ client: 'mysql2', connection: server })
    try {
      await connection.raw(sql)
    } finally {
      await connection.destroy()
    }
  }
  await admin(`create database ${name} character set utf8mb4 collate utf8mb4_unicode_520_ci`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, dataFolder, drop: () => admin(`drop database ${name}`) }
}
