import { pageStorage } from '@stoa/client'
import { REPLIES_FIRST_PAGE_SIZE } from '@stoa/contract'
import { type ListQuery, listOf, repliesOf, type Stoa } from '@stoa/store'
import { growTo } from '../../list-length.ts'

/** Number of replies shown per comment, by history entry, in session storage. */
const STORAGE_KEY = 'stoa.replies'
const ENTRIES_MAX = 30

type ReplyCounts = Record<string, number>

/** Stores the number of replies shown under a list's comments, to restore them after a reload. */
export function keepReplies(stoa: Stoa, { list, entry }: { list: ListQuery; entry: string }): void {
  const counts = listOf(stoa, list)
    .ids.map((id) => [id, listOf(stoa, repliesOf(id)).ids.length] as const)
    .filter(([, count]) => count > REPLIES_FIRST_PAGE_SIZE)
  const { [entry]: _, ...others } = read()
  const entries = [
    ...Object.entries(others),
    ...(counts.length > 0 ? [[entry, Object.fromEntries(counts)] as const] : []),
  ]
  // Without storage, comments start with their first replies again.
  pageStorage('session').setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(entries.slice(-ENTRIES_MAX))))
}

/** Restores the replies shown on this history entry; false if there are none. */
export async function reopenReplies(stoa: Stoa, { list, entry }: { list: ListQuery; entry: string }): Promise<boolean> {
  const counts = read()[entry] ?? {}
  const idsToLoad = listOf(stoa, list).ids.filter((id) => {
    const { ids, hasMore } = listOf(stoa, repliesOf(id))
    return hasMore && ids.length < (counts[id] ?? 0)
  })
  await Promise.all(idsToLoad.map((id) => growTo(stoa, repliesOf(id), counts[id] ?? 0)))
  return idsToLoad.length > 0
}

function read(): Record<string, ReplyCounts> {
  try {
    const stored: unknown = JSON.parse(pageStorage('session').getItem(STORAGE_KEY) ?? '{}')
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, ReplyCounts>) : {}
  } catch {
    // Something else is stored there.
    return {}
  }
}
