import knex from 'knex'
import { schemasOf } from './empty-database.ts'

/** Runs in vitest's own process after all tests: drops the schemas that its workers have kept for reuse. */
export async function teardown(): Promise<void> {
  const server = process.env.STOA_TEST_DATABASE_URL
  if (!server) return
  const connection = knex({ client: 'mysql2', connection: server })
  const begin = schemasOf(process.pid)
  const left: string[] = await connection('information_schema.schemata').pluck('schema_name')
  for (const name of left.filter((one) => one.startsWith(begin))) await connection.raw('drop database ??', [name])
  await connection.destroy()
}
