import type { CallInput, CallOutput, Comment } from '@stoa/contract'
import type { Stoa } from './stoa.ts'

/** The calls that an outbox keeps until the server has responded. */
export type KeptCall = 'commentCreate' | 'dmSend' | 'postReaction' | 'postVote'

/** A write to keep. */
export interface KeptWrite<Name extends KeptCall = KeptCall> {
  /** The call's idempotency key, the same in every try. */
  id: string
  /** Id of the person who wants it. It is never sent as somebody else. */
  personId: string
  call: Name
  input: CallInput<Name>
  /** What it changes, if only the newest wish counts: a vote or a reaction. Default: all are sent. */
  wish?: string
  /** The comment as shown until it is sent, with a temporary id. Default: none. */
  comment?: Comment
  /** Title of the post, or name of the message's recipient; empty if unknown. */
  title: string
  /** Path of the page that shows it; empty if unknown. */
  path: string
}

/** A write of any call. */
export type AnyWrite = { [Name in KeptCall]: KeptWrite<Name> }[KeptCall]

/** A write in the outbox. */
export type OutboxEntry = AnyWrite & {
  /** When it was written, in ms. */
  createdAt: number
  /** `refused` by the server; `expired`: too old to be sent without asking. */
  state: 'waiting' | 'sending' | 'refused' | 'expired'
  /** Why the server has refused it; empty if it hasn't. */
  reason: string
  /** The refusal's code; empty without one. */
  code: string
}

/** How a write ended that nobody waits for anymore: the server's response; null if it was discarded. */
export type OutboxEnd = (entry: OutboxEntry, output: unknown) => void

/**
 * Keeps writes on the device and sends them once, in order, also after the page was closed. `StoaState.outbox` shows
 * them.
 */
export interface Outbox {
  /**
   * Stores a write, then sends it in its turn. Resolves once it is stored; rejects if that is impossible. `result` is the
   * server's response, or null if the write waits, was replaced or discarded; a newest wish waits until its end. It
   * rejects if the server refuses a comment or wish, which is then no longer kept.
   */
  add<Name extends KeptCall>(write: KeptWrite<Name>): Promise<{ result: Promise<CallOutput<Name> | null> }>
  /** Calls `listener` after each end without a waiting `result`. Returns the function that unsubscribes. */
  onEnd(listener: OutboxEnd): () => void
  /** Sends it now, also a refused or expired one. */
  retry(id: string): Promise<void>
  /** Sends a refused comment with another text. */
  change(id: string, content: string): Promise<void>
  /** It has arrived although no response says so: no longer keeps it. `output` is what the response would have been. */
  arrive(id: string, output: unknown): Promise<void>
  /** Removes it. Returns the function that puts it back. */
  discard(id: string): Promise<() => Promise<void>>
}

/** The application's outbox: `stoa.singleton(openOutbox)`; null if it has none. */
export async function openOutbox(stoa: Stoa): Promise<Outbox | null> {
  return (await stoa.options.outbox?.(stoa)) ?? null
}

/** Keeps a write of the viewer. Null if it can't be kept: send it directly, with its id as idempotency key. */
export async function keepWrite<Name extends KeptCall>(
  stoa: Stoa,
  write: KeptWrite<Name>,
): Promise<{ result: Promise<CallOutput<Name> | null> } | null> {
  if (write.personId === '' || stoa.state.getState().viewer?.id !== write.personId) return null
  try {
    return (await (await stoa.singleton(openOutbox))?.add(write)) ?? null
  } catch {
    // For instance a private window without a database.
    return null
  }
}

/** A write with the server's id of a comment in place of its temporary one. */
export function withSentId<Write extends AnyWrite>(write: Write, { from, to }: { from: string; to: string }): Write {
  if (write.call !== 'commentCreate') return write
  const { input, comment } = write
  const swap = (id: string | null) => (id === from ? to : id)
  return {
    ...write,
    input: input.replyToCommentId === from ? { ...input, replyToCommentId: to } : input,
    ...(comment && {
      comment: {
        ...comment,
        parentCommentId: swap(comment.parentCommentId),
        replyToCommentId: swap(comment.replyToCommentId),
      },
    }),
  }
}
