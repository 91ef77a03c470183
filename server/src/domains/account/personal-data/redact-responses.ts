import { setImmediate } from 'node:timers/promises'
import { UNSEEN_POST_STATUSES } from '@stoa/contract'
import type { Database } from '../../../platform/database/database.ts'
import { keyPrefixOf } from '../../../platform/idempotency/idempotency.ts'
import { type IdempotencyRow, idempotencyRepository } from '../../../platform/idempotency/repository.ts'
import type { CommentService } from '../../content/comments/index.ts'
import type { Unnaming } from '../../people/accounts/index.ts'
import { withoutMentionsIn } from './redact-texts.ts'

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

/** The person to redact. */
export interface RedactedPerson {
  userId: string
  unnaming: Unnaming
  /** Whether their texts are removed, too. */
  words: boolean
}

/** `isOwnComment`: whether a comment, by id, is the person's. */
type Redaction = RedactedPerson & { isOwnComment(id: string): boolean }

function emptied(value: unknown, about: Redaction): unknown {
  if (typeof value === 'string') return about.unnaming.without(value)
  if (Array.isArray(value)) return value.map((item) => emptied(item, about))
  if (typeof value !== 'object' || value === null) return value
  const record = value as Record<string, unknown>
  const emptiedField = (field: string, inner: unknown) => {
    if (field === 'replyToPublisherName' && about.isOwnComment(String(record.replyToCommentId))) return NOBODY
    if (field !== 'postContent' || typeof inner !== 'string') return emptied(inner, about)
    return JSON.stringify(withoutMentionsIn(JSON.parse(inner), about.unnaming.without))
  }
  const fields = Object.entries(value).map(([field, inner]) => [field, emptiedField(field, inner)])
  // Unpublished posts are always removed.
  const isUnseenPost = 'title' in record && UNSEEN_POST_STATUSES.includes(Number(record.status))
  const words = record.publisherId === about.userId && (about.words || isUnseenPost) ? WORDS : {}
  const replacements = [
    ...Object.entries(NAMES).filter(([field]) => record[field] === about.userId),
    ['', words] as const,
  ]
    .flatMap(([, replaced]) => Object.entries(replaced))
    .filter(([field]) => field in value)
  return Object.fromEntries([...fields, ...replacements, ...unmentioned(value, about.userId)])
}

/** The changed field of a comment, without its record of the person's mentions. */
function unmentioned(value: object, userId: string): [string, unknown][] {
  if (!('mentions' in value && Array.isArray(value.mentions))) return []
  return [['mentions', value.mentions.filter((mention) => mention?.userId !== userId)]]
}

/** Responses per query. */
const RESPONSES_AT_ONCE = 1000

/** The stored responses that contain one of the texts, in chunks. */
async function* responsesHolding(database: Database, texts: string[]): AsyncGenerator<IdempotencyRow[]> {
  for (let after = ''; ; ) {
    const last = await idempotencyRepository(database.read).keyAfter(after, RESPONSES_AT_ONCE)
    const rows = await idempotencyRepository(database.read).holding(texts, { after, last })
    if (rows.length > 0) yield rows
    if (last === undefined) return
    after = last
    await setImmediate()
  }
}

/** The name of the person whom a reply to a reply answers; only the comment's id stands beside it. */
const NAME_WITHOUT_ID = '"replyToPublisherName":"'

/** Ids of the comments that the comments in a value reply to. */
function repliedCommentIds(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const ownCommentIds =
    'replyToCommentId' in value && typeof value.replyToCommentId === 'string' ? [value.replyToCommentId] : []
  return [...ownCommentIds, ...Object.values(value).flatMap(repliedCommentIds)]
}

/**
 * Deletes a person's own stored responses from before a time. In those stored for others, redacts their name and, with
 * `words`, their texts.
 */
export async function redactResponses(
  { database, comments }: { database: Database; comments: Pick<CommentService, 'statesById'> },
  about: RedactedPerson & { before: number },
): Promise<void> {
  await database.transaction(({ connection }) =>
    idempotencyRepository(connection).deleteOf(keyPrefixOf(about.userId), about.before),
  )
  const texts = [JSON.stringify(about.userId), NAME_WITHOUT_ID, ...about.unnaming.signs]
  for await (const rows of responsesHolding(database, texts)) {
    const responses = rows.map((row) => ({ ...row, value: JSON.parse(row.answer) as unknown }))
    const repliedComments = await comments.statesById(responses.flatMap(({ value }) => repliedCommentIds(value)))
    const isOwnComment = (id: string) => repliedComments.get(id)?.publisherId === about.userId
    await database.transaction(async ({ connection }) => {
      for (const { key_hash, answer: storedText, value } of responses) {
        const redacted = JSON.stringify(emptied(value, { ...about, isOwnComment }))
        if (redacted !== storedText) await idempotencyRepository(connection).rewrite(key_hash, redacted)
      }
    })
  }
}
