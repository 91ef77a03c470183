import type { AnyRow } from './repository.ts'

/** What turns rows into what their owner reads. */
export interface RowReading {
  /** Columns that are nobody's business. */
  without: readonly string[]
  /** Columns that hold JSON. */
  json: readonly string[]
  /** Token names of communities by id. */
  tokenNames: ReadonlyMap<string, string>
}

/** A row as its owner reads it: names in one word, times and communities in words, and nothing packed in a text. */
export function shownRow(row: AnyRow, { without, json, tokenNames }: RowReading): object {
  const fields = Object.entries(row).filter(([column]) => !without.includes(column))
  const shown = fields.flatMap(([column, value]): [string, unknown][] => {
    const name = column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
    if (column === 'community_id') return [[name, value], ...namesOf(String(value), tokenNames)]
    if (column.endsWith('_at')) return [[name, Number(value) > 0 ? new Date(Number(value)).toISOString() : null]]
    if (/^(is|has)_/.test(column)) return [[name, Boolean(value)]]
    return [[name, json.includes(column) && value ? JSON.parse(String(value)) : value]]
  })
  return Object.fromEntries(shown)
}

function namesOf(communityId: string, tokenNames: ReadonlyMap<string, string>): [string, unknown][] {
  const tokenName = tokenNames.get(communityId)
  return tokenName === undefined ? [] : [['tokenName', tokenName]]
}
