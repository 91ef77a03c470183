import type { Cell } from '../platform/database/snapshot.ts'
import { TABLES } from '../services.ts'

/** Columns with addresses beside those that `tables.ts` declares as texts. A test finds columns that nobody decided on. */
const MORE: Readonly<Record<string, readonly string[]>> = {
  article_origins: ['page_icon', 'set_icon'],
  articles: ['image'],
  cashier_requests: ['reason'],
  comments: ['content'],
  comment_revisions: ['content'],
  communities: ['logo_url', 'banner_url'],
  content_rules: ['rules'],
  domain_pages: ['texts', 'published_texts', 'titles', 'published_titles'],
  domain_versions: ['settings'],
  house_insets: ['image_url', 'link'],
  main_menus: ['items'],
  outbox: ['payload'],
  posts: ['hero_image', 'featured_image', 'content_image'],
  users: ['profile_image_url'],
}

/** Columns of a table in which links to the installation's own pages change with its address. */
export function columnsWithLinks(table: string): readonly string[] {
  const declared = TABLES.find(({ name }) => name === table)
  return [...Object.keys(declared?.texts ?? {}), ...(MORE[table] ?? [])]
}

/** A table, its columns in the order of the rows, and how many characters those with a limit hold. */
interface Rows {
  table: string
  columns: readonly string[]
  lengths?: ReadonlyMap<string, number>
}

/**
 * Changes rows of an installation that gets another public address: links to its own pages in what people and admins
 * wrote, and its host among those of the domains. What would no longer fit its column stays. Null: the table has none.
 */
export function originRewrite(
  { table, columns, lengths = new Map() }: Rows,
  { from, to }: { from: string; to: string },
): ((row: Cell[]) => Cell[]) | null {
  const positions = columnsWithLinks(table)
    .map((name) => columns.indexOf(name))
    .filter((position) => position >= 0)
  const limits = columns.map((name) => lengths.get(name) ?? Number.POSITIVE_INFINITY)
  const address = new RegExp(`${from.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')}(?![\\w-]|:\\d|\\.\\w)`, 'gi')
  const host = table === 'domain_hosts' ? columns.indexOf('host') : -1
  if (positions.length === 0 && host < 0) return null
  return (row) =>
    row.map((value, position) => {
      if (typeof value !== 'string') return value
      if (position === host) return value === new URL(from).host ? new URL(to).host : value
      if (!positions.includes(position)) return value
      const moved = value.replaceAll(address, () => to)
      return moved.length <= (limits[position] ?? 0) ? moved : value
    })
}
