import type { Activity } from '@stoa/contract'

const COLUMNS = ['time', 'action', 'actor', 'person', 'post', 'comment', 'reason', 'until', 'undone', 'id'] as const

/** Column names, after a byte order mark for spreadsheets. */
export const CSV_HEAD = `\uFEFF${COLUMNS.join(',')}\r\n`

/** Decisions as CSV (RFC 4180). */
export function activityCsv(items: readonly Activity[]): string {
  const rows = items.map(({ at, action, actor, person, postId, commentId, reason, until, undone, id }) => [
    new Date(at).toISOString(),
    action,
    actor?.displayName ?? '',
    person?.displayName ?? '',
    postId ?? '',
    commentId ?? '',
    reason,
    until === null ? '' : until === 0 ? 'never' : new Date(until).toISOString(),
    undone ? 'yes' : 'no',
    id,
  ])
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

/** Characters that start a formula in spreadsheets. */
const FORMULA = /^[=+\-@\t\r]/

function cell(value: string): string {
  const safe = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
