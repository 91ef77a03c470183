import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { DomainError } from '../lib/domain-error.ts'
import { BODY_LIMIT } from './call-input.ts'
import { clientAddress, type TrustProxy } from './client-address.ts'
import type { CallRequest } from './context.ts'
import type { ErrorReplies } from './errors.ts'
import type { WritingCall } from './mount.ts'
import type { AnswerLog } from './request-log.ts'

const BASE = '/api'
const JSON_TYPE = /^application\/json(?:; ?charset=utf-8)?$/i
const LENGTH = /^[1-9]\d{0,6}$/
const OBJECT_OR_LIST = /^[ \t\n\r]*[[{]/

/** Answers calls that people write with in front of the framework, whose own way costs more than the call. */
export interface WriteLane {
  /** Takes a plain JSON request of a known call; passes everything else on. */
  handle(request: IncomingMessage, response: ServerResponse, pass: () => void): void
}

interface Dependencies {
  /** By path below `/api`. */
  calls: ReadonlyMap<string, WritingCall>
  /** Of every answer. */
  headers: Record<string, string>
  trustProxy: TrustProxy
  replyToError: ErrorReplies
  log: AnswerLog
}

/** A request that is answered here. */
interface Taken {
  request: CallRequest
  requestId: string
}

/** The gates and their order are `mount`'s; here is only how a request is read and an answer sent. */
export function createWriteLane({ calls, headers, trustProxy, replyToError, log }: Dependencies): WriteLane {
  const sent = Object.entries({
    ...headers,
    'Content-Type': 'application/json; charset=utf-8',
  }).flat()

  async function replyTo(call: WritingCall, { request, requestId }: Taken) {
    try {
      await call.enter(request)
      request.body = parse(await read(request))
      const payload = await call.perform(request, requestId)
      return { status: 200, headers: { 'Cache-Control': 'no-store' }, body: { status: 'success', payload } }
    } catch (error) {
      return replyToError(error, { requestId, path: request.url ?? '' })
    }
  }

  async function answer(call: WritingCall, { request, response, requestId }: Taken & { response: ServerResponse }) {
    const start = performance.now()
    const { status, headers: more, body } = await replyTo(call, { request, requestId })
    if (response.destroyed) return
    // As text, so that it goes out in one piece with the headers.
    const text = JSON.stringify(body)
    const own = ['Content-Length', String(Buffer.byteLength(text)), 'X-Request-Id', requestId]
    response.writeHead(status, [...sent, ...Object.entries(more).flat(), ...own])
    response.end(text)
    log({ requestId, call: call.name, method: 'POST', status, start })
  }

  return {
    handle(request, response, pass) {
      const call = request.method === 'POST' && isPlainJson(request) ? callOf(request) : undefined
      if (!call) {
        pass()
        return
      }
      const taken = Object.assign(request, { ip: clientAddress(request, trustProxy) })
      void answer(call, { request: taken, response, requestId: randomUUID() })
    },
  }

  function callOf({ url = '' }: IncomingMessage): WritingCall | undefined {
    return url.startsWith(BASE) ? calls.get(url.slice(BASE.length)) : undefined
  }
}

/** What needs no decoding and is no longer than it says; the framework knows what to say to the rest. */
function isPlainJson({ headers }: IncomingMessage): boolean {
  return (
    JSON_TYPE.test(headers['content-type'] ?? '') &&
    LENGTH.test(headers['content-length'] ?? '') &&
    Number(headers['content-length']) <= BODY_LIMIT &&
    headers['content-encoding'] === undefined &&
    headers['transfer-encoding'] === undefined
  )
}

function read(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.once('end', () => resolve(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)))
    request.once('error', () => reject(new DomainError('MALFORMED_BODY')))
    // Closed before its end: nobody is there to hear the answer, but nothing may wait for ever.
    request.once('close', () => {
      if (!request.complete) reject(new DomainError('MALFORMED_BODY'))
    })
  })
}

function parse(body: Buffer): unknown {
  const text = body.toString().replace(/^\uFEFF/, '')
  if (!OBJECT_OR_LIST.test(text)) throw new DomainError('MALFORMED_BODY')
  try {
    return JSON.parse(text)
  } catch {
    throw new DomainError('MALFORMED_BODY')
  }
}
