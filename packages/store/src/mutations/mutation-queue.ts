import { StoaError } from '@stoa/client'
import type { ReactionsCount } from '@stoa/contract'
import { entityNames, mergeComment } from '../entities.ts'
import { factNames, VIEWER_LISTS } from '../facts.ts'
import { putPost } from '../load.ts'
import type { Stoa, Tables } from '../stoa.ts'

/** The row with one id in each table, and whether the viewer's lists name it: an entity and all facts about it. */
export type Rows = { [Name in keyof Tables]?: Tables[Name][string] | undefined } & {
  [List in (typeof VIEWER_LISTS)[number]]?: true | undefined
}

/** One optimistic update of the rows with one id. */
export interface Mutation {
  /** Only the newest of several queued mutations of one kind is sent. */
  kind: string
  /** The optimistic update. */
  apply(rows: Rows): Rows
  /** Makes the call and resolves to the update in its response. */
  send(): Promise<(rows: Rows) => Rows>
  /** True if the server already has the new value, so that nothing is sent. */
  isApplied(rows: Rows): boolean
}

/**
 * Applies mutations optimistically, sends those of one id one after another, and reconciles them with the responses.
 */
export interface MutationQueue {
  /**
   * Resolves when the server has responded, or a newer mutation of the same kind has replaced this one. Rejects after
   * rolling back.
   */
  mutate(id: string, mutation: Mutation): Promise<void>
  /**
   * Applies an update from the server: at once, or after the mutation in flight, so that it isn't counted twice.
   * `facts`: the viewer has changed a fact on another page, so the response to an earlier request must not undo it.
   */
  reconcile(id: string, update: (rows: Rows) => Rows, about?: { facts?: boolean }): void
}

interface PendingMutation {
  mutation: Mutation
  resolve(): void
  reject(error: unknown): void
}

interface IdQueue {
  /** The latest rows from the server. */
  serverRows: Rows
  /** The rows with the pending mutations, as last written. */
  optimisticRows: Rows
  pending: PendingMutation[]
  updates: ((rows: Rows) => Rows)[]
}

/** The mutation queue of an application: `stoa.singleton(createMutationQueue)`. */
export function createMutationQueue(stoa: Stoa): MutationQueue {
  const queues = new Map<string, IdQueue>()
  const { versions } = stoa

  function show(id: string, queue: IdQueue, serverRowsBefore = queue.serverRows): void {
    const before = queue.optimisticRows
    queue.optimisticRows = queue.pending.reduce((rows, { mutation }) => mutation.apply(rows), queue.serverRows)
    writeRows(stoa, id, { before, serverRowsBefore, rows: queue.optimisticRows })
  }

  async function run(id: string, queue: IdQueue): Promise<void> {
    for (let first = queue.pending[0]; first; first = queue.pending[0]) {
      let finish = first.resolve
      const serverRowsBefore = queue.serverRows
      try {
        if (!first.mutation.isApplied(queue.serverRows))
          queue.serverRows = (await first.mutation.send())(queue.serverRows)
      } catch (error) {
        const { reject } = first
        finish = () => reject(error)
      }
      queue.pending.shift()
      queue.serverRows = queue.updates.reduce((rows, update) => update(rows), queue.serverRows)
      queue.updates = []
      show(id, queue, serverRowsBefore)
      if (queue.pending.length === 0) {
        queues.delete(id)
        versions.noteChange(id, { facts: true })
      }
      finish()
    }
  }

  return {
    mutate(id, mutation) {
      return new Promise((resolve, reject) => {
        const isNew = !queues.has(id)
        const rows = readRows(stoa, id)
        const queue = queues.get(id) ?? { serverRows: rows, optimisticRows: rows, pending: [], updates: [] }
        // The first is in flight. Those behind it can still be replaced.
        const replacedIndex = queue.pending.findIndex((one, index) => index > 0 && one.mutation.kind === mutation.kind)
        if (replacedIndex > 0) queue.pending.splice(replacedIndex, 1)[0]?.resolve()
        queue.pending.push({ mutation, resolve, reject })
        queues.set(id, queue)
        versions.noteStart(id)
        show(id, queue)
        if (isNew) void run(id, queue)
      })
    },
    reconcile(id, update, about) {
      const queue = queues.get(id)
      if (queue) {
        queue.updates.push(update)
        return
      }
      versions.noteChange(id, about)
      const before = readRows(stoa, id)
      writeRows(stoa, id, { before, serverRowsBefore: before, rows: update(before) })
    },
  }
}

const tableNames = [...entityNames, ...factNames]

/** Reads the rows with an id. */
function readRows(stoa: Stoa, id: string): Rows {
  const state = stoa.state.getState()
  const rows = tableNames.map((name) => [name, state[name][id]])
  const lists = VIEWER_LISTS.map((list) => [list, state.viewer?.[list].includes(id) || undefined])
  return Object.fromEntries([...rows, ...lists]) as Rows
}

/**
 * Writes the rows that differ from those before. Others may have changed in the meantime. The viewer's lists have no
 * versions: a change that the server has made is written again, since an older response may have replaced the viewer.
 */
function writeRows(
  stoa: Stoa,
  id: string,
  { before, serverRowsBefore, rows }: { before: Rows; serverRowsBefore: Rows; rows: Rows },
): void {
  stoa.state.setState((state) => {
    const changes: Record<string, unknown> = {}
    for (const name of tableNames) {
      if (rows[name] !== before[name]) changes[name] = withEntry(state[name], id, rows[name])
    }
    let { viewer } = state
    for (const list of VIEWER_LISTS) {
      if (!viewer || (rows[list] === before[list] && rows[list] === serverRowsBefore[list])) continue
      const others = viewer[list].filter((name) => name !== id)
      viewer = { ...viewer, [list]: rows[list] ? [...others, id] : others }
    }
    return { ...changes, viewer }
  })
}

/** The table with this row, or without one if undefined. */
function withEntry(table: Record<string, unknown>, id: string, row: unknown): Record<string, unknown> {
  const { [id]: _, ...others } = table
  return row === undefined ? others : { ...table, [id]: row }
}

/** An update of the row in one table, if there is one. */
export function updateRow<Name extends keyof Tables>(
  name: Name,
  update: (row: Tables[Name][string]) => Tables[Name][string],
): (rows: Rows) => Rows {
  return (rows) => {
    const row = rows[name] as Tables[Name][string] | undefined
    return row === undefined ? rows : { ...rows, [name]: update(row) }
  }
}

/** The rows of a post or comment with these counts of reactions. */
export function withCounts(rows: Rows, reactionsCount: ReactionsCount): Rows {
  const { posts: post, comments: comment } = rows
  return {
    ...rows,
    posts: post && { ...post, reactionsCount },
    comments: comment && { ...comment, reactionsCount },
  }
}

/** The rows of a post or comment with this sum of tips. Sums only grow, and events may arrive out of order. */
export function withTips(rows: Rows, tips: string): Rows {
  const { posts: post, comments: comment } = rows
  const isMore = Number(tips) > Number((post ?? comment)?.tips ?? 0)
  if (!isMore) return rows
  return { ...rows, posts: post && { ...post, tips }, comments: comment && { ...comment, tips } }
}

/** The facts that are marks: they apply or don't. */
type MarkName = { [Name in keyof Rows]-?: Rows[Name] extends true | undefined ? Name : never }[keyof Rows]

/** Sets or removes a mark; `send` resolves to whether the server has set it. */
export function setMark(
  stoa: Stoa,
  id: string,
  { mark, value, send }: { mark: MarkName; value: boolean; send: () => Promise<boolean> },
): Promise<void> {
  const withMark = (isSet: boolean) => (rows: Rows) => ({ ...rows, [mark]: isSet || undefined })
  return stoa.singleton(createMutationQueue).mutate(id, {
    kind: mark,
    apply: withMark(value),
    isApplied: (rows) => (rows[mark] ?? false) === value,
    send: async () => withMark(await send()),
  })
}

/** After an `EDIT_CONFLICT`, puts the server's current text into the state. */
export function applyConflict(stoa: Stoa, error: unknown): void {
  const details = error instanceof StoaError && error.code === 'EDIT_CONFLICT' ? error.details : undefined
  if (!details || Array.isArray(details)) return
  if ('post' in details) putPost(stoa, { post: details.post }, stoa.versions.current)
  else if ('comment' in details) {
    const { comment } = details
    const update = (rows: Rows) => ({ ...rows, comments: mergeComment(rows.comments, comment) })
    stoa.singleton(createMutationQueue).reconcile(comment.id, update)
  }
}
