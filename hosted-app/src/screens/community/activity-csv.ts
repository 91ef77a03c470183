import { type Activity, postPath } from '@stoa/contract'

const COLUMNS = [
  ...['time', 'action', 'actor', 'actor_username', 'actor_id', 'actor_role'],
  ...['person', 'person_username', 'person_id', 'person_role', 'post', 'post_id', 'comment_id', 'link'],
  ...['reason', 'until', 'granted', 'removed', 'changes', 'undone', 'undoes', 'id'],
] as const

/** Column names, after a byte order mark for spreadsheets. */
export const CSV_HEAD = `\uFEFF${COLUMNS.join(',')}\r\n`

/** Formats decisions as CSV (RFC 4180). `origin` is used for links. */
export function activityCsv(items: readonly Activity[], log: { tokenName: string; origin: string }): string {
  const rows = items.map((item) => [
    ...[new Date(item.at).toISOString(), item.action, ...personCells(item.actor), ...personCells(item.person)],
    ...[item.post?.title ?? '', item.postId ?? '', item.commentId ?? '', linkOf(item, log)],
    ...[item.reason, item.until === null ? '' : item.until === 0 ? 'never' : new Date(item.until).toISOString()],
    ...[item.given.join(' '), item.taken.join(' '), changesText(item.changes)],
    ...[item.undone ? 'yes' : 'no', item.undoes ?? '', item.id],
  ])
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

function personCells(person: Activity['person']): string[] {
  return person ? [person.displayName, person.username, person.userId, person.role ?? ''] : ['', '', '', '']
}

/** Address of the comment or post; empty if there is none. */
function linkOf({ commentId, post }: Activity, { tokenName, origin }: { tokenName: string; origin: string }): string {
  if (commentId) return `${origin}/bbs/thread/${commentId}`
  return post ? `${origin}${postPath({ tokenName, ...post })}` : ''
}

/** One line per setting. Values are JSON, because they may contain any character. */
function changesText(changes: Activity['changes']): string {
  return changes
    .map(({ setting, before, after }) => `${setting}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`)
    .join('\n')
}

/** Matches the start of a spreadsheet formula, also after whitespace. */
const FORMULA = /^\s*[=+\-@]|^[\t\r\n]/

function cell(value: string): string {
  const safe = FORMULA.test(value) ? `'${value}` : value
  return /[",;\r\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
