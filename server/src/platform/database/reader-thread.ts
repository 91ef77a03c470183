import { Worker } from 'node:worker_threads'

/** What the thread answers. */
interface Answer {
  id: number
  rows?: unknown[]
  failure?: { message: string; code?: string }
}

interface Asked {
  resolve(rows: unknown[]): void
  reject(error: Error): void
}

/** A read-only connection to SQLite in a thread. */
export interface ReaderThread {
  /** Rows of a statement. Rejects with the driver's error, or if the thread ends. */
  all(sql: string, bindings: readonly unknown[]): Promise<unknown[]>
  close(): Promise<void>
}

/** Opens a connection in a thread. `onEnd`: called once it can't be used any more. */
export function openReaderThread(
  { filename, pragmas }: { filename: string; pragmas: string },
  onEnd: () => void,
): ReaderThread {
  const thread = new Worker(new URL('./reader-thread.js', import.meta.url), {
    execArgv: [],
    workerData: { filename, pragmas },
  })
  thread.unref()
  const waiting = new Map<number, Asked>()
  let last = 0

  function take(id: number): Asked | undefined {
    const asked = waiting.get(id)
    waiting.delete(id)
    if (waiting.size === 0) thread.unref()
    return asked
  }

  thread.on('message', ({ id, rows, failure }: Answer) => {
    const asked = take(id)
    if (failure) asked?.reject(Object.assign(new Error(failure.message), { code: failure.code }))
    else asked?.resolve(rows ?? [])
  })
  let cause: Error | undefined
  thread.on('error', (error) => void (cause = error))
  thread.on('exit', () => {
    onEnd()
    for (const id of waiting.keys()) take(id)?.reject(new Error('The thread that reads has ended.', { cause }))
  })

  return {
    all: (sql, bindings) =>
      new Promise((resolve, reject) => {
        last += 1
        waiting.set(last, { resolve, reject })
        // The process doesn't end before the answer.
        thread.ref()
        thread.postMessage({ id: last, sql, bindings })
      }),
    close: async () => void (await thread.terminate()),
  }
}
