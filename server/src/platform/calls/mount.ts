import type { CallName, CallOutput, CallParsedInput, Me, ViewerFacts } from '@stoa/contract'
import type { Database, Transaction } from '../database/database.ts'
import { DomainError } from '../domain-error.ts'
import type { CallContext, CallRequest, RecordResponse } from './context.ts'

/** Handles one call. */
export type Handler<Name extends CallName> = (context: CallContext<Name>) => Promise<CallOutput<Name>>

/** For reads whose page is the same on every site: which facts a signed-in person gets with it, as `viewerFacts`. */
export interface ViewerPart<Name extends CallName> {
  /** Whether this person may get the same page as visitors. */
  isShared(viewer: Me, input: CallParsedInput<Name>): boolean
  /** The person's own facts about the page. */
  factsOf(viewer: Me, page: { input: CallParsedInput<Name>; payload: CallOutput<Name> }): Promise<ViewerFacts>
}

/** How the work of a write and its response for retries are committed. Default: together, in one transaction. */
export interface CommitOptions {
  /**
   * False: the handler gets no transaction and calls `record` in its own, because its writes share group commits or wait
   * for another program first.
   */
  transaction?: false | undefined
  /** The handler uses `onceRecorded`. Always true for calls with `cookie`. */
  recordsItself?: boolean | undefined
}

export interface MountOptions<Name extends CallName> extends CommitOptions {
  viewerPart?: ViewerPart<Name> | undefined
}

/** Registers the handler of a call. */
export type Mount = <Name extends CallName>(name: Name, handler: Handler<Name>, options?: MountOptions<Name>) => void

/** Returned by calls with `answers: 'file'`: a download generated while it is sent. */
export interface FileResponse {
  name: string
  /** Media type, such as `application/zip`. */
  type: string
  parts: AsyncIterable<Uint8Array>
}

/** Runs a call's work in its transaction, or else a new one, and stores the response for retries. */
export function inOwnTransaction<Output>(
  { transaction }: Pick<Database, 'transaction'>,
  { tx, record }: { tx: Transaction | undefined; record: RecordResponse<Output> },
  work: (tx: Transaction) => Promise<Output>,
): Promise<Output> {
  return transaction(async (tx) => {
    const output = await work(tx)
    record(tx, output)
    return output
  }, tx)
}

/** The signed-in person of a call with access `user`. */
export function viewerOf(context: { viewer: Me | null }): Me {
  if (!context.viewer) throw new DomainError('AUTH_REQUIRED')
  return context.viewer
}

/** The HTTP request of a call. */
export function requestOf(context: { request: CallRequest | null }): CallRequest {
  if (!context.request) throw new Error('This call needs its HTTP request.')
  return context.request
}
