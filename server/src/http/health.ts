import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Router } from 'express'
import type { Database } from '../platform/database/database.ts'
import type { Redis } from '../platform/redis/redis.ts'
import type { DiskSpace } from '../platform/storage/disk-space.ts'
import { createRouter, onlyRead } from './express.ts'

/** Whether this process accepts requests; false while it is stopping. */
export interface Readiness {
  accepting: boolean
}

/** Responds to probes. */
export interface Health {
  /**
   * Responds to `/livez` and `/readyz`, before anything else sees the request: no limit, cache, queue or domain may hold
   * a probe up. False for any other request.
   */
  handle(request: IncomingMessage, response: ServerResponse): boolean
}

/** After this time the database counts as away. */
const PING_MS = 2000

/**
 * `/livez`: the process runs. `/readyz`: it accepts requests and reaches its database; the embedded one also needs a tenth of
 * the free space that uploads leave on its disk. The response names the part that is unavailable. Also reports whether Redis is reachable, which
 * isn't required.
 */
export function createHealth(about: {
  readiness: Readiness
  database: { ping: Database['ping']; dialect: Pick<Database['dialect'], 'name'> }
  redis: Pick<Redis, 'status'> | null
  disk: DiskSpace
  /** Headers of every response. */
  headers: Record<string, string>
  /** What `stoa doctor` asks for, encrypted. Default: nothing. */
  probe?: (request: IncomingMessage) => string | undefined
}): Health {
  const { readiness, database, redis, disk, headers, probe } = about
  /** Probes share a query, so that they don't use up the connections of a database that is paused. */
  let pinging: Promise<boolean> | null = null

  function reachesDatabase(): Promise<boolean> {
    pinging ??= database
      .ping()
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        pinging = null
      })
    return Promise.race([pinging, sleep(PING_MS, false, { ref: false })])
  }

  function send(response: ServerResponse, status: number, body: object): void {
    if (response.destroyed) return
    response.writeHead(status, {
      ...headers,
      'X-Request-Id': randomUUID(),
      'Cache-Control': 'no-store',
      'Content-Type': 'application/json; charset=utf-8',
    })
    response.end(JSON.stringify(body))
  }

  const stateOf = (isAvailable: boolean) => (isAvailable ? 'ok' : 'unavailable')

  async function sendReadiness(response: ServerResponse): Promise<void> {
    const [hasDatabase, hasRoom, hasReserve] = await Promise.all([reachesDatabase(), disk.hasRoom(), disk.hasReserve()])
    // A full disk stops all writes of the embedded database. Uploads end long before, which affects nothing else.
    const isReady = readiness.accepting && hasDatabase && (hasReserve || database.dialect.name !== 'sqlite')
    send(response, isReady ? 200 : 503, {
      status: stateOf(isReady),
      server: readiness.accepting ? 'ok' : 'stopping',
      database: stateOf(hasDatabase),
      disk: hasRoom ? 'ok' : 'full',
      ...(redis === null ? {} : { redis: stateOf(redis.status === 'ready') }),
    })
  }

  return {
    handle(request, response) {
      const { method, url = '' } = request
      if (method !== 'GET' && method !== 'HEAD') return false
      const path = url.split('?', 1)[0]
      if (path === '/livez') send(response, 200, { status: 'ok', seen: probe?.(request) })
      else if (path === '/readyz') void sendReadiness(response)
      else return false
      return true
    },
  }
}

/** Refuses other methods of the probes' addresses. */
export function probesAreRead(): Router {
  const router = createRouter()
  router.all(['/livez', '/readyz'], onlyRead)
  return router
}
