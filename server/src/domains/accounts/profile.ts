import type { CallParsedInput, Me, NotificationSettings, User } from '@stoa/contract'
import type { Database } from '../../db/database.ts'
import { type Events, rooms } from '../../events/events.ts'
import type { Clock } from '../../lib/clock.ts'
import { DomainError } from '../../lib/domain-error.ts'
import type { MailService, MailSwitch } from '../mail/service.ts'
import type { Names } from './names.ts'
import { changedSettings, type SettingsChange, settingsOf } from './notification-settings.ts'
import type { AssertThere } from './presence.ts'
import { type PresentUser, shownPerson } from './presenter.ts'
import { type UserRow, userRepository } from './repository.ts'
import { claimsToSpeakForUs, lookOf } from './usernames.ts'

type ProfileChange = Omit<CallParsedInput<'userEdit'>, 'userId' | 'editedUserId'>

/** Columns of what stands beside everything that somebody wrote. */
const SHOWN_BESIDE_WORDS: (keyof UserRow)[] = ['profile_name', 'profile_image_url']

interface Dependencies {
  database: Database
  clock: Clock
  events: Events
  presentUser: PresentUser
  names: Pick<Names, 'assertNobodyElses'>
  mail: Pick<MailService, 'withdraw'>
  assertThere: AssertThere
}

export type Profiles = ReturnType<typeof createProfiles>

/** What people say about themselves, and what they want to be told of. */
export function createProfiles(dependencies: Dependencies) {
  const { database, clock, events, presentUser, names, mail, assertThere } = dependencies
  return {
    /** Changes the given fields; an empty one clears. */
    async edit(viewer: Me, change: ProfileChange): Promise<User> {
      const { profileName } = change
      // Network admins do speak for the forum.
      if (profileName && !viewer.networkAdmin && claimsToSpeakForUs(profileName)) {
        throw new DomainError('USERNAME_RESERVED')
      }
      if (profileName) await names.assertNobodyElses(profileName, viewer.id)
      return database.transaction(async (unit) => {
        await assertThere(unit, viewer.id)
        const users = userRepository(unit.connection)
        const columns = columnsOf(change)
        if (Object.keys(columns).length > 0) {
          await users.update(viewer.id, { ...columns, updated_at: clock.now() })
          events.publish(unit, { name: 'viewer.changed', room: rooms.user(viewer.id), payload: { userId: viewer.id } })
        }
        const row = await users.byId(viewer.id)
        if (!row) throw new DomainError('USER_NOT_FOUND')
        const user = presentUser(row)
        if (SHOWN_BESIDE_WORDS.some((column) => column in columns)) {
          events.publish(unit, { name: 'user.changed', room: rooms.people, payload: { user: shownPerson(user) } })
        }
        return user
      })
    },
    /** What the viewer is told of. */
    async notificationSettings(viewer: Me): Promise<NotificationSettings> {
      return settingsOf(await userRepository(database.read).byId(viewer.id))
    },
    /** Changes the switches that are given; what one has turned off is not sent any more, also where it was posted. */
    async setNotifications(viewer: Pick<Me, 'id'>, change: SettingsChange): Promise<NotificationSettings> {
      return database.transaction(async (unit) => {
        const users = userRepository(unit.connection)
        // Two switches turned at once must both stay: the account is held.
        await assertThere(unit, viewer.id)
        const before = settingsOf(await users.byId(viewer.id))
        const settings = changedSettings(before, change)
        await users.update(viewer.id, { notification_settings: JSON.stringify(settings) })
        const switches = (Object.keys(settings.email) as MailSwitch[]).filter((name) => !settings.email[name])
        const userIds = (await users.withForwarded(viewer.id)).map(({ id }) => id)
        await mail.withdraw(unit, { userIds, switches })
        return settings
      })
    },
  }
}

function columnsOf(change: ProfileChange): Partial<UserRow> {
  const { profileName, profileTitle, profileAbout, profileImage } = change
  const columns = {
    profile_name: profileName,
    // What one calls oneself takes the place of what a provider called one, also when it is nothing.
    display_name: profileName === undefined ? undefined : '',
    shown_look: profileName === undefined ? undefined : lookOf(profileName),
    // Whoever has a name of their own is not asked for one.
    has_made_up_name: profileName ? 0 : undefined,
    profile_title: profileTitle,
    profile_about: profileAbout,
    profile_image_url: profileImage,
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}
