import { createHmac } from 'node:crypto'
import type { CallName } from '@stoa/contract'
import { type Call, calls } from '@stoa/contract/schemas'
import type { CallRequest, RecordResponse } from '../calls/context.ts'
import type { OnceOptions } from '../calls/handlers.ts'
import { type Clock, DAY_MS } from '../clock.ts'
import type { Database, Transaction } from '../database/database.ts'
import { insertion } from '../database/transaction.ts'
import { DomainError, isDomainError } from '../domain-error.ts'
import { deriveKey, openSealed, seal, sha256 } from '../security/keys.ts'
import { type IdempotencyRow, idempotencyRepository } from './repository.ts'

/** A write as its sender intended it. */
export interface Write {
  /** Value of the `Idempotency-Key` header. */
  key: string | undefined
  /** User id, or what identifies a visitor. */
  actor: string
  body: unknown
}

export interface Idempotency {
  /** Runs the work once per actor, call and key; a retry gets the first response. */
  once<Result>(name: CallName, write: Write, about: OnceWork<Result>): Promise<Result>
  /** The stored response to a write; null if there is none. */
  storedResponse(name: CallName, write: Write): Promise<{ response: unknown } | null>
  /** Deletes responses older than a day; returns how many. */
  cleanUp(): Promise<number>
}

export interface OnceWork<Result> extends Omit<OnceOptions<Result>, 'holder'> {
  work(record: RecordResponse<Result>): Promise<Result>
}

const KEPT_MS = DAY_MS
const KEY = /^[\u0020-\u007e]{1,100}$/

/** Whether stored responses to a call are encrypted. */
const holdsSecrets = ({ secret, cookie }: Call) => secret === true || cookie === true

const KEY_PREFIX_LENGTH = 16

/** Key prefix of all responses to an actor. */
export function keyPrefixOf(actor: string): string {
  return sha256(actor).slice(0, KEY_PREFIX_LENGTH)
}

/** The visitor id a client sends with every write; empty if it sends none. */
export function visitorIdOf({ body }: CallRequest): string {
  const { visitorId } = (typeof body === 'object' && body !== null ? body : {}) as { visitorId?: unknown }
  return typeof visitorId === 'string' ? visitorId : ''
}

/** The write of a request; `holder` is the user, or the cookie that identifies one. */
export function writeOf(request: CallRequest, holder: string | null): Write {
  const key = request.headers['idempotency-key'] as string | undefined
  // Who acts is part of the place, and a repeat may name them where the first request didn't know them yet.
  const { userId: _, ...body } = (request.body ?? {}) as Record<string, unknown>
  return { key, actor: holder ?? visitorOf(request), body }
}

/** Without an id, a visitor is identified by address and app check. */
function visitorOf(request: CallRequest): string {
  const id = visitorIdOf(request)
  if (id !== '') return `visitor ${id}`
  return `address ${request.address ?? ''} ${String(request.headers['x-app-check'] ?? '')}`
}

/**
 * Work and response commit together: the transaction's last statement stores the response under the unique key. A crash
 * leaves both or neither; of parallel retries one commits and the others read its response.
 */
export function createIdempotency(about: { secret: string; database: Database; clock: Clock }): Idempotency {
  const { secret, database, clock } = about
  const sealedKeeping = createSealedResponses(secret)
  const insertRows = async (tx: Transaction, rows: IdempotencyRow[]) =>
    tx.changeLast(...insertion('idempotency_keys', rows))

  /** Where the response to a write is stored; null if its sender sent no key. */
  function placeOf(name: CallName, write: Write): { keyHash: string; keeping: ResponseFormat } | null {
    const call: Call = calls[name]
    if (write.key === undefined && !call.needsKey) return null
    if (write.key === undefined || !KEY.test(write.key)) {
      throw new DomainError('VALIDATION_FAILED', [
        { field: 'Idempotency-Key', message: 'Use 1 to 100 printable characters.' },
      ])
    }
    const place = JSON.stringify([write.actor, name, write.key])
    const body = JSON.stringify(write.body)
    // All responses to an actor share a key prefix, so they can be deleted together.
    const keyHash = `${keyPrefixOf(write.actor)}${sha256(place).slice(KEY_PREFIX_LENGTH)}`
    return { keyHash, keeping: holdsSecrets(calls[name]) ? sealedKeeping({ place, body }) : plainResponses(body) }
  }

  /** The stored response, or null. */
  async function find<Result>({ keyHash, keeping }: { keyHash: string; keeping: ResponseFormat }) {
    const row = await idempotencyRepository(database.read).byKey(keyHash)
    if (!row) return null
    if (row.body_hash !== keeping.bodyHash) throw new DomainError('IDEMPOTENCY_MISMATCH')
    return { response: JSON.parse(keeping.open(row.answer)) as Result }
  }

  return {
    async once<Result>(name: CallName, write: Write, about: OnceWork<Result>): Promise<Result> {
      const { work, again, lookFirst = false } = about
      const place = placeOf(name, write)
      if (place === null) return work(() => {})
      const { keyHash, keeping } = place

      async function first(): Promise<{ response: Result } | null> {
        const stored = await find<Result>({ keyHash, keeping })
        return stored && again ? { response: await again(stored.response) } : stored
      }

      const stored = lookFirst ? await first() : null
      if (stored) return stored.response
      try {
        return await work((tx, response) =>
          tx.collect(insertRows, rowOf(response, { keyHash, keeping, now: clock.now() })),
        )
      } catch (error) {
        const repeated = mayBeRepeated(error) || database.dialect.isUniqueViolation(error) ? await first() : null
        if (!repeated) throw error
        return repeated.response
      }
    },
    async storedResponse(name, write) {
      const place = placeOf(name, write)
      return place && find(place)
    },
    async cleanUp() {
      return database.transaction(({ connection }) =>
        idempotencyRepository(connection).deleteBefore(clock.now() - KEPT_MS),
      )
    },
  }
}

function rowOf(response: unknown, about: { keyHash: string; keeping: ResponseFormat; now: number }): IdempotencyRow {
  const { keyHash, keeping, now } = about
  return {
    key_hash: keyHash,
    body_hash: keeping.bodyHash,
    answer: keeping.close(JSON.stringify(response)),
    created_at: now,
  }
}

/**
 * The refusal may be caused by the request's own first run (the name is now taken), so a stored response is looked up.
 * Except after a lock-out, which must not reveal whether the password was right.
 */
function mayBeRepeated(error: unknown): boolean {
  return isDomainError(error) && error.code !== 'SIGN_IN_LOCKED'
}

/** How the response to one request is stored. */
export interface ResponseFormat {
  /** Identifies the request's body without revealing it. */
  bodyHash: string
  close(response: string): string
  /** The argument of `close` for a request with this `bodyHash`. */
  open(sealed: string): string
}

/** Stores responses without secrets as plain text. */
function plainResponses(body: string): ResponseFormat {
  return { bodyHash: sha256(body), close: (response) => response, open: (text) => text }
}

/**
 * Stores responses with tokens, encrypted (AES-256-GCM) under a key derived from the server's secret and the whole
 * request, which is not stored. The database, even with the secret or the idempotency key, can't open one: it takes the
 * request itself, with its password, code or cookie. The body hash uses the same key, so passwords can't be tried
 * against it.
 */
export function createSealedResponses(secret: string): (request: { place: string; body: string }) => ResponseFormat {
  const root = deriveKey(secret, 'stoa kept answers')
  const derive = (purpose: string, { place, body }: { place: string; body: string }) =>
    createHmac('sha256', root)
      .update(JSON.stringify([purpose, place, body]))
      .digest()
  return (request) => {
    const key = derive('answer', request)
    return {
      bodyHash: derive('body', request).toString('hex'),
      close: (response) => seal(key, response),
      open: (sealed) => openSealed(key, sealed),
    }
  }
}
