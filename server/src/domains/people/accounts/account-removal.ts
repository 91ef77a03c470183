import type { Transaction } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Names } from './names.ts'
import { type PresentUser, shownPerson } from './presenter.ts'
import { type UserRow, userRepository } from './repository.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'events'> {
  names: Names
  presentUser: PresentUser
}

/** The locked account of a person who deletes it. */
export type RemovedAccount = UserRow

export type AccountRemoval = ReturnType<typeof createAccountRemoval>

/** Anonymises deleted accounts. */
export function createAccountRemoval({ database, clock, events, names, presentUser }: Dependencies) {
  return {
    /** The current account, locked until the transaction ends; null if it is gone. */
    async lock(tx: Transaction, userId: string): Promise<UserRow | null> {
      const row = await userRepository(tx.connection).locked(userId, database.dialect)
      return row && row.deleted_at === 0 ? row : null
    },
    /** The account's current username and its former ones, which others may have written. */
    async usernamesOf(tx: Transaction, { id, username }: RemovedAccount): Promise<string[]> {
      return [username, ...(await userRepository(tx.connection).formerNamesOf(id))]
    },
    /**
     * Clears everything but the account's id, so that remaining posts and comments lead to nobody. Its former names
     * stay taken, so that nobody can pose as this person. An event tells open pages to remove the name.
     */
    async anonymise(tx: Transaction, row: UserRow): Promise<void> {
      await names.keepForever(tx, row)
      const now = clock.now()
      const change = { ...emptied(row.id), updated_at: now, deleted_at: now }
      await userRepository(tx.connection).update(row.id, change)
      const user = shownPerson(presentUser({ ...row, ...change }))
      events.publish(tx, { name: 'user.changed', payload: { user } })
    },
    /** Clears the account again, in case another process has written to it meanwhile. */
    async emptyAgain(tx: Transaction, userId: string): Promise<void> {
      await userRepository(tx.connection).update(userId, emptied(userId))
    },
  }
}

/** Usernames can't contain a hyphen, and slugs can't begin with one, so these values are never found. */
function emptied(id: string): Partial<UserRow> {
  return {
    username: 'deleted',
    username_key: `-${id.slice(1)}`,
    username_look: '',
    shown_look: '',
    has_made_up_name: 0,
    slug: `-${id}`,
    display_name: '',
    email: null,
    email_key: null,
    pending_email: null,
    pending_email_key: null,
    pending_session: '',
    password_hash: null,
    profile_name: '',
    profile_title: '',
    profile_about: null,
    profile_image_url: '',
    ref_by: null,
    ref_from: null,
    is_network_admin: 0,
    is_domain_admin: 0,
    admin_domain: '',
    notification_settings: null,
    visited_at: 0,
    language: '',
    renamed_at: 0,
  }
}
