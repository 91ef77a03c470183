import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import knex from 'knex'

/** An empty schema on `STOA_TEST_DATABASE_URL`; null if that isn't set, which means SQLite. */
export interface EmptySchema {
  url: string | null
  drop(): Promise<void>
}

/** A data folder without a database, and an empty schema if a database server is used. */
export interface EmptyDatabase {
  url: string | null
  dataFolder: string
  /** Settings of a process that opens it. */
  settings: Record<string, string>
  remove(): Promise<void>
}

let schemas = 0

/** How names of schemas begin that a process's children create. */
export const schemasOf = (parent: number) => `stoa_test_${parent}_`

export async function createEmptySchema(): Promise<EmptySchema> {
  const server = process.env.STOA_TEST_DATABASE_URL
  if (!server) return { url: null, drop: async () => {} }
  const name = `${schemasOf(process.ppid)}${process.pid}_${Date.now()}_${schemas++}`
  const admin = async (sql: string) => {
    const connection = knex({ client: 'mysql2', connection: server })
    await connection.raw(sql)
    await connection.destroy()
  }
  await admin(`create database ${name} character set utf8mb4 collate utf8mb4_unicode_520_ci`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => admin(`drop database ${name}`) }
}

export async function createEmptyDatabase(): Promise<EmptyDatabase> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'stoa-empty-'))
  const { url, drop } = await createEmptySchema()
  return {
    url,
    dataFolder,
    settings: { STOA_DATA: dataFolder, DATABASE_URL: url ?? '' },
    async remove() {
      await drop()
      rmSync(dataFolder, { recursive: true })
    },
  }
}
