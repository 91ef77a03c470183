import type { Connection, Database, Transaction } from '../../../platform/database/database.ts'
import type { Table } from '../../../platform/database/table.ts'
import { ledgerRules } from '../../people/ledger/index.ts'

/** A wrong counter or a row that breaks a rule. */
export interface Difference {
  /** Name of the check: `table.column` or a description. */
  check: string
  /** The row's key. */
  row: string
  found: number | null
  expected: number | null
}

/** A column that must equal a subquery over other rows. */
interface Counter {
  table: string
  key: readonly string[]
  column: string
  expected: string
}

/** SQL that finds rows which must not exist, by rule. They can't be repaired automatically. */
const RULES: { name: string; sql: string }[] = [
  {
    name: 'comment without its post, or in another community',
    sql: 'select t.id as id from comments t left join posts p on p.id = t.post_id where p.id is null or p.community_id <> t.community_id',
  },
  {
    name: 'reply whose parent is missing, a reply, or under another post',
    sql: "select t.id as id from comments t left join comments p on p.id = t.parent_id where t.parent_id <> '' and (p.id is null or p.parent_id <> '' or p.post_id <> t.post_id)",
  },
  {
    name: 'reply to a comment that is missing or in another thread',
    sql: "select t.id as id from comments t left join comments a on a.id = t.reply_to_id where t.parent_id <> '' and (a.id is null or (a.id <> t.parent_id and a.parent_id <> t.parent_id))",
  },
  {
    name: 'top-level comment that answers another',
    sql: "select t.id as id from comments t where t.parent_id = '' and t.reply_to_id <> ''",
  },
  {
    name: 'comment of a missing user',
    sql: "select t.id as id from comments t left join users u on u.id = t.publisher_id where t.publisher_id <> '' and u.id is null",
  },
  {
    name: 'reaction to what is missing',
    sql: "select t.entity_id as id from reactions t left join comments c on c.id = t.entity_id and t.entity_type = 'Comment' left join posts p on p.id = t.entity_id and t.entity_type = 'Post' where c.id is null and p.id is null",
  },
  {
    name: 'post without its community',
    sql: 'select t.id as id from posts t left join communities c on c.id = t.community_id where c.id is null',
  },
  {
    name: 'vote for an option that the poll does not have',
    sql: 'select t.post_id as id from poll_votes t left join poll_options o on o.post_id = t.post_id and o.option_index = t.option_index where o.post_id is null',
  },
  {
    name: 'article and post that do not name each other',
    sql: "select t.id as id from articles t left join posts p on p.id = t.post_id where t.post_id <> '' and (p.id is null or p.article_id <> t.id)",
  },
  {
    name: 'account merged into one that is missing, deleted or merged itself',
    sql: "select t.id as id from users t left join users m on m.id = t.forward_to where t.forward_to <> '' and t.deleted_at = 0 and (m.id is null or m.deleted_at > 0 or m.forward_to <> '')",
  },
  {
    name: 'session of an account that is merged into another',
    sql: "select t.id as id from sessions t join users u on u.id = t.user_id where u.forward_to <> '' and t.ended_at = 0",
  },
  {
    name: 'use of a missing upload',
    sql: 'select t.media_id as id from media_uses t left join media m on m.id = t.media_id where m.id is null',
  },
  {
    name: 'upload in use by what is missing',
    sql: 'select t.media_id as id from media_uses t left join posts p on p.id = t.entity_id left join users u on u.id = t.entity_id left join communities c on c.id = t.entity_id where p.id is null and u.id is null and c.id is null',
  },
  {
    name: 'captions of a missing upload',
    sql: "select t.id as id from media t left join media m on m.id = t.parent_id where t.parent_id <> '' and m.id is null",
  },
  {
    name: 'upload that is shown, and would be removed as unused',
    sql: 'select t.id as id from media t where t.unused_since > 0 and exists (select 1 from media_uses u where u.media_id = t.id)',
  },
  {
    name: 'upload that nothing shows, and nothing removes',
    sql: "select t.id as id from media t where t.unused_since = 0 and t.parent_id = '' and not exists (select 1 from media_uses u where u.media_id = t.id)",
  },
]

/** Maximum number of differences reported per check. */
const DIFFERENCES_MAX = 1000

export function createIntegrity(database: Database, tables: readonly Table[]) {
  const counters: Counter[] = tables.flatMap(({ name, key = ['id'], counters = {} }) =>
    Object.entries(counters).map(([column, expected]) => ({ table: name, key, column, expected })),
  )

  /** Corrects every counter; returns the differences. Counters that change meanwhile are left alone. */
  async function repair(tx?: Transaction): Promise<Difference[]> {
    const repaired: Difference[] = []
    for (const counter of counters) {
      const { table, key, column } = counter
      for (;;) {
        const wrong = await differencesOf(database.from(tx), counter)
        const changed = await database.transaction(async ({ connection }) => {
          let count = 0
          for (const { row, found, expected } of wrong) {
            const values = row.split(' ')
            const where = Object.fromEntries(key.map((name, index) => [name, values[index]]))
            count += await connection(table)
              .where({ ...where, [column]: found })
              .update({ [column]: expected })
          }
          return count
        }, tx)
        repaired.push(...wrong)
        if (changed === 0 || wrong.length < DIFFERENCES_MAX) break
      }
    }
    return repaired
  }

  return {
    /** Recounts every counter and searches for rows that break a rule. A clean database returns an empty list. */
    async check(): Promise<Difference[]> {
      const differences: Difference[] = []
      for (const counter of counters) differences.push(...(await differencesOf(database.read, counter)))
      for (const { name, sql } of [...RULES, ...ledgerRules(database.dialect)]) {
        const rows = await rawRows(database.read, `${sql} limit ${DIFFERENCES_MAX}`)
        differences.push(...rows.map((row) => ({ check: name, row: String(row.id), found: null, expected: null })))
      }
      return differences
    },
    repair,
    /** Previews a repair. It runs and is rolled back, because scores depend on counters corrected before them. */
    async preview(): Promise<Difference[]> {
      let differences: Difference[] = []
      const takenBack = new Error('taken back')
      try {
        await database.transaction(async (tx) => {
          differences = await repair(tx)
          throw takenBack
        })
      } catch (error) {
        if (error !== takenBack) throw error
      }
      return differences
    },
  }
}

async function differencesOf(connection: Connection, counter: Counter): Promise<Difference[]> {
  const { table, key, column, expected } = counter
  const columns = key.map((name, index) => `t.${name} as key_${index}`).join(', ')
  const rows = await rawRows(
    connection,
    `select ${columns}, t.${column} as found, ${expected} as expected from ${table} t where t.${column} <> ${expected} limit ${DIFFERENCES_MAX}`,
  )
  return rows.map((row) => ({
    check: `${table}.${column}`,
    row: key.map((_, index) => String(row[`key_${index}`])).join(' '),
    found: Number(row.found),
    expected: Number(row.expected),
  }))
}

async function rawRows(connection: Connection, sql: string): Promise<Record<string, unknown>[]> {
  const result: unknown = await connection.raw(sql)
  // mysql2 returns rows and fields, SQLite only rows.
  return (connection.client.config.client === 'mysql2' ? (result as unknown[])[0] : result) as Record<string, unknown>[]
}
