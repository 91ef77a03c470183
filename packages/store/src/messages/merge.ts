import type { Conversation, Message } from '@stoa/contract'

/** Messages of a conversation, oldest first. */
export interface MessageThread {
  messages: readonly Message[]
  /** Of the older ones. */
  cursor: string | null
  hasMore: boolean
  status: 'loading' | 'success' | 'error' | 'missing'
  /** Older ones are being loaded, or that has failed. Default: neither. */
  older?: 'loading' | 'error' | undefined
}

/** Conversations of a box by id, newest first. */
export interface MessageBox {
  ids: readonly string[]
  cursor: string | null
  hasMore: boolean
  status: 'idle' | 'loading' | 'success' | 'error'
}

function byTime(one: Message, other: Message): number {
  return one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1)
}

/** The messages with others added or replaced. */
export function withMessages(messages: readonly Message[], added: readonly Message[]): readonly Message[] {
  const byId = new Map([...messages, ...added].map((message) => [message.id, message]))
  return [...byId.values()].sort(byTime)
}

/**
 * The messages after the newest ones were loaded again. Those that are no longer on the page are gone, unless they came
 * while it was loading (not in `knownIds`) or are older than the page.
 */
export function withNewest(
  messages: readonly Message[],
  page: { items: readonly Message[]; hasMore: boolean },
  knownIds: ReadonlySet<string>,
): readonly Message[] {
  const oldest = page.hasMore ? Math.min(...page.items.map(({ createdAt }) => createdAt)) : Number.NEGATIVE_INFINITY
  const kept = messages.filter(({ id, createdAt }) => !knownIds.has(id) || createdAt < oldest)
  return withMessages(kept, page.items)
}

/** Ids of conversations, the newest first. */
export function sortedIds(ids: readonly string[], conversations: Readonly<Record<string, Conversation>>): string[] {
  const activeAt = (id: string) => conversations[id]?.activeAt ?? 0
  return [...new Set(ids)].sort((one, other) => activeAt(other) - activeAt(one))
}
