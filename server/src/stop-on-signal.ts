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
  app: App
  /** Close what needs nothing else; before the database. */
  others: (() => unknown)[]
  database: Database
  logger: Logger
}

/** Ends the process on SIGTERM or SIGINT once everything that has begun is finished; a second signal ends it at once. */
export function stopOnSignal(running: Running): void {
  const { logger } = running
  const stop = () =>
    finish(running).catch((error: unknown) => {
      logger.fatal({ err: error }, 'the server could not be stopped in order')
      process.exit(1)
    })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())
}

async function finish({ http, realtime, app, others, database }: Running): Promise<void> {
  await Promise.all([stopGracefully(http, app.readiness, realtime.cut), app.jobs.stop()])
  realtime.close()
  await app.background.settled()
  await app.events.flush()
  for (const close of others) close()
  await database.close()
}
