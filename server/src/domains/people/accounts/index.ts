import type { Me } from '@stoa/contract'
import { viewerOf } from '../../../platform/calls/mount.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { CommunitiesDomain } from '../communities/index.ts'
import type { MediaDomain, UploadHeaders } from '../media/index.ts'
import type { TenantsDomain } from '../tenants/index.ts'
import { createForwarding } from './account-links.ts'
import { createAccountRemoval } from './account-removal.ts'
import { createNames } from './names.ts'
import { createNotificationTriggers } from './notification-triggers.ts'
import { createFollowerCounts, createPresence } from './people.ts'
import { createUserPresenter } from './presenter.ts'
import { createProfiles } from './profile.ts'
import { createAccountService } from './service.ts'
import { accountsTables } from './tables.ts'
import { createVisits } from './visits.ts'

export type { ChoiceMerger, Forwarding, SetAsideChoice } from './account-links.ts'
export type { AccountRemoval, RemovedAccount } from './account-removal.ts'
export type { Referral } from './addresses.ts'
export { NAMES_CHANGED } from './names.ts'
export { NOTIFY, NOTIFY_OF_POST, type NotificationTrigger, type NotificationTriggers } from './notification-triggers.ts'
export type { AssertThere, FollowerCounts } from './people.ts'
export { shownPerson } from './presenter.ts'
export type { Profiles } from './profile.ts'
export { type AccountService, isAddressTaken, type Standing } from './service.ts'
export { MENTIONS_MAX, mentionedUsernames, withoutMention } from './usernames.ts'

export type AccountsDomain = ReturnType<typeof registerAccounts>
export const accountsDomain = { tables: accountsTables, register: registerAccounts }

function registerAccounts(platform: Platform, earlier: MediaDomain & CommunitiesDomain & TenantsDomain) {
  const { config, database, mount } = platform
  const { media, uploaded, domainScopes } = earlier
  const assertThere = createPresence(database)
  const presentUser = createUserPresenter(config.url, media)
  const names = createNames({ ...platform, presentUser })
  const profiles = createProfiles({ ...platform, presentUser, media, uploaded, names, assertThere })
  const visits = createVisits({ ...platform, ...earlier, assertThere })
  // `viewer` mounts `/me` and profiles, since they need later domains.
  mount('userUsername', async (context) => ({
    user: await names.change(viewerOf(context), context.input.username, context.tx),
  }))
  mount('userVisit', async (context) => {
    await visits.visit(viewerOf(context), context.tx)
    return {}
  })
  mount('communityVisit', async (context) => {
    await visits.visitCommunity(viewerOf(context), context.input.tokenName, context.tx)
    return {}
  })
  mount('notificationSettings', async (context) => ({
    notificationSettings: await profiles.setNotifications(
      viewerOf(context),
      context.input.notificationSettings,
      context.tx,
    ),
  }))
  mount('notificationSettingsGet', async (context) => ({
    notificationSettings: await profiles.notificationSettings(viewerOf(context)),
  }))
  return {
    accounts: createAccountService({ ...platform, names, domainScopes, presentUser }),
    assertThere,
    /** Announces an upload of the viewer. */
    beginUpload: (viewer: Me, headers: UploadHeaders) => earlier.uploads.begin(viewer, headers, assertThere),
    followerCounts: createFollowerCounts(database),
    forwarding: createForwarding({ ...platform, presentUser }),
    leaving: createAccountRemoval({ ...platform, names, presentUser }),
    names,
    profiles,
    triggers: createNotificationTriggers(platform),
    visits,
  }
}
