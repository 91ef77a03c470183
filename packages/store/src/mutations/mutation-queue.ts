import { StoaError } from '@stoa/client'
import type { Comment, ReactionName } from '@stoa/contract'
import { mergeComment } from '../cache.ts'
import { putPost } from '../load.ts'
import type { Stoa, StoredPost } from '../stoa.ts'

/** One optimistic update of one entity. */
export interface Mutation<Value> {
  /** Only the newest of several queued mutations of one kind is sent. */
  kind: string
  /** The optimistic update. */
  apply(value: Value): Value
  /** Makes the call and resolves to the update in its response. */
  send(): Promise<(value: Value) => Value>
  /** True if the server already has the wanted value, so that nothing is sent. */
  isApplied(value: Value): boolean
}

/**
 * Applies mutations optimistically, sends those of one entity one after another, and reconciles them with the
 * responses.
 */
export interface MutationQueue<Value> {
  /**
   * Resolves when the server has responded, or a newer mutation of the same kind has replaced this one. Rejects after
   * rolling back.
   */
  mutate(id: string, change: Mutation<Value>): Promise<void>
  /** Applies an update from the server: at once, or after the mutation in flight, so that it isn't counted twice. */
  reconcile(id: string, news: (value: Value) => Value, about?: ReconcileOptions): void
}

/**
 * `isOwn`: the viewer did it on another page, so the response to an earlier request must not undo it. Default false.
 */
interface ReconcileOptions {
  isOwn?: boolean
}

interface PendingMutation<Value> {
  change: Mutation<Value>
  resolve(): void
  reject(error: unknown): void
}

interface EntityQueue<Value> {
  /** The latest value from the server. */
  server: Value
  pending: PendingMutation<Value>[]
  updates: ((value: Value) => Value)[]
}

/** Creates a queue for entities that `read` and `write` access by id. */
export function createMutationQueue<Value>(
  stoa: Stoa,
  { read, write }: { read(id: string): Value; write(id: string, value: Value): void },
): MutationQueue<Value> {
  const queues = new Map<string, EntityQueue<Value>>()
  const { versions } = stoa

  function show(id: string, queue: EntityQueue<Value>): void {
    write(
      id,
      queue.pending.reduce((value, { change }) => change.apply(value), queue.server),
    )
  }

  async function run(id: string, queue: EntityQueue<Value>): Promise<void> {
    for (let first = queue.pending[0]; first; first = queue.pending[0]) {
      let finish = first.resolve
      try {
        if (!first.change.isApplied(queue.server)) queue.server = (await first.change.send())(queue.server)
      } catch (error) {
        const { reject } = first
        finish = () => reject(error)
      }
      queue.pending.shift()
      queue.server = queue.updates.reduce((value, news) => news(value), queue.server)
      queue.updates = []
      show(id, queue)
      if (queue.pending.length === 0) {
        queues.delete(id)
        versions.current += 1
        versions.entities.set(id, versions.current)
        versions.viewerState.set(id, versions.current)
      }
      finish()
    }
  }

  return {
    mutate(id, change) {
      return new Promise((resolve, reject) => {
        const queue = queues.get(id) ?? { server: read(id), pending: [], updates: [] }
        // The first is in flight. Those behind it can still be replaced.
        const replaced = queue.pending.findIndex((other, index) => index > 0 && other.change.kind === change.kind)
        if (replaced > 0) queue.pending.splice(replaced, 1)[0]?.resolve()
        queue.pending.push({ change, resolve, reject })
        const isNew = !queues.has(id)
        queues.set(id, queue)
        versions.current += 1
        versions.entities.set(id, Number.POSITIVE_INFINITY)
        versions.viewerState.set(id, Number.POSITIVE_INFINITY)
        show(id, queue)
        if (isNew) void run(id, queue)
      })
    },
    reconcile(id, news, { isOwn = false } = {}) {
      const queue = queues.get(id)
      if (queue) {
        queue.updates.push(news)
        return
      }
      versions.current += 1
      versions.entities.set(id, versions.current)
      if (isOwn) versions.viewerState.set(id, versions.current)
      write(id, news(read(id)))
    },
  }
}

/** A post or comment with the viewer's own facts about it. */
export interface Content {
  post: StoredPost | undefined
  comment: Comment | undefined
  /** Empty: none. */
  reaction: ReactionName | ''
  /** Index of the option; -1: none. */
  vote: number
  saved: boolean
  /** The viewer has hidden it for themselves. */
  hiddenForMe: boolean
}

/** The queue of an application's posts and comments. */
export function createContentQueue(stoa: Stoa): MutationQueue<Content> {
  return createMutationQueue(stoa, {
    read(id) {
      const { posts, comments, reactions, votes, saves, hides } = stoa.state.getState()
      const own = { reaction: reactions[id] ?? '', vote: votes[id] ?? -1 } as const
      const marks = { saved: id in saves, hiddenForMe: id in hides }
      return { post: posts[id], comment: comments[id], ...own, ...marks }
    },
    write(id, { post, comment, reaction, vote, saved, hiddenForMe }) {
      stoa.state.setState((state) => ({
        posts: withEntry(state.posts, id, post),
        comments: withEntry(state.comments, id, comment && mergeComment(state.comments[id], comment)),
        reactions: withEntry(state.reactions, id, reaction || undefined),
        votes: withEntry(state.votes, id, vote < 0 ? undefined : vote),
        saves: withEntry(state.saves, id, saved || undefined),
        hides: withEntry(state.hides, id, hiddenForMe || undefined),
      }))
    },
  })
}

/** The entities with this row, or without it if undefined; the same object if nothing changes. */
function withEntry<Row>(entities: Record<string, Row>, id: string, row: Row | undefined): Record<string, Row> {
  if (entities[id] === row) return entities
  if (row !== undefined) return { ...entities, [id]: row }
  const { [id]: _, ...rest } = entities
  return rest
}

/** After an `EDIT_CONFLICT`, puts the server's current text into the state. */
export function applyConflict(stoa: Stoa, error: unknown): void {
  const details = error instanceof StoaError && error.code === 'EDIT_CONFLICT' ? error.details : undefined
  if (!details || Array.isArray(details)) return
  if ('post' in details) putPost(stoa, { post: details.post }, stoa.versions.current)
  else if ('comment' in details) {
    const { comment } = details
    stoa.singleton(createContentQueue).reconcile(comment.id, (content) => ({ ...content, comment }))
  }
}
