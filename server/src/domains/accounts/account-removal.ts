import type { Transaction } from '../../platform/database/database.ts'
import { rooms } from '../../platform/events/events.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Names } from './names.ts'
import { type PresentUser, shownPerson } from './presenter.ts'
import { type UserRow, userRepository } from './repository.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'events'> {
  names: Names
  presentUser: PresentUser
}

/** The account of somebody who leaves, locked. */
export type RemovedAccount = UserRow

/** What is done with the account of somebody who leaves for good. */
export function createAccountRemoval({ database, clock, events, names, presentUser }: Dependencies) {
  return {
    /** The account as it is now, locked until the transaction ends; null when it is gone. */
    async lock(tx: Transaction, userId: string): Promise<UserRow | null> {
      const row = await userRepository(tx.connection).locked(userId, database.dialect)
      return row && row.deleted_at === 0 ? row : null
    },
    /**
     * Empties the account but for its id: what stays of its posts and comments leads to nobody. The names it had stay
     * taken, so that nobody else can speak as this person. Open pages that show it hear that it has none any more.
     */
    async anonymise(tx: Transaction, row: UserRow): Promise<void> {
      await names.keepForever(tx, row)
      const now = clock.now()
      const change = { ...emptied(row.id), updated_at: now, deleted_at: now }
      await userRepository(tx.connection).update(row.id, change)
      const user = shownPerson(presentUser({ ...row, ...change }))
      events.publish(tx, { name: 'user.changed', room: rooms.people, payload: { user } })
    },
    /** All that an account has been called, so far as it is known. */
    async namesOf(tx: Transaction, { id, username, display_name, profile_name }: UserRow): Promise<string[]> {
      const former = await userRepository(tx.connection).formerNamesOf(id)
      return [...new Set([username, display_name, profile_name, ...former])].filter((name) => name !== '')
    },
    /** Empties it once more: what another process has written into it meanwhile. */
    async emptyAgain(tx: Transaction, userId: string): Promise<void> {
      await userRepository(tx.connection).update(userId, emptied(userId))
    },
  }
}

/** A username can hold no hyphen, and a slug begin with none: nobody finds the account by these. */
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
    renamed_at: 0,
  }
}
