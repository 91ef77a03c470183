import type { Cell } from '../platform/database/snapshot.ts'
import { TABLES } from '../services.ts'

/** Columns with addresses beside those that `tables.ts` declares as texts. */
const MORE: Readonly<Record<string, readonly string[]>> = {
  comments: ['content'],
  comment_revisions: ['content'],
  communities: ['logo_url', 'banner_url'],
  domain_versions: ['settings'],
  house_insets: ['image_url', 'link'],
  users: ['profile_image_url'],
}

/**
 * Changes rows of an installation that gets another public address: links to its own pages in what people and admins
 * wrote, and its host among those of the domains. Null: the table has none.
 */
export function originRewrite(
  { table, columns }: { table: string; columns: readonly string[] },
  { from, to }: { from: string; to: string },
): ((row: Cell[]) => Cell[]) | null {
  const declared = TABLES.find(({ name }) => name === table)
  const names = [...Object.keys(declared?.texts ?? {}), ...(MORE[table] ?? [])]
  const positions = names.map((name) => columns.indexOf(name)).filter((position) => position >= 0)
  const address = new RegExp(`${from.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')}(?![\\w-]|:\\d|\\.\\w)`, 'gi')
  const host = table === 'domain_hosts' ? columns.indexOf('host') : -1
  if (positions.length === 0 && host < 0) return null
  return (row) =>
    row.map((value, position) => {
      if (typeof value !== 'string') return value
      if (position === host) return value === new URL(from).host ? new URL(to).host : value
      return positions.includes(position) ? value.replaceAll(address, () => to) : value
    })
}
