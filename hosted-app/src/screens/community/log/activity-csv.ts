import type { ApiCall } from '@stoa/client'
import { type Activity, type CallInput, type CallOutput, postPath } from '@stoa/contract'
import { errorDetails } from '@stoa/store'
import { BYTE_ORDER_MARK, csvLine, saveCsvText } from '../../../shell/save-csv.ts'

const COLUMNS = [
  ...['time', 'action', 'actor', 'actor_username', 'actor_id', 'actor_role'],
  ...['person', 'person_username', 'person_id', 'person_role', 'post', 'post_id', 'comment_id', 'link'],
  ...['reason', 'until', 'granted', 'removed', 'changes', 'undone', 'undoes', 'id'],
] as const

/** Column names, after a byte order mark for spreadsheets. */
export const CSV_HEAD = BYTE_ORDER_MARK + csvLine(COLUMNS)

/** Decisions per request. */
const PAGE = 100

/** Reads the whole log of a community, as far as it is filtered, and saves it as a file. */
export async function downloadLog(
  call: ApiCall,
  input: Omit<CallInput<'communityActivity'>, 'cursor' | 'limit'>,
): Promise<void> {
  const { tokenName } = input
  const parts = [CSV_HEAD]
  let cursor: string | null | undefined
  while (cursor !== null) {
    const page = await readPage(call, { ...input, limit: PAGE, ...(cursor && { cursor }) })
    parts.push(activityCsv(page.items, { tokenName, origin: window.location.origin }))
    cursor = page.cursor
  }
  saveCsvText(parts, `moderation-log-${tokenName}.csv`)
}

/** Reads a page. A long log may exceed the rate limit; then it waits and retries. */
async function readPage(
  call: ApiCall,
  input: CallInput<'communityActivity'>,
): Promise<CallOutput<'communityActivity'>> {
  try {
    return await call('communityActivity', input)
  } catch (error) {
    const { code, retryAfterMs } = errorDetails(error)
    if (code !== 'RATE_LIMITED' || retryAfterMs === 0) throw error
    await new Promise((resolve) => setTimeout(resolve, retryAfterMs))
    return readPage(call, input)
  }
}

/** Formats decisions as CSV (RFC 4180). `origin` is used for links. */
export function activityCsv(items: readonly Activity[], log: { tokenName: string; origin: string }): string {
  const rows = items.map((item) => [
    ...[new Date(item.at).toISOString(), item.action, ...personCells(item.actor), ...personCells(item.person)],
    ...[item.post?.title ?? '', item.postId ?? '', item.commentId ?? '', linkOf(item, log)],
    ...[item.reason, item.until === null ? '' : item.until === 0 ? 'never' : new Date(item.until).toISOString()],
    ...[item.given.join(' '), item.taken.join(' '), changesText(item.changes)],
    ...[item.undone ? 'yes' : 'no', item.undoes ?? '', item.id],
  ])
  return rows.map(csvLine).join('')
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
