import type { Table } from '../../../platform/database/table.ts'
import type { Platform } from '../../../platform/platform.ts'
import { createIntegrity } from './check.ts'

export type { Difference } from './check.ts'

export const integrityDomain = { register: registerIntegrity }

function registerIntegrity({ database }: Platform, { tables }: { tables: readonly Table[] }) {
  return { integrity: createIntegrity(database, tables) }
}
