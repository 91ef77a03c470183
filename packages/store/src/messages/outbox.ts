import { randomId } from '@stoa/client'
import { draftKey, draftOwner, ownDraftKey } from '../draft-storage.ts'
import { createDrafts } from '../drafts.ts'
import { errorDetails, isOutcomeUnknown } from '../error-messages.ts'
import type { OutboxEntry } from '../outbox.ts'
import type { Stoa } from '../stoa.ts'

/** A message that the server hasn't confirmed. */
export interface OutgoingMessage {
  /** Repeated in the event of the new message. */
  nonce: string
  /** The same for every try whose outcome is unknown, so that the message arrives once. */
  idempotencyKey: string
  recipientId: string
  text: string
  /** When it was written, in ms. */
  at: number
  /** `waiting` for the network; `expired`: kept for so long that it isn't sent unasked. */
  status: 'sending' | 'waiting' | 'failed' | 'expired'
  /** Why the server has refused it; empty if it hasn't answered. */
  reason: string
  /** The code of that refusal. Omitted: there is none. */
  code?: string
}

/** Without an answer after this time the page that was sending it is gone. */
const LOST_MS = 30_000

/** Where a person's unsent messages are kept: among their drafts, on the device. */
const KEY = draftKey('messages', 'unsent')

/** A message in the application's outbox. */
export function keptMessage(entry: OutboxEntry): OutgoingMessage | null {
  if (entry.call !== 'dmSend') return null
  const { id: idempotencyKey, createdAt: at, state, reason, code } = entry
  const { recipientId, text, nonce = '' } = entry.input
  const status = state === 'refused' ? 'failed' : state
  return { nonce, idempotencyKey, recipientId, text, at, status, reason, code }
}

/** Messages of the viewer being sent or not sent, without the application's outbox. They survive reloads. */
export function createOutbox(stoa: Stoa, onChange: (messages: readonly OutgoingMessage[]) => void) {
  const drafts = stoa.singleton(createDrafts)
  /** Those that this page is sending. */
  const inFlight = new Set<string>()
  const ownKey = () => ownDraftKey(KEY, draftOwner(stoa))

  function read(key = ownKey()): OutgoingMessage[] {
    try {
      const stored = JSON.parse(drafts.get(key) || '[]') as OutgoingMessage[]
      return Array.isArray(stored) ? stored : []
    } catch {
      return []
    }
  }

  function write(messages: readonly OutgoingMessage[], key = ownKey()): void {
    drafts.set(key, messages.length === 0 ? '' : JSON.stringify(messages))
    drafts.flush()
  }

  /** Changes one message, or removes it. */
  function change(nonce: string, next: Partial<OutgoingMessage> | null, key = ownKey()): void {
    write(
      read(key).flatMap((one) => (one.nonce === nonce ? (next ? [{ ...one, ...next }] : []) : [one])),
      key,
    )
  }

  /** The viewer's messages. One that no page is sending anymore has failed. */
  function list(): readonly OutgoingMessage[] {
    if (draftOwner(stoa) === '') return []
    const now = stoa.clock()
    return read().map((one) =>
      one.status === 'sending' && !inFlight.has(one.nonce) && one.at < now - LOST_MS
        ? { ...one, status: 'failed' as const }
        : one,
    )
  }

  let shown = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Tells the list if it has changed. Drafts change with every key. */
  function tell(): void {
    const messages = list()
    const next = JSON.stringify(messages)
    if (next === shown) return
    shown = next
    onChange(messages)
    clearTimeout(timer)
    // Another page may be sending them, or have been closed.
    if (messages.some(({ nonce, status }) => status === 'sending' && !inFlight.has(nonce)))
      timer = setTimeout(tell, LOST_MS)
  }
  const end = drafts.subscribe(tell)
  stoa.onDestroy(() => {
    end()
    clearTimeout(timer)
  })

  /** Sends a message with `deliver`. Resolves to its result, or null if it failed. */
  async function attempt<Result>(
    message: OutgoingMessage,
    deliver: (message: OutgoingMessage) => Promise<Result>,
  ): Promise<Result | null> {
    // It stays its writer's, whoever signs in meanwhile.
    const key = ownKey()
    inFlight.add(message.nonce)
    try {
      const result = await deliver(message)
      inFlight.delete(message.nonce)
      change(message.nonce, null, key)
      return result
    } catch (error) {
      inFlight.delete(message.nonce)
      const { code, message: reason } = errorDetails(error)
      // After an answer the next try is a new request.
      const isRefused = code !== '' && !isOutcomeUnknown(code)
      const answer = isRefused ? { reason, code, idempotencyKey: randomId() } : {}
      change(message.nonce, { status: 'failed', ...answer }, key)
      return null
    }
  }

  return {
    tell,
    attempt,
    add(recipientId: string, text: string): OutgoingMessage {
      const ids = { nonce: randomId(), idempotencyKey: randomId() }
      const message = { ...ids, recipientId, text, at: stoa.clock(), status: 'sending' as const, reason: '' }
      inFlight.add(message.nonce)
      write([...read(), message])
      return message
    },
    /** The failed message, now being sent again; undefined if it is gone. */
    again(nonce: string): OutgoingMessage | undefined {
      const message = list().find((one) => one.nonce === nonce && one.status === 'failed')
      if (!message) return undefined
      inFlight.add(nonce)
      const next = { status: 'sending' as const, reason: '', code: '', at: stoa.clock() }
      change(nonce, next)
      return { ...message, ...next }
    },
    remove: (nonce: string) => change(nonce, null),
  }
}
