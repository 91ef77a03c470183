import { createServer, type Server } from 'node:http'
import type { ErrorCode } from '@stoa/contract'
import type { RequestHandler } from 'express'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '../platform/database/database.ts'
import type { Outbox } from '../platform/events/outbox.ts'
import type { JobQueue } from '../platform/jobs/queue.ts'
import type { Logger } from '../platform/logging/logger.ts'
import type { MailService } from '../platform/mail/service.ts'
import { type ListenAddress, listenOn } from './listen-on.ts'
import { kindOfPath, loggedPath } from './requested-path.ts'

/** Sources read on each scrape. */
export interface MetricsSources {
  jobs: Pick<JobQueue, 'counts' | 'failures'>
  database: Pick<Database, 'pools'>
  events: Pick<Outbox, 'age'>
  mail: Pick<MailService, 'waiting'>
}

export interface Metrics {
  /** Counts a response from the framework. */
  countResponse(about: { call: string; status: number; seconds: number }): void
  /** Counts a response from the read cache. */
  cacheHit(): void
  /** Counts a refusal or failure by error code. */
  refused(code: ErrorCode): void
  /** Sets the source of the live connection count. */
  watchSockets(count: () => number): void
  /** Serves metrics for Prometheus at an address the public can't reach. */
  listen(address: ListenAddress): Promise<Server>
}

/** Metrics of one process. */
export function createMetrics({ jobs, database, events, mail }: MetricsSources): Metrics {
  const registry = new Registry()
  const registers = [registry]
  let countSockets = () => 0
  const responses = new Histogram({
    name: 'stoa_answer_seconds',
    help: 'Time to answer, by call (probe, asset, page … for what is no call) and status.',
    labelNames: ['call', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  })
  const hits = new Counter({
    name: 'stoa_read_cache_hits_total',
    help: 'Reads answered from memory.',
    registers: [registry],
  })
  const waiting = new Gauge({
    name: 'stoa_jobs',
    help: 'Jobs that wait or were parked, by kind.',
    labelNames: ['kind', 'state'],
    registers: [registry],
  })
  const failures = new Counter({
    name: 'stoa_job_failures_total',
    help: 'Failed tries of jobs, by kind.',
    labelNames: ['kind'],
    registers,
  })
  const refusals = new Counter({
    name: 'stoa_refusals_total',
    help: 'Calls that were refused or failed, by the code of the error; SIGN_IN_LOCKED: lock-outs.',
    labelNames: ['code'],
    registers,
  })
  const connections = new Gauge({
    name: 'stoa_database_connections',
    help: 'Connections to the database in use and idle, and how many ask for one.',
    labelNames: ['pool', 'state'],
    registers,
  })
  const waits = new Histogram({
    name: 'stoa_database_wait_seconds',
    help: 'Time to get a connection to the database.',
    labelNames: ['pool'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10],
    registers,
  })
  const outbox = new Gauge({
    name: 'stoa_outbox_age_seconds',
    help: 'Age of the oldest event that is not handed on.',
    registers,
  })
  const mails = new Gauge({ name: 'stoa_mails_waiting', help: 'Mails that are not sent yet.', registers })
  const sockets = new Gauge({ name: 'stoa_sockets', help: 'Live connections of this process.', registers })
  // Looking up labels costs more than counting.
  const labelsByKey = new Map<string, ReturnType<typeof responses.labels>>()
  async function readMetrics(): Promise<string> {
    const [counts, age, unsent] = await Promise.all([jobs.counts(), events.age(), mail.waiting()])
    waiting.reset()
    for (const { kind, state, count } of counts) waiting.set({ kind, state }, count)
    failures.reset()
    for (const [kind, count] of jobs.failures()) failures.inc({ kind }, count)
    for (const { name: pool, counts } of database.pools) {
      for (const [state, count] of Object.entries(counts())) connections.set({ pool, state }, count)
    }
    outbox.set(age / 1000)
    mails.set(unsent)
    sockets.set(countSockets())
    return registry.metrics()
  }

  return {
    countResponse({ call, status, seconds }) {
      const key = `${call} ${status}`
      const counted = labelsByKey.get(key) ?? responses.labels(call, String(status))
      labelsByKey.set(key, counted)
      counted.observe(seconds)
    },
    cacheHit: () => hits.inc(),
    refused: (code) => refusals.inc({ code }),
    watchSockets(count) {
      countSockets = count
    },
    async listen(address) {
      collectDefaultMetrics({ register: registry })
      for (const { name: pool, onWait } of database.pools) onWait((seconds) => waits.observe({ pool }, seconds))
      const server = createServer((request, response) => {
        if (request.url !== '/metrics') {
          response.writeHead(404).end()
          return
        }
        readMetrics().then(
          (text) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
          () => response.writeHead(500).end(),
        )
      })
      await listenOn(server, address)
      return server
    },
  }
}

/** Logs a response; `start` is from `performance.now()`. */
export type ResponseLog = (response: {
  requestId: string
  call: string
  method: string
  /** The requested address; the log gets its path only. */
  url: string
  status: number
  start: number
}) => void

/** One line per response: request, call, path, outcome. No addresses, queries, bodies or names. */
export function createResponseLog(about: { logger: Logger; metrics: Pick<Metrics, 'countResponse'> }): ResponseLog {
  const { logger, metrics } = about
  return ({ start, url, ...response }) => {
    const ms = performance.now() - start
    metrics.countResponse({ call: response.call, status: response.status, seconds: ms / 1000 })
    logger.info({ ...response, path: loggedPath(url), ms: Math.round(ms * 10) / 10 }, 'answered')
  }
}

/** Logs responses from Express. */
export function requestLog(log: ResponseLog): RequestHandler {
  return (request, response, next) => {
    const start = performance.now()
    response.once('finish', () => {
      const { method, originalUrl: url } = request
      const call = kindOfPath(url.replace(/\?.*$/s, ''))
      log({ requestId: String(response.locals.requestId), call, method, url, status: response.statusCode, start })
    })
    next()
  }
}
