import type { Database } from '../db/database.ts'
import { withoutMention } from '../lib/mentions.ts'
import { outboxRepository } from './outbox-repository.ts'

/** Events looked at by one query. */
const AT_ONCE = 500
const NOBODY = 'deleted'

/** How an event names somebody, by the field that holds their id: what each name becomes. */
const NAMES = {
  publisherId: { publisherName: NOBODY, publisherProfileName: NOBODY, publisherSlugUrl: '', publisherImageUrl: '' },
  userId: { username: NOBODY, displayName: NOBODY, slugUrl: '', imageUrl: '' },
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

/** What somebody wrote. */
const WORDS = { content: null, title: '', excerpt: '' }

/** Who is forgotten. */
export interface Forgotten {
  userId: string
  /** What they were called, where a name stands without an id. */
  names: readonly string[]
  /** Also what they wrote. */
  words: boolean
}

/** Takes somebody's name, and with `words` what they wrote, out of the events that are kept for connections which resume. */
export async function forgetPerson(database: Database, about: Forgotten): Promise<void> {
  for (const text of [about.userId, ...about.names]) {
    for (let after = ''; ; ) {
      const rows = await outboxRepository(database.read).naming(text, { after, limit: AT_ONCE })
      if (rows.length > 0) {
        await database.transaction(async ({ connection }) => {
          for (const { id, payload } of rows) {
            await outboxRepository(connection).rewrite(id, withoutPerson(payload, about))
          }
        })
      }
      if (rows.length < AT_ONCE) break
      after = rows.at(-1)?.id ?? ''
    }
  }
}

/** A JSON text without somebody's name, and with `words` without what they wrote. */
export function withoutPerson(json: string, about: Forgotten): string {
  const without = about.words ? { ...NAMES, publisherId: { ...NAMES.publisherId, ...WORDS } } : NAMES
  return JSON.stringify(emptied(JSON.parse(json), { ...about, without }))
}

function emptied(value: unknown, about: Forgotten & { without: Record<string, object> }): unknown {
  if (Array.isArray(value)) return value.map((item) => emptied(item, about))
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([field, inner]) => [
    field,
    field === 'replyToPublisherName' && about.names.includes(String(inner)) ? NOBODY : emptied(inner, about),
  ])
  const taken = Object.entries(about.without)
    .filter(([field]) => (value as Record<string, unknown>)[field] === about.userId)
    .flatMap(([, replaced]) => Object.entries(replaced).filter(([field]) => field in value))
  return Object.fromEntries([...fields, ...taken, ...unmentioned(value as Mentioning, about.userId)])
}

/** What mentions people: a comment. */
interface Mentioning {
  content?: unknown
  mentions?: { userId?: string; username?: string }[]
}

/** Others' words without somebody's name. */
function unmentioned({ content, mentions }: Mentioning, userId: string): [string, unknown][] {
  const own = Array.isArray(mentions) ? mentions.filter((mention) => mention.userId === userId) : []
  if (own.length === 0 || typeof content !== 'string') return []
  return [
    ['content', own.reduce((text, { username = '' }) => withoutMention(text, username), content)],
    ['mentions', mentions?.filter((mention) => mention.userId !== userId)],
  ]
}
