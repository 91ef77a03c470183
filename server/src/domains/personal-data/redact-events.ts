import { setImmediate } from 'node:timers/promises'
import { UNSEEN_POST_STATUSES } from '@stoa/contract'
import type { Database } from '../../platform/database/database.ts'
import { type OutboxRow, outboxRepository } from '../../platform/events/outbox-repository.ts'
import { keyPrefixOf } from '../../platform/idempotency/idempotency.ts'
import { type IdempotencyRow, idempotencyRepository } from '../../platform/idempotency/repository.ts'
import { withoutMention } from '../accounts/usernames.ts'

/** Events per query. */
const AT_ONCE = 500
const NOBODY = 'deleted'

/** Fields with a person's id, and replacements for the name fields beside them. */
const NAMES = {
  publisherId: { publisherName: NOBODY, publisherProfileName: NOBODY, publisherSlugUrl: '', publisherImageUrl: '' },
  userId: { username: NOBODY, displayName: NOBODY, slugUrl: '', imageUrl: '', email: '' },
  /** A profile. */
  id: {
    username: NOBODY,
    displayName: NOBODY,
    slugUrl: '',
    profileName: '',
    profileTitle: '',
    profileAbout: null,
    profileImageUrl: '',
  },
}

/** Replacements for a person's texts; for posts also for data derived from them. */
const WORDS = {
  content: null,
  title: '',
  excerpt: '',
  slugUrl: '',
  postContent: '{"blocks":[]}',
  heroImage: null,
  featuredImage: null,
  contentImage: null,
  pollOptions: null,
  pollSettings: null,
}

/** Fields with an id, and the name fields beside them. */
const CALLED = {
  publisherId: ['publisherName', 'publisherProfileName'],
  userId: ['username', 'displayName'],
  id: ['username', 'displayName', 'profileName'],
}

/** The person to redact. */
export interface RedactedPerson {
  userId: string
  /** Their names, for places that store no id. */
  names: readonly string[]
  /** Whether to remove their texts, too. */
  words: boolean
}

/** Redacts a person's name, and with `words` their texts, in the events stored for resuming connections. */
export async function redactEvents(database: Database, about: RedactedPerson): Promise<void> {
  for await (const rows of eventsNaming(database, [about.userId, ...about.names])) {
    await database.transaction(async ({ connection }) => {
      for (const { id, payload } of rows) {
        await outboxRepository(connection).rewrite(id, withoutPerson(payload, about))
      }
    })
  }
}

/** A person's names in stored events, including former ones. */
export async function namesInEvents(database: Database, userId: string): Promise<string[]> {
  const names = new Set<string>()
  for await (const rows of eventsNaming(database, [userId])) {
    for (const { payload } of rows) for (const name of namesIn(payload, userId)) names.add(name)
  }
  return [...names]
}

async function* eventsNaming(database: Database, texts: string[]): AsyncGenerator<OutboxRow[]> {
  for (let after = ''; ; ) {
    const rows = await outboxRepository(database.read).naming(texts, { after, limit: AT_ONCE })
    if (rows.length > 0) yield rows
    if (rows.length < AT_ONCE) return
    after = rows.at(-1)?.id ?? ''
  }
}

/** A person's names in a JSON text. */
function namesIn(json: string, userId: string): string[] {
  const names: string[] = []
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const fields = value as Record<string, unknown>
    for (const [field, called] of Object.entries(CALLED)) {
      if (fields[field] === userId) names.push(...called.map((name) => String(fields[name] ?? '')))
    }
    Object.values(fields).forEach(look)
  }
  look(JSON.parse(json))
  return names.filter((name) => name !== '' && name !== NOBODY)
}

/** A JSON text without a person's name and, with `words`, their texts. */
function withoutPerson(json: string, about: RedactedPerson): string {
  return JSON.stringify(emptied(JSON.parse(json), { ...about, names: about.names.map((name) => name.toLowerCase()) }))
}

function emptied(value: unknown, about: RedactedPerson): unknown {
  if (Array.isArray(value)) return value.map((item) => emptied(item, about))
  if (typeof value !== 'object' || value === null) return value
  const held = value as Record<string, unknown>
  const fields = Object.entries(value).map(([field, inner]) => [
    field,
    field === 'replyToPublisherName' && about.names.includes(String(inner).toLowerCase())
      ? NOBODY
      : emptied(inner, about),
  ])
  // Unpublished posts are always removed.
  const isUnseenPost = 'title' in held && UNSEEN_POST_STATUSES.includes(Number(held.status))
  const words = held.publisherId === about.userId && (about.words || isUnseenPost) ? WORDS : {}
  const taken = [...Object.entries(NAMES).filter(([field]) => held[field] === about.userId), ['', words] as const]
    .flatMap(([, replaced]) => Object.entries(replaced))
    .filter(([field]) => field in value)
  return Object.fromEntries([...fields, ...taken, ...unmentioned(value as Mentioning, about.userId)])
}

/** A comment with mentions. */
interface Mentioning {
  content?: unknown
  mentions?: { userId?: string; username?: string }[]
}

/** The changed fields of another person's comment, without mentions of the person. */
function unmentioned({ content, mentions }: Mentioning, userId: string): [string, unknown][] {
  const own = Array.isArray(mentions) ? mentions.filter((mention) => mention.userId === userId) : []
  if (own.length === 0 || typeof content !== 'string') return []
  return [
    ['content', own.reduce((text, { username = '' }) => withoutMention(text, username), content)],
    ['mentions', mentions?.filter((mention) => mention.userId !== userId)],
  ]
}

/** Responses per query. */
const RESPONSES_AT_ONCE = 1000

/** Stored responses that contain one of the texts, in chunks. */
async function* answersHolding(database: Database, texts: string[]): AsyncGenerator<IdempotencyRow[]> {
  for (let after = ''; ; ) {
    const last = await idempotencyRepository(database.read).keyAfter(after, RESPONSES_AT_ONCE)
    const rows = await idempotencyRepository(database.read).holding(texts, { after, last })
    if (rows.length > 0) yield rows
    if (last === undefined) return
    after = last
    await setImmediate()
  }
}

/** A person's names in stored responses. */
export async function namesInResponses(database: Database, userId: string): Promise<string[]> {
  const names = new Set<string>()
  for await (const rows of answersHolding(database, [userId])) {
    for (const { answer } of rows) for (const name of namesIn(answer, userId)) names.add(name)
  }
  return [...names]
}

/**
 * Deletes a person's own stored responses from before a time. In those stored for others, redacts their name and, with
 * `words`, their texts.
 */
export async function redactResponses(database: Database, about: RedactedPerson & { before: number }): Promise<void> {
  await database.transaction(({ connection }) =>
    idempotencyRepository(connection).deleteOf(keyPrefixOf(about.userId), about.before),
  )
  for await (const rows of answersHolding(database, [about.userId, ...about.names])) {
    await database.transaction(async ({ connection }) => {
      for (const { key_hash, answer } of rows) {
        await idempotencyRepository(connection).rewrite(key_hash, withoutPerson(answer, about))
      }
    })
  }
}
