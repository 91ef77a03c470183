import type { Server } from 'node:http'
import type { App } from './app.ts'
import type { Database } from './db/database.ts'
import { stopGracefully } from './http/stop.ts'
import type { Logger } from './lib/logger.ts'
import type { Realtime } from './realtime/gateway.ts'

/** What a running server is made of, in the order in which it is stopped. */
export interface Running {
  http: Server
  realtime: Realtime
  app: Pick<App, 'readiness' | 'jobs' | 'background' | 'events'>
  /** Close what needs nothing else; before the database. */
  others: (() => unknown)[]
  database: Pick<Database, 'close'>
  logger: Logger
}

/** Ends the process on SIGTERM or SIGINT once everything that has begun is finished; a second signal ends it at once. */
export function stopOnSignal(running: Running): void {
  const { logger } = running
  const stop = () =>
    stopInOrder(running).catch((error: unknown) => {
      logger.fatal({ err: error }, 'the server could not be stopped in order')
      process.exit(1)
    })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())
}

/** Finishes what has begun, then closes one thing after the other. */
export async function stopInOrder({ http, realtime, app, others, database }: Omit<Running, 'logger'>): Promise<void> {
  await Promise.all([stopGracefully(http, app.readiness, realtime.cut), app.jobs.stop()])
  // Reading a page ends in news of its post, which other processes' readers must still hear.
  await app.background.settled()
  realtime.close()
  await app.events.flush()
  for (const close of others) close()
  await database.close()
}
