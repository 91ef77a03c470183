import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { forumPorts, runData } from './server-settings.ts'

const READY_WITHIN_MS = 60_000

/** Waits until the forums of all workers are ready. They start at the same time, to use all cores. */
export default async function awaitForums(): Promise<() => void> {
  await Promise.all(forumPorts().map((port) => untilReady(`http://localhost:${port}/readyz`)))
  return () => rmSync(runData(), { recursive: true, force: true })
}

async function untilReady(url: string): Promise<void> {
  const isReady = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
  for (const until = Date.now() + READY_WITHIN_MS; !(await isReady()); await sleep(100)) {
    if (Date.now() > until) throw new Error(`${url} doesn’t respond. The server’s errors are above.`)
  }
}
