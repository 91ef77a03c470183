import { type Comment, CommentStatus, isPublicPost, type PostSummary } from '@stoa/contract'
import { eventPayloads, id } from '@stoa/contract/schemas'
import * as z from 'zod'
import type { DomainEvent } from '../../src/platform/events/events.ts'
import { isPrivateRoom } from '../../src/platform/events/rooms.ts'
import type { TestApp } from '../harness.ts'
import { EVENT_NAMES, usualRoom } from './event-rooms.ts'

const header = { id, at: z.int() }

/** A hidden or pending comment only has its position. */
function isReducedToPublic(comment: Comment): boolean {
  const { status, content, publisherId, publisherName, mentions, hidden, moderationScore } = comment
  const isBare = content === null && publisherId === '' && publisherName === 'anonymous' && mentions.length === 0
  return (status === CommentStatus.published || isBare) && hidden === null && moderationScore === null
}

/** Shows poll voters only if the poll does. */
function isPublicSummary({ status, pollSettings, pollValues }: PostSummary): boolean {
  const namesNobody = pollValues?.every(({ lastVoters }) => lastVoters.length === 0) ?? true
  return isPublicPost(status) && (pollSettings?.voters !== 'anonymous' || namesNobody)
}

/** The public events. */
export const PUBLIC_EVENTS = EVENT_NAMES.filter((name) => !isPrivateRoom(usualRoom(name)))

/** The problem with a public event; null: none. `secrets`: texts that no visitor may read. */
export function problemOf({ name, room, event }: DomainEvent, secrets: readonly string[]): string | null {
  if (isPrivateRoom(room)) return null
  if (!PUBLIC_EVENTS.includes(name)) return `${name} in ${room}`
  const json = JSON.stringify(event)
  const read = eventPayloads[name].extend(header).safeParse(JSON.parse(json))
  if (!read.success) {
    const issues = read.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
    return `${name}: ${issues.join('; ')}`
  }
  if (sorted(read.data) !== sorted(JSON.parse(json))) return `${name} has more than is declared: ${json}`
  const isPublic =
    (!('comment' in event) || isReducedToPublic(event.comment)) &&
    (!('post' in event) || event.post === null || isPublicSummary(event.post))
  if (!isPublic) return `${name} has more than visitors read: ${json}`
  const secret = secrets.find((words) => json.includes(words))
  return secret === undefined ? null : `${name} tells ${secret}`
}

/** A text that is equal for equal values, regardless of the order of fields. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  )
}

/** Gives everyone an address and records all events from now on. */
export async function hearAll(stoa: TestApp): Promise<{ events: DomainEvent[]; secrets: string[] }> {
  const ids: string[] = await stoa.database.read('users').pluck('id')
  await stoa.database.transaction(async ({ connection }) => {
    for (const [index, userId] of ids.entries()) {
      const email = `${index}@secret.example`
      // Not confirmed, because looking up a confirmed address is logged.
      const change = { pending_email: email, pending_email_key: email }
      await connection('users').where({ id: userId }).update(change)
    }
  })
  const events: DomainEvent[] = []
  stoa.app.events.subscribe((event) => void events.push(structuredClone(event)))
  return { events, secrets: ['@secret.example', SECRET_REASON] }
}

/** Reasons for decisions about content or people. */
export const SECRET_REASON = 'A reason for nobody else.'
