import { AMOUNT_MAX } from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import type { Dialect } from '../../../platform/database/dialect.ts'
import type { Platform } from '../../../platform/platform.ts'
import { ledgerRepository } from './repository.ts'

interface Rule {
  name: string
  sql: string
}

/** SQL that finds rows of books that don't add up, by rule. `stoa check` uses them, too. Nothing repairs them. */
export const ledgerRules = ({ name }: Pick<Dialect, 'name'>): readonly Rule[] => [
  ...ROW_RULES,
  {
    name: 'missing trigger, without which rows of the ledger can be changed',
    sql: TRIGGERS.map((trigger) => absent(name, trigger)).join(' union all '),
  },
]

/** Those that make transfers and entries append-only. A dump may leave them out. */
const TRIGGERS = ['ledger_transfers', 'ledger_entries'].flatMap((table) =>
  ['update', 'delete'].map((change) => ({ table, change })),
)

/** SQL that returns a trigger's name if there is none that refuses this change of this table. */
function absent(dialect: Dialect['name'], { table, change }: (typeof TRIGGERS)[number]): string {
  const name = `${table}_no_${change}`
  return dialect === 'mysql'
    ? // MySQL, unlike MariaDB, compares these words with their case.
      `select '${name}' as id from dual where not exists (select 1 from information_schema.triggers where trigger_schema = database() and event_object_table = '${table}' and event_manipulation = '${change.toUpperCase()}' and action_timing = 'BEFORE' and action_statement like '%append-only%')`
    : `select '${name}' as id where not exists (select 1 from sqlite_master where type = 'trigger' and tbl_name = '${table}' and sql like '%before ${change} on%' and sql like '%append-only%')`
}

const ROW_RULES: readonly Rule[] = [
  {
    name: 'account of the ledger whose balance is not the sum of its entries',
    sql: 'select t.id as id from ledger_accounts t left join (select account_id, sum(amount) as total from ledger_entries group by account_id) e on e.account_id = t.id where t.balance <> coalesce(e.total, 0)',
  },
  {
    name: 'account of the ledger below its floor',
    sql: 'select t.id as id from ledger_accounts t where t.balance < t.floor',
  },
  {
    name: 'account of the ledger with a floor that its kind does not have',
    sql: `select t.id as id from ledger_accounts t where t.floor <> case when t.kind = 'outside' then ${-AMOUNT_MAX} else 0 end`,
  },
  {
    name: 'transfer whose entries do not sum to zero',
    sql: 'select t.transfer_id as id from ledger_entries t group by t.transfer_id, t.community_id having sum(t.amount) <> 0',
  },
  {
    name: 'transfer with fewer than two entries',
    sql: 'select t.id as id from ledger_transfers t left join ledger_entries e on e.transfer_id = t.id group by t.id having count(e.account_id) < 2',
  },
  {
    name: 'entry without its transfer or account, or in another token',
    sql: 'select e.transfer_id as id from ledger_entries e left join ledger_transfers t on t.id = e.transfer_id left join ledger_accounts a on a.id = e.account_id where t.id is null or a.id is null or a.community_id <> e.community_id',
  },
]

const LISTED_MAX = 1000

export interface LedgerReport {
  accounts: number
  transfers: number
  differences: { check: string; row: string }[]
}

export type LedgerVerification = ReturnType<typeof createLedgerVerification>

/** Recounts the books. A difference freezes payouts until an operator finds none. */
export function createLedgerVerification({ database, clock, logger }: Pick<Platform, 'database' | 'clock' | 'logger'>) {
  async function recount(): Promise<LedgerReport> {
    const ledger = ledgerRepository(database.slowRead)
    const differences: LedgerReport['differences'] = []
    for (const { name, sql } of ledgerRules(database.dialect)) {
      const rows = await ledger.breaking(sql, LISTED_MAX)
      differences.push(...rows.map((row) => ({ check: name, row })))
    }
    return { ...(await ledger.count()), differences }
  }

  async function freeze(count: number): Promise<void> {
    await database.transaction(({ connection }) => ledgerRepository(connection).freeze(clock.now(), count))
    logger.error({ differences: count }, 'the ledger does not add up: payouts are frozen')
  }

  const frozen = (tx?: Transaction) => ledgerRepository(database.from(tx)).frozen()

  return {
    /** For an operator: freezes payouts if something differs, and otherwise ends that. */
    async verify(): Promise<LedgerReport & { isFrozen: boolean }> {
      await database.transaction(({ connection }) => ledgerRepository(connection).doubtFreeze())
      const found = await recount()
      if (found.differences.length > 0) await freeze(found.differences.length)
      else await database.transaction(({ connection }) => ledgerRepository(connection).unfreeze())
      return { ...found, isFrozen: (await frozen()) !== null }
    },
    /** The recurring recount, which only freezes. */
    async watch(): Promise<void> {
      const { differences } = await recount()
      if (differences.length > 0) await freeze(differences.length)
    },
    frozen,
  }
}
