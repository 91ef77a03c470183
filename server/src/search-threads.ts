import { Worker } from 'node:worker_threads'
import type { ErrorCode, ErrorResponse } from '@stoa/contract'
import { DomainError } from './platform/domain-error.ts'
import type { Services } from './services.ts'

/** Suggestions take little time, and must not wait behind searches. */
type Search = Omit<Services['search'], 'suggestions'>

/** What a thread is asked. */
export interface SearchQuestion {
  id: number
  name: keyof Search
  parameters: unknown[]
}

export interface SearchAnswer {
  id: number
  found?: unknown
  /** With the code of an error that may be shown to who asked. */
  failure?: { message: string; code?: ErrorCode; details?: ErrorResponse['details'] }
}

interface Waiting {
  resolve(found: unknown): void
  reject(error: Error): void
}

interface SearchThread {
  /** How many questions have no answer yet. */
  load(): number
  ask(question: Omit<SearchQuestion, 'id'>): Promise<unknown>
  close(): void
}

const THREADS = 2

function openThread(script: URL, onEnd: () => void): SearchThread {
  const thread = new Worker(script, { execArgv: [] })
  thread.unref()
  const waiting = new Map<number, Waiting>()
  let last = 0

  function take(id: number): Waiting | undefined {
    const asked = waiting.get(id)
    waiting.delete(id)
    if (waiting.size === 0) thread.unref()
    return asked
  }

  thread.on('message', ({ id, found, failure }: SearchAnswer) => {
    const asked = take(id)
    if (!failure) asked?.resolve(found)
    else if (failure.code) asked?.reject(new DomainError(failure.code, failure.details, { message: failure.message }))
    else asked?.reject(new Error(failure.message))
  })
  let cause: Error | undefined
  thread.on('error', (error) => void (cause = error))
  thread.on('exit', () => {
    onEnd()
    for (const id of waiting.keys()) take(id)?.reject(new Error('The thread that searches has ended.', { cause }))
  })

  return {
    load: () => waiting.size,
    ask: (question) =>
      new Promise((resolve, reject) => {
        last += 1
        waiting.set(last, { resolve, reject })
        // The process doesn't end before the answer.
        thread.ref()
        thread.postMessage({ ...question, id: last } satisfies SearchQuestion)
      }),
    close: () => void thread.terminate(),
  }
}

/**
 * Searches in threads, because reading and sorting would delay everybody else. A thread starts with the first question
 * that the others have no time for.
 */
export function openSearchThreads(script = new URL('./search-thread.js', import.meta.url)) {
  const threads: (SearchThread | undefined)[] = Array.from({ length: THREADS })

  const ask =
    (name: keyof Search) =>
    (...parameters: unknown[]): Promise<never> => {
      const loads = threads.map((thread) => thread?.load() ?? 0)
      const least = loads.indexOf(Math.min(...loads))
      threads[least] ??= openThread(script, () => {
        threads[least] = undefined
      })
      return threads[least].ask({ name, parameters }) as Promise<never>
    }

  const search: Search = {
    members: ask('members'),
    posts: ask('posts'),
    comments: ask('comments'),
    users: ask('users'),
    communities: ask('communities'),
    counts: ask('counts'),
  }
  return {
    search,
    close(): void {
      for (const thread of threads) thread?.close()
    },
  }
}
