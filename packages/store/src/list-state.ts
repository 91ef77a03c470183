import { type ListQuery, listKey } from './list-query.ts'
import { idleList, type List } from './state.ts'
import type { Stoa } from './stoa.ts'

/** The list as far as it is known. */
export function listOf(stoa: Stoa, query: ListQuery): List {
  return stoa.state.getState().lists[listKey(query)] ?? idleList
}

/** Changes one list in the state. */
export function setList(stoa: Stoa, query: ListQuery, change: (list: List) => Partial<List>): void {
  const key = listKey(query)
  stoa.state.setState(({ lists }) => {
    const list = lists[key] ?? idleList
    return { lists: { ...lists, [key]: { ...list, ...change(list) } } }
  })
}

/** True for a comment that is still on its way to the server. */
export function isTemporary(id: string): boolean {
  return id.startsWith('temp:')
}
