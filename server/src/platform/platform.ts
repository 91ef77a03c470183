import { type Clock, MINUTE_MS } from './clock.ts'
import type { Database } from './database/database.ts'
import { createCursors } from './database/keyset.ts'
import { removeOldCopies } from './database/migration-copies.ts'
import type { Table } from './database/table.ts'
import { databaseTables } from './database/tables.ts'
import { createOutbox, createRecentEvents } from './events/outbox.ts'
import { eventsTables } from './events/tables.ts'
import { createIdempotency } from './idempotency/idempotency.ts'
import { idempotencyTables } from './idempotency/tables.ts'
import { createIds } from './ids.ts'
import { createBackground } from './jobs/background.ts'
import { createJobQueue } from './jobs/queue.ts'
import { jobsTables } from './jobs/tables.ts'
import { createEventCounts } from './limits/event-counts.ts'
import { createRateLimits } from './limits/rate-limits.ts'
import { limitsTables } from './limits/tables.ts'
import type { Logger } from './logging/logger.ts'
import { createMailer } from './mail/mailer.ts'
import { createMailService } from './mail/service.ts'
import { mailTables } from './mail/tables.ts'
import type { Moonpay } from './moonpay-url.ts'
import type { Redis } from './redis/redis.ts'
import { createDiskSpace } from './storage/disk-space.ts'
import type { S3Location } from './storage/s3-storage.ts'

/** The settings that platform and domains read. */
interface Settings {
  secret: string
  url: string
  dataFolder: string
  domainsFromFiles: boolean
  minFreeBytes: number
  production: boolean
  rateScale: number
  adminsNeedSecondFactor: boolean
  smtpUrl: string | null
  s3: S3Location | null
  transcriptsUrl: string | null
  scorerUrl: string | null
  moonpay: Moonpay | null
  mailFrom: string
  chainUrl: string | null
  hasLocalChain: boolean
  chainConfirmations: number
  signsWithdrawals: boolean
}

export const platformTables: readonly Table[] = [
  ...jobsTables,
  ...eventsTables,
  ...idempotencyTables,
  ...mailTables,
  ...limitsTables,
  ...databaseTables,
]

/** Passed to every domain at registration. */
export type Platform = ReturnType<typeof createPlatform>

export function createPlatform(about: {
  config: Settings
  database: Database
  clock: Clock
  logger: Logger
  /** Null: a single process. */
  redis: Redis | null
}) {
  const { config, database, clock, logger, redis } = about
  const { secret } = config
  const ids = createIds(clock)
  const events = createOutbox({ database, clock, ids, logger })
  const background = createBackground({ logger })
  const jobs = createJobQueue({ database, clock, ids, logger, background })
  const idempotency = createIdempotency({ secret, database, clock })
  const eventCounts = createEventCounts({ database, clock })
  const mailer = createMailer({ ...config, sender: config.mailFrom, clock, logger })
  const mail = createMailService({ database, clock, ids, jobs, logger, mailer, secret })

  jobs.schedule({ name: 'delete parked jobs', everyMs: 60 * MINUTE_MS, run: () => jobs.cleanUp() })
  jobs.schedule({ name: 'forget delivered events', everyMs: 10 * MINUTE_MS, run: () => events.cleanUp() })
  jobs.schedule({ name: 'forget counts', everyMs: 10 * MINUTE_MS, run: () => eventCounts.cleanUp() })
  jobs.schedule({ name: 'forget kept answers', everyMs: 10 * MINUTE_MS, run: () => idempotency.cleanUp() })
  jobs.schedule({ name: 'expire mails that are files', everyMs: 60 * MINUTE_MS, run: () => mail.expire() })
  jobs.schedule({
    name: 'rebuild the database',
    everyMs: 60 * MINUTE_MS,
    run: () => database.rebuildDaily(clock.now()),
  })
  jobs.schedule({
    name: 'delete copies from before migrations',
    everyMs: 60 * MINUTE_MS,
    run: () => removeOldCopies({ dataFolder: config.dataFolder, now: clock.now() }),
  })
  jobs.schedule({ name: 'empty the write-ahead log', everyMs: MINUTE_MS, run: () => database.emptyLog() })

  return {
    ...about,
    secret,
    ids,
    events,
    background,
    jobs,
    idempotency,
    eventCounts,
    mail,
    disk: createDiskSpace(config),
    rateLimits: createRateLimits({ scale: config.rateScale, clock, redis }),
    cursors: createCursors(secret),
    recentEvents: createRecentEvents({ database, clock }),
  }
}
