import type { CallName, CallOutput, CallParsedInput, Me, ViewerFacts } from '@stoa/contract'
import type { Database, Transaction } from '../database/database.ts'
import { DomainError } from '../domain-error.ts'
import type { CallContext, CallRequest, RecordResponse } from './context.ts'

/** Does the work of one call. */
export type Handler<Name extends CallName> = (context: CallContext<Name>) => Promise<CallOutput<Name>>

/** For a reading call whose page is the same for every site: what a signed-in person gets beside it, as `viewerFacts`. */
export interface Beside<Name extends CallName> {
  /** Whether this person gets the page that visitors get, if they may see it. */
  isShared(viewer: Me, input: CallParsedInput<Name>): boolean
  /** The person's own facts about what the page shows. */
  factsOf(viewer: Me, page: { input: CallParsedInput<Name>; payload: CallOutput<Name> }): Promise<ViewerFacts>
}

/** Declares the route of one call. */
export type Mount = <Name extends CallName>(name: Name, handler: Handler<Name>, beside?: Beside<Name>) => void

/** What a call with `answers: 'file'` returns: a download that is produced while it is sent. */
export interface FileAnswer {
  name: string
  /** Media type, such as `application/zip`. */
  type: string
  parts: AsyncIterable<Uint8Array>
}

/** Does the work of a call that was given no transaction in one of its own, whose commit keeps the answer. */
export function inOwnTransaction<Answer>(
  { transaction }: Pick<Database, 'transaction'>,
  { tx, record }: { tx: Transaction | undefined; record: RecordResponse<Answer> },
  work: (tx: Transaction) => Promise<Answer>,
): Promise<Answer> {
  return transaction(async (tx) => {
    const answer = await work(tx)
    record(tx, answer)
    return answer
  }, tx)
}

/** The signed-in person of a call with access `user`. */
export function viewerOf(context: { viewer: Me | null }): Me {
  if (!context.viewer) throw new DomainError('AUTH_REQUIRED')
  return context.viewer
}

/** The request of a call over HTTP. */
export function requestOf(context: { request: CallRequest | null }): CallRequest {
  if (!context.request) throw new Error('A call that needs its request was made without one.')
  return context.request
}
