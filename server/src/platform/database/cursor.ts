import { createHmac, timingSafeEqual } from 'node:crypto'
import { DomainError } from '../domain-error.ts'

/** A position in a sorted list: the sort values of the last item given. */
export type Position = (string | number)[]

/** Turns positions into opaque, tamper-evident cursors that are good for one list only. */
export interface Cursors {
  encode(list: string, position: Position): string
  /** Throws CURSOR_INVALID for a cursor that was changed or belongs to another list. */
  decode(list: string, cursor: string): Position
}

const TAG_LENGTH = 16

/** Cursors signed with HMAC-SHA-256 over list name and position, cut to 96 bits. */
export function createCursors(secret: string): Cursors {
  const tag = (list: string, body: string) =>
    createHmac('sha256', secret).update(`${list}\n${body}`).digest('base64url').slice(0, TAG_LENGTH)
  return {
    encode(list, position) {
      const body = Buffer.from(JSON.stringify(position)).toString('base64url')
      return body + tag(list, body)
    },
    decode(list, cursor) {
      const body = cursor.slice(0, -TAG_LENGTH)
      const given = Buffer.from(cursor.slice(-TAG_LENGTH))
      const right = Buffer.from(tag(list, body))
      if (given.length !== right.length || !timingSafeEqual(given, right)) throw new DomainError('CURSOR_INVALID')
      return JSON.parse(Buffer.from(body, 'base64url').toString()) as Position
    },
  }
}
