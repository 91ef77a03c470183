import type { Stoa } from '../stoa.ts'

/** One optimistic change of one entity. */
export interface Change<Value> {
  /** Of changes of one kind that wait, only the newest is sent. */
  kind: string
  /** The value as it would be. */
  apply(value: Value): Value
  /** Makes the call; resolves to what the answer says about the value. */
  send(): Promise<(value: Value) => Value>
  /** True when the server's value is already what is wanted, so that nothing has to be sent. */
  isDone(value: Value): boolean
}

/** Shows changes at once and settles them one after another to what the server answers. */
export interface Settler<Value> {
  /** Resolves when the change is settled or a newer one of its kind has taken its place; rejects when it was refused and rolled back. */
  submit(id: string, change: Change<Value>): Promise<void>
  /** Takes news from the server: at once, or when the change on its way is settled, so that it is not counted twice meanwhile. */
  receive(id: string, news: (value: Value) => Value, about?: News): void
}

/** `isOwn`: the viewer did it, elsewhere. An answer that was asked for before does not undo it. Default false. */
interface News {
  isOwn?: boolean
}

interface Waiting<Value> {
  change: Change<Value>
  resolve(): void
  reject(error: unknown): void
}

interface Queue<Value> {
  /** What the server is known to hold. */
  server: Value
  waiting: Waiting<Value>[]
  news: ((value: Value) => Value)[]
}

/** Makes a settler over entities that `read` and `write` reach by id. */
export function createSettler<Value>(
  stoa: Stoa,
  { read, write }: { read(id: string): Value; write(id: string, value: Value): void },
): Settler<Value> {
  const queues = new Map<string, Queue<Value>>()
  const { changes } = stoa

  function show(id: string, queue: Queue<Value>): void {
    write(
      id,
      queue.waiting.reduce((value, { change }) => change.apply(value), queue.server),
    )
  }

  async function settle(id: string, queue: Queue<Value>): Promise<void> {
    for (let first = queue.waiting[0]; first; first = queue.waiting[0]) {
      let finish = first.resolve
      try {
        if (!first.change.isDone(queue.server)) queue.server = (await first.change.send())(queue.server)
      } catch (error) {
        const { reject } = first
        finish = () => reject(error)
      }
      queue.waiting.shift()
      queue.server = queue.news.reduce((value, news) => news(value), queue.server)
      queue.news = []
      show(id, queue)
      if (queue.waiting.length === 0) {
        queues.delete(id)
        changes.turn += 1
        changes.changed.set(id, changes.turn)
        changes.acted.set(id, changes.turn)
      }
      finish()
    }
  }

  return {
    submit(id, change) {
      return new Promise((resolve, reject) => {
        const queue = queues.get(id) ?? { server: read(id), waiting: [], news: [] }
        // The first is on its way already; what waits behind it may still be replaced.
        const replaced = queue.waiting.findIndex((other, index) => index > 0 && other.change.kind === change.kind)
        if (replaced > 0) queue.waiting.splice(replaced, 1)[0]?.resolve()
        queue.waiting.push({ change, resolve, reject })
        const isNew = !queues.has(id)
        queues.set(id, queue)
        changes.turn += 1
        changes.changed.set(id, Number.POSITIVE_INFINITY)
        changes.acted.set(id, Number.POSITIVE_INFINITY)
        show(id, queue)
        if (isNew) void settle(id, queue)
      })
    },
    receive(id, news, { isOwn = false } = {}) {
      const queue = queues.get(id)
      if (queue) {
        queue.news.push(news)
        return
      }
      changes.turn += 1
      changes.changed.set(id, changes.turn)
      if (isOwn) changes.acted.set(id, changes.turn)
      write(id, news(read(id)))
    },
  }
}
