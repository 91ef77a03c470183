// oxlint-disable-next-line no-restricted-imports -- the elements run on Preact only
import { type ReactNode, Suspense, use, useState } from 'react'
import { nextTask } from '../first-view/schedule.ts'

/** Starts the steps of the tree being hydrated. Null: no tree is. */
let waiting: (() => void)[] | null = null

function createStep(): Promise<void> | null {
  const steps = waiting
  return steps && new Promise((resolve) => steps.push(resolve))
}

/**
 * A part of a tree that is hydrated in its own task. Until then the server's nodes stay unchanged. In a tree that isn't
 * hydrated it renders at once.
 */
export function HydrationStep({ children }: { children: ReactNode }) {
  const [step] = useState(createStep)
  if (!step) return children
  return (
    <Suspense>
      <Suspended until={step}>{children}</Suspended>
    </Suspense>
  )
}

function Suspended({ until, children }: { until: Promise<void>; children: ReactNode }) {
  // Rendered again before its turn, it may have to move, which requires hydration.
  if (waiting) use(until)
  return children
}

/** Hydrates a tree: `hydrate` everything outside `HydrationStep`, then one step per task. Resolves after the last. */
export async function hydrateInSteps(hydrate: () => void): Promise<void> {
  const steps: (() => void)[] = []
  waiting = steps
  try {
    hydrate()
  } finally {
    waiting = null
  }
  for (const start of steps) {
    await nextTask()
    start()
  }
  await nextTask()
}
