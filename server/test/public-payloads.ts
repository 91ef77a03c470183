import { CommentStatus, type EventName, isPublicPost } from '@stoa/contract'
import * as schemas from '@stoa/contract/schemas'
import * as z from 'zod'
import type { DomainEvent } from '../src/platform/events/events.ts'
import type { TestApp } from './harness.ts'

const { id } = schemas
const header = { id, at: z.int() }

/** A public comment; a hidden or pending one only has its position. */
const comment = schemas.comment.refine(
  ({ status, content, publisherId, publisherName, mentions, hidden, moderationScore }) => {
    const isBare = content === null && publisherId === '' && publisherName === 'anonymous' && mentions.length === 0
    return (status === CommentStatus.published || isBare) && hidden === null && moderationScore === null
  },
  'more of a comment than visitors read',
)
/** A public post; poll voters only if the poll shows them. */
const post = schemas.postSummary.refine(
  ({ status, pollSettings, pollValues }) =>
    isPublicPost(status) && (pollSettings?.voters !== 'anonymous' || namesNobody(pollValues)),
  'more of a post than visitors read',
)
const namesNobody = (values: z.output<typeof schemas.pollValue>[] | null) =>
  values?.every(({ lastVoters }) => lastVoters.length === 0) ?? true

/** Public payload of each event; null: a private event. */
const PUBLIC: Record<EventName, z.ZodType | null> = {
  'comment.created': z.object({ ...header, postId: id, comment, numComments: z.int(), nonce: z.string().optional() }),
  'comment.updated': z.object({ ...header, postId: id, comment, numComments: z.int() }),
  'reaction.changed': z.object({
    ...{ ...header, postId: id, entityType: schemas.entityType, entityId: id },
    reactionsCount: schemas.reactionsCount,
  }),
  'poll.changed': z.object({ ...header, postId: id, ...schemas.pollResult.shape }),
  'post.created': z.object({ ...header, tokenName: z.string(), post }),
  'post.changed': z.object({ ...header, postId: id, post: post.nullable() }),
  'article.opened': z.object({ ...header, tokenName: z.string(), postId: id, articleUrl: z.url() }),
  'community.changed': z.object({
    ...{ ...header, tokenName: z.string(), numberOfMembers: z.int(), totalPosts: z.int(), logoImageURI: z.string() },
    membersOnly: z.boolean(),
  }),
  'user.changed': z.object({
    ...header,
    user: schemas.user.pick({ id: true, username: true, displayName: true, slugUrl: true, profileImageUrl: true }),
  }),
  'notification.created': null,
  'queue.changed': null,
  'notification.changed': null,
  'viewer.voted': null,
  'viewer.reacted': null,
  'viewer.saved': null,
  'viewer.hid': null,
  'viewer.changed': null,
  'session.ended': null,
}

/** The public events. */
export const PUBLIC_EVENTS = (Object.keys(PUBLIC) as EventName[]).filter((name) => PUBLIC[name] !== null)

const PRIVATE_ROOM = /^(user|account|viewer):/

/** The problem with a public event; null: none. `secrets`: texts that no visitor may read. */
export function problemOf({ name, room, event }: DomainEvent, secrets: readonly string[]): string | null {
  if (PRIVATE_ROOM.test(room)) return null
  const schema = PUBLIC[name]
  if (!schema) return `${name} in ${room}`
  const told = JSON.stringify(event)
  const read = schema.safeParse(JSON.parse(told))
  if (!read.success) {
    const issues = read.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
    return `${name}: ${issues.join('; ')}`
  }
  if (sorted(read.data) !== sorted(JSON.parse(told))) return `${name} has more than is declared: ${told}`
  const secret = secrets.find((words) => told.includes(words))
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
