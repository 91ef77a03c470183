import { accountIdsOf, type CallParsedInput, type Me, type NotificationSettings, type User } from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import type { MailService, MailSwitch } from '../../../platform/mail/service.ts'
import type { Platform } from '../../../platform/platform.ts'
import { fitsPlace, type MediaAddresses, type MediaService, NOT_PUBLIC } from '../media/index.ts'
import type { Names } from './names.ts'
import { type AssertThere, changedSettings, type SettingsChange, settingsOf } from './people.ts'
import { type PresentUser, shownPerson } from './presenter.ts'
import { type UserRow, userRepository } from './repository.ts'
import { claimsToSpeakForUs, skeletonOf } from './usernames.ts'

type ProfileChange = Omit<CallParsedInput<'userEdit'>, 'userId' | 'editedUserId'>

/** Columns shown next to everything a person wrote. */
const SHOWN_BESIDE_WORDS: (keyof UserRow)[] = ['profile_name', 'profile_image_url']

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'events'> {
  presentUser: PresentUser
  media: Pick<MediaAddresses, 'stored'>
  uploaded: Pick<MediaService, 'setUses'>
  names: Pick<Names, 'assertNobodyElses' | 'assertNoCommunity'>
  mail: Pick<MailService, 'withdraw'>
  assertThere: AssertThere
}

export type Profiles = ReturnType<typeof createProfiles>

/** Profiles and notification settings. */
export function createProfiles(dependencies: Dependencies) {
  const { database, clock, events, presentUser, media, uploaded, names, mail, assertThere } = dependencies
  return {
    /** Changes the given fields. An empty field is cleared. */
    async edit(viewer: Me, change: ProfileChange, tx?: Transaction): Promise<User> {
      const { profileName } = change
      // Network admins may use official names.
      if (profileName && !viewer.networkAdmin) {
        if (claimsToSpeakForUs(profileName)) throw new DomainError('USERNAME_RESERVED')
        // A name that was there before its community stays.
        if (profileName !== viewer.profileName) await names.assertNoCommunity(profileName, viewer.id, tx)
      }
      if (profileName) await names.assertNobodyElses(profileName, viewer.id, tx)
      const profileImage = change.profileImage && media.stored(change.profileImage)
      if (profileImage === null || (profileImage && !fitsPlace(profileImage, 'picture')))
        throw notPublic('profileImage')
      return database.transaction(async (tx) => {
        await assertThere(tx, viewer.id)
        const users = userRepository(tx.connection)
        const columns = columnsOf({ ...change, profileImage })
        if (profileImage !== undefined)
          await uploaded.setUses(tx, { entityId: viewer.id, ownerIds: accountIdsOf(viewer) }, [profileImage])
        if (Object.keys(columns).length > 0) {
          await users.update(viewer.id, { ...columns, updated_at: clock.now() })
          events.publish(tx, { name: 'viewer.changed', payload: { userId: viewer.id } })
        }
        const row = await users.byId(viewer.id)
        if (!row) throw new DomainError('USER_NOT_FOUND')
        const user = presentUser(row)
        if (SHOWN_BESIDE_WORDS.some((column) => column in columns)) {
          events.publish(tx, { name: 'user.changed', payload: { user: shownPerson(user) } })
        }
        return user
      }, tx)
    },
    /** The viewer's notification settings. */
    async notificationSettings(viewer: Me): Promise<NotificationSettings> {
      return settingsOf(await userRepository(database.read).byId(viewer.id))
    },
    /** Changes the given settings. Drops queued emails of settings that were turned off. */
    async setNotifications(
      viewer: Pick<Me, 'id'>,
      change: SettingsChange,
      tx?: Transaction,
    ): Promise<NotificationSettings> {
      return database.transaction(async (tx) => {
        const users = userRepository(tx.connection)
        // Lock, so that concurrent changes both persist.
        await assertThere(tx, viewer.id)
        const before = settingsOf(await users.byId(viewer.id))
        const settings = changedSettings(before, change)
        await users.update(viewer.id, { notification_settings: JSON.stringify(settings) })
        const switches = (Object.keys(settings.email) as MailSwitch[]).filter((name) => !settings.email[name])
        const userIds = (await users.withForwarded(viewer.id)).map(({ id }) => id)
        await mail.withdraw(tx, { userIds, switches })
        return settings
      }, tx)
    },
  }
}

function notPublic(field: string): DomainError {
  return new DomainError('VALIDATION_FAILED', [{ field, message: NOT_PUBLIC }])
}

function columnsOf(change: ProfileChange): Partial<UserRow> {
  const { profileName, profileTitle, profileAbout, profileImage } = change
  const columns = {
    profile_name: profileName,
    // The profile name replaces the provider's, even when cleared.
    display_name: profileName === undefined ? undefined : '',
    shown_look: profileName === undefined ? undefined : skeletonOf(profileName),
    // A profile name ends the suggestion to choose a username.
    has_made_up_name: profileName ? 0 : undefined,
    profile_title: profileTitle,
    profile_about: profileAbout,
    profile_image_url: profileImage,
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}
