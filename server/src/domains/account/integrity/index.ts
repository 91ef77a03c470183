import type { Table } from '../../../platform/database/table.ts'
import type { Platform } from '../../../platform/platform.ts'
import { createIntegrity } from './check.ts'
import { fillDerivedColumns } from './fill-derived.ts'

export type { Difference } from './check.ts'

export const integrityDomain = { register: registerIntegrity }

function registerIntegrity(platform: Platform, { tables }: { tables: readonly Table[] }) {
  fillDerivedColumns(platform, tables)
  return { integrity: createIntegrity(platform.database, tables) }
}
