import type { Server } from 'node:http'
import type { App } from './app.ts'
import { stopGracefully } from './http/stop.ts'
import type { Database } from './platform/database/database.ts'
import type { Logger } from './platform/logging/logger.ts'
import type { Realtime } from './realtime/gateway.ts'

/** Parts of a running server, in the order in which they are stopped. */
export interface RunningServer {
  http: Server
  realtime: Pick<Realtime, 'cut' | 'close'>
  app: Pick<App, 'readiness' | 'stopFetching' | 'background'> & {
    jobs: Pick<App['jobs'], 'stop'>
    events: Pick<App['events'], 'stop'>
  }
  /** Close whatever doesn't depend on the rest; called before the database is closed. */
  others: (() => unknown)[]
  database: Pick<Database, 'close'>
  logger: Logger
}

/** Ends the process on SIGTERM or SIGINT once all work in progress is finished; a second signal ends it at once. */
export function stopOnSignal(running: RunningServer): void {
  const { logger } = running
  const stop = () =>
    stopInOrder(running).catch((error: unknown) => {
      logger.fatal({ err: error }, 'the server could not be stopped in order')
      process.exit(1)
    })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())
}

/** Finishes the work in progress, then closes one part after another. */
export async function stopInOrder({
  http,
  realtime,
  app,
  others,
  database,
}: Omit<RunningServer, 'logger'>): Promise<void> {
  await Promise.all([stopGracefully(http, app.readiness, realtime.cut), app.jobs.stop()])
  app.stopFetching()
  // Reading a page ends with an event about its post, which readers on other processes must still receive.
  await app.background.settled()
  realtime.close()
  await app.events.stop()
  for (const close of others) close()
  await database.close()
}
