import { getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { readConfig } from './config.ts'
import { systemClock } from './platform/clock.ts'
import { openDatabase } from './platform/database/database.ts'
import { isDomainError } from './platform/domain-error.ts'
import { createLogger } from './platform/logging/logger.ts'
import { createPlatform } from './platform/platform.ts'
import type { SearchAnswer, SearchQuestion } from './search-threads.ts'
import { registerDomains } from './services.ts'

// Low enough to let the server respond to others first. Only Linux has priorities per thread; elsewhere the whole
// process would become slow.
const NICE = 7
const NICE_MAX = 19
if (process.platform === 'linux') setPriority(Math.min(getPriority() + NICE, NICE_MAX))

const config = readConfig()
const platform = createPlatform({
  config,
  database: openDatabase({ url: config.databaseUrl, dataFolder: config.dataFolder }),
  clock: systemClock,
  logger: createLogger(config.logLevel),
  redis: null,
})
const { search } = registerDomains(platform, {
  setsHost: () => false,
  rendering: { render: null, tagsOf: () => [] },
})

async function answer({ id, name, parameters }: SearchQuestion): Promise<SearchAnswer> {
  try {
    const work: (...parameters: never[]) => Promise<unknown> = search[name]
    return { id, found: await work(...(parameters as never[])) }
  } catch (error) {
    if (isDomainError(error)) {
      return { id, failure: { code: error.code, details: error.details, message: error.message } }
    }
    return { id, failure: { message: error instanceof Error ? (error.stack ?? error.message) : String(error) } }
  }
}

parentPort?.on(
  'message',
  (question: SearchQuestion) => void answer(question).then((one) => parentPort?.postMessage(one)),
)
