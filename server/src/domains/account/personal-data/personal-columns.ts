import type { PersonalColumn, Table } from '../../../platform/database/table.ts'

/** A column with personal data, with its table. */
export interface PersonalData extends PersonalColumn {
  table: string
}

/** Every column with personal data. */
export function personalDataIn(tables: readonly Table[]): readonly PersonalData[] {
  return tables.flatMap(({ name, personal = [] }) => personal.map((column) => ({ table: name, ...column })))
}
