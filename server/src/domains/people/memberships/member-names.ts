import type { Transaction } from '../../../platform/database/database.ts'
import { jobKind } from '../../../platform/jobs/queue.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type AccountService, NAMES_CHANGED } from '../accounts/index.ts'
import { type MemberNames, membershipRepository } from './repository.ts'

/** Enqueued by a migration, for memberships from before names were stored with them. */
const INDEX_NAMES = jobKind<{ after: string }>('index-member-names')
const INDEXED_AT_ONCE = 100
const KEY_MAX_LENGTH = 60

/** Search key of a name: without case, accents, and variants of letters. */
export function nameKeyOf(name: string): string {
  const folded = name.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '')
  // MySQL ignores spaces at the end.
  return Array.from(folded).slice(0, KEY_MAX_LENGTH).join('').trim()
}

/** Keeps the names of members in their memberships, so that an index finds a community's members by name. */
export function createMemberNames({
  jobs,
  accounts,
}: Pick<Platform, 'jobs'> & { accounts: Pick<AccountService, 'profilesById'> }) {
  async function namesOf(tx: Transaction, userIds: string[]): Promise<Map<string, MemberNames>> {
    const profiles = await accounts.profilesById(userIds, tx)
    return new Map(
      [...profiles].map(([userId, { username, displayName }]) => {
        const username_key = username.toLowerCase()
        const name_key = nameKeyOf(displayName)
        return [userId, { username_key, name_key: name_key === username_key ? '' : name_key }]
      }),
    )
  }

  async function update(tx: Transaction, userIds: string[]): Promise<void> {
    const repository = membershipRepository(tx.connection)
    for (const [userId, names] of await namesOf(tx, userIds)) await repository.setNames(userId, names)
  }

  jobs.transactional(NAMES_CHANGED, {
    async work(tx, [job]) {
      if (job) await update(tx, [job.payload.userId])
      return undefined
    },
  })
  jobs.transactional(INDEX_NAMES, {
    async work(tx, [job]) {
      const page = { after: job?.payload.after ?? '', limit: INDEXED_AT_ONCE }
      const userIds = await membershipRepository(tx.connection).peopleAfter(page)
      await update(tx, userIds)
      const after = userIds.at(-1)
      return after !== undefined && userIds.length === INDEXED_AT_ONCE ? { after } : undefined
    },
  })

  return {
    /** The names to store with a new membership. */
    async ofPerson(tx: Transaction, userId: string): Promise<MemberNames> {
      return (await namesOf(tx, [userId])).get(userId) ?? { username_key: '', name_key: '' }
    },
  }
}
