import { createServer, type Server } from 'node:http'
import type { RequestHandler } from 'express'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { JobQueue } from '../platform/jobs/queue.ts'
import type { Logger } from '../platform/logging/logger.ts'
import { type ListenAddress, listenOn } from './listen-on.ts'

export interface Metrics {
  /** Counts an answer of the framework. */
  answered(about: { call: string; status: number; seconds: number }): void
  /** Counts an answer from the read cache. */
  cacheHit(): void
  /** Serves the figures to Prometheus, at an address that the public does not reach. */
  listen(address: ListenAddress): Promise<Server>
}

/** Figures of one process. */
export function createMetrics({ jobs }: { jobs: Pick<JobQueue, 'counts'> }): Metrics {
  const registry = new Registry()
  const answers = new Histogram({
    name: 'stoa_answer_seconds',
    help: 'Time to answer, by call and status.',
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
  // Looking the labels up costs more than counting.
  const known = new Map<string, ReturnType<typeof answers.labels>>()
  async function readMetrics(): Promise<string> {
    const counts = await jobs.counts()
    waiting.reset()
    for (const { kind, state, count } of counts) waiting.set({ kind, state }, count)
    return registry.metrics()
  }

  return {
    answered({ call, status, seconds }) {
      const key = `${call} ${status}`
      const counted = known.get(key) ?? answers.labels(call, String(status))
      known.set(key, counted)
      counted.observe(seconds)
    },
    cacheHit: () => hits.inc(),
    async listen(address) {
      collectDefaultMetrics({ register: registry })
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

/** Logs a response; `start` as `performance.now()` told it. */
export type AnswerLog = (answer: {
  requestId: string
  call: string
  method: string
  status: number
  start: number
}) => void

/** One line per answer: which request, which call, how it went. No address, query, body or name. */
export function createAnswerLog({ logger, metrics }: { logger: Logger; metrics: Metrics }): AnswerLog {
  return ({ start, ...answer }) => {
    const ms = performance.now() - start
    metrics.answered({ call: answer.call, status: answer.status, seconds: ms / 1000 })
    logger.info({ ...answer, ms: Math.round(ms * 10) / 10 }, 'answered')
  }
}

/** Logs what Express serves. */
export function requestLog(log: AnswerLog): RequestHandler {
  return (request, response, next) => {
    const start = performance.now()
    response.once('finish', () => {
      const requestId = String(response.locals.requestId)
      log({ requestId, call: 'page', method: request.method, status: response.statusCode, start })
    })
    next()
  }
}
