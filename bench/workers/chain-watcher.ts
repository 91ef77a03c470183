import { setTimeout as sleep } from 'node:timers/promises'
import { openInProcess } from '../support/in-process.ts'

/** The database and chain that it reads. */
export interface WatchRequest {
  url: string | null
  dataFolder: string
  environment: Record<string, string>
}

const PAUSE_MS = 20

/** A separate process, which is killed while it reads the chain and books deposits. */
process.once('message', (request: WatchRequest) => void watchForever(request))
process.once('disconnect', () => process.exit())

async function watchForever(request: WatchRequest): Promise<void> {
  const { app } = await openInProcess(request)
  for (;;) {
    // The chain changes while it is read: what fails now is read the next time.
    await app.services.chain.watch().catch((error: unknown) => console.error(String(error)))
    await sleep(PAUSE_MS)
  }
}
