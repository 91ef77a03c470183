import http from 'node:http'
import https from 'node:https'
import type { Finding } from '@stoa/contract'
import type { Clock } from '../../../platform/clock.ts'
import type { Logger } from '../../../platform/logging/logger.ts'

/** An external program, run by the operator, that rates how unwanted a text is. */
export interface Scorer {
  /** Returns the program's findings; empty if it fails or doesn't respond in time. Never throws. */
  score(text: string): Promise<Finding[]>
}

/** Maximum time to wait for a score. */
const SCORER_LIMIT_MS = 800
const ANSWER_MAX_BYTES = 10_000
const TEXT_MAX_LENGTH = 20_000
const REASON_MAX_LENGTH = 100
/** After this many failures in a row, the scorer is skipped for a while. */
const FAILURES_MAX = 5
const REST_MS = 30_000

/**
 * Posts `{"text"}` to an address that responds with `{"score": 0–100, "reason"?}`. The operator configures the address,
 * so any is allowed and credentials in it are sent. Redirects aren't followed.
 */
export function createHttpScorer({
  address,
  clock,
  logger,
}: {
  address: string
  clock: Clock
  logger: Logger
}): Scorer {
  const url = new URL(address)
  let failures = 0
  let restsUntil = 0

  function post(body: string): Promise<http.IncomingMessage> {
    const { request } = url.protocol === 'https:' ? https : http
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    return new Promise((resolve, reject) => {
      const signal = AbortSignal.timeout(SCORER_LIMIT_MS)
      const clientRequest = request(url, { method: 'POST', headers, signal }, resolve)
      clientRequest.on('error', reject)
      clientRequest.end(body)
    })
  }

  return {
    async score(text) {
      if (clock.now() < restsUntil) return []
      try {
        const response = await post(JSON.stringify({ text: text.slice(0, TEXT_MAX_LENGTH) }))
        const finding = findingOf(JSON.parse(await readBounded(response)))
        failures = 0
        return finding
      } catch (error) {
        failures += 1
        logger.warn({ err: error }, 'the scorer has not answered')
        if (failures >= FAILURES_MAX) {
          failures = 0
          restsUntil = clock.now() + REST_MS
        }
        return []
      }
    },
  }
}

function findingOf(response: unknown): Finding[] {
  const { score, reason = '' } = (response ?? {}) as { score?: unknown; reason?: unknown }
  if (typeof score !== 'number' || !(score >= 0 && score <= 100)) throw new Error('The scorer answers no score.')
  const points = Math.round(score)
  const text = typeof reason === 'string' ? reason.slice(0, REASON_MAX_LENGTH) : ''
  return points === 0 ? [] : [{ check: 'scorer', held: false, points, text }]
}

async function readBounded(response: http.IncomingMessage): Promise<string> {
  try {
    if (response.statusCode !== 200) throw new Error(`The scorer answers ${response.statusCode}.`)
    const chunks: Buffer[] = []
    let length = 0
    for await (const chunk of response as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > ANSWER_MAX_BYTES) throw new Error('The scorer answers too much.')
      chunks.push(chunk)
    }
    return Buffer.concat(chunks).toString()
  } finally {
    response.destroy()
  }
}
