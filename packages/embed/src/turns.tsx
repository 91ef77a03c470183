import { options } from 'preact'
import { type ReactNode, useState } from 'react'

/** Not thrown at anybody: it tells Preact to leave the server's nodes as they are until this component draws again. */
const NOT_YET = new Promise<never>(() => {})

/** The hook for what components throw, by the name that it has in what Preact publishes. */
const hooks = options as { __e: (error: unknown, ...where: unknown[]) => void }
const tellBoundary = hooks.__e
hooks.__e = (error, ...where) => {
  if (error !== NOT_YET) tellBoundary(error, ...where)
}

let waiting: (() => void)[] | null = null

/**
 * A part of a tree that is taken over: its nodes come alive in a task of their own. Anywhere else it draws at once what is
 * in it.
 */
export function Turn({ children }: { children: ReactNode }) {
  const [, draw] = useState(false)
  // Drawn again before its turn, it may have to move: it comes alive with what is around it.
  if (!waiting) return children
  waiting.push(() => draw(true))
  // oxlint-disable-next-line typescript/only-throw-error -- what is thrown is a promise where a part is not drawn yet
  throw NOT_YET
}

/** Takes a tree over: `hydrate` all that is not in a `Turn`, then one turn after the other. Comes back after the last. */
export async function takeTurns(hydrate: () => void): Promise<void> {
  const turns: (() => void)[] = []
  waiting = turns
  try {
    hydrate()
  } finally {
    waiting = null
  }
  for (const turn of turns) {
    await nextTask()
    turn()
  }
  await nextTask()
}

/** Lets the browser do what is due. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
