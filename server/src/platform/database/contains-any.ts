import type { Knex } from 'knex'

/** For `where`: the column of JSON holds one of some strings, as it is or in small letters. */
export function containsAny(column: string, texts: string[]): (query: Knex.QueryBuilder) => void {
  return (query) => {
    for (const text of texts) {
      void query.orWhereRaw('instr(??, ?) > 0', [column, JSON.stringify(text)])
      void query.orWhereRaw('instr(lower(??), ?) > 0', [column, JSON.stringify(text.toLowerCase())])
    }
  }
}
