/** Changes that somebody else made to a list while it was being edited here. */
export interface OthersChanges<Item> {
  added: Item[]
  removed: Item[]
}

/**
 * Merges two edits of one list: keeps the additions and removals of both. The order is that of `mine`, followed by the
 * other edit's additions. Items are compared by value.
 */
export function mergeLists<Item>(lists: { base: readonly Item[]; mine: readonly Item[]; theirs: readonly Item[] }) {
  const [base, mine, theirs] = [lists.base, lists.mine, lists.theirs].map((items) => new Set(items.map(key)))
  const isIn = (items: Set<string> | undefined, item: Item) => items?.has(key(item)) ?? false
  const added = lists.theirs.filter((item) => !isIn(base, item) && !isIn(mine, item))
  const removed = lists.base.filter((item) => isIn(mine, item) && !isIn(theirs, item))
  const removedKeys = new Set(removed.map(key))
  return { merged: [...lists.mine.filter((item) => !isIn(removedKeys, item)), ...added], added, removed }
}

/** Whether two lists have equal items in the same order. */
export const isSameList = (one: readonly unknown[], other: readonly unknown[]) => key(one) === key(other)

const key = (item: unknown) => JSON.stringify(item)
