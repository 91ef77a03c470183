import type { Database } from '../db/database.ts'
import { outboxRepository } from './outbox-repository.ts'

/** Events looked at by one query. */
const AT_ONCE = 500
const NOBODY = 'deleted'

/** How an event names somebody, by the field that holds their id: what each name becomes. */
const NAMES = {
  publisherId: { publisherName: NOBODY, publisherProfileName: NOBODY, publisherSlugUrl: '', publisherImageUrl: '' },
  userId: { username: NOBODY, displayName: NOBODY, slugUrl: '', imageUrl: '' },
}

/** What somebody wrote. */
const WORDS = { content: null, title: '', excerpt: '' }

/** Takes somebody's name, and with `words` what they wrote, out of the events that are kept for connections which resume. */
export async function forgetPerson(
  database: Database,
  { userId, words }: { userId: string; words: boolean },
): Promise<void> {
  const without = words ? { ...NAMES, publisherId: { ...NAMES.publisherId, ...WORDS } } : NAMES
  for (let after = ''; ; ) {
    const rows = await outboxRepository(database.read).naming(userId, { after, limit: AT_ONCE })
    if (rows.length > 0) {
      await database.transaction(async ({ connection }) => {
        for (const { id, payload } of rows) {
          await outboxRepository(connection).rewrite(
            id,
            JSON.stringify(emptied(JSON.parse(payload), { userId, without })),
          )
        }
      })
    }
    if (rows.length < AT_ONCE) return
    after = rows.at(-1)?.id ?? ''
  }
}

function emptied(value: unknown, about: { userId: string; without: Record<string, object> }): unknown {
  if (Array.isArray(value)) return value.map((item) => emptied(item, about))
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([field, inner]) => [field, emptied(inner, about)])
  const taken = Object.entries(about.without)
    .filter(([field]) => (value as Record<string, unknown>)[field] === about.userId)
    .flatMap(([, replaced]) => Object.entries(replaced).filter(([field]) => field in value))
  return Object.fromEntries([...fields, ...taken])
}
