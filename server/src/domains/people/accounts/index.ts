import type { Me } from '@stoa/contract'
import type { Platform } from '../../../platform/platform.ts'
import type { CommunitiesDomain } from '../communities/index.ts'
import type { MediaDomain, UploadHeaders } from '../media/index.ts'
import type { TenantsDomain } from '../tenants/index.ts'
import { createForwarding } from './account-links.ts'
import { createAccountRemoval } from './account-removal.ts'
import { createNames } from './names.ts'
import { createNotificationTriggers } from './notification-triggers.ts'
import { createOperatorLog } from './operator-log.ts'
import { createFollowerCounts, createPresence } from './people.ts'
import { createPostLetter } from './post-letter.ts'
import { createUserPresenter } from './presenter.ts'
import { createProfiles } from './profile.ts'
import { createAccountService } from './service.ts'
import { accountsTables } from './tables.ts'
import { createVisits } from './visits.ts'

export type { ChoiceMerger, Forwarding, SetAsideChoice } from './account-links.ts'
export type { AccountRemoval, RemovedAccount } from './account-removal.ts'
export type { Referral } from './addresses.ts'
export { NOTIFY, NOTIFY_OF_POST, type NotificationTrigger, type NotificationTriggers } from './notification-triggers.ts'
export { actOf, type OperatorLog } from './operator-log.ts'
export type { AssertThere, FollowerCounts } from './people.ts'
export { inReadersLanguage, type PostLetter } from './post-letter.ts'
export { shownPerson } from './presenter.ts'
export type { Profiles } from './profile.ts'
export { type AccountService, isAddressTaken, type Standing } from './service.ts'
export { MENTIONS_MAX, mentionedUsernames, type Unnaming, unnamingOf, withoutMentions } from './usernames.ts'

export type AccountsDomain = ReturnType<typeof registerAccounts>
export const accountsDomain = { tables: accountsTables, register: registerAccounts }

function registerAccounts(platform: Platform, earlier: MediaDomain & CommunitiesDomain & TenantsDomain) {
  const { config, database } = platform
  const { media, uploaded, domainScopes, sectionCommunities } = earlier
  const assertThere = createPresence(database)
  const presentUser = createUserPresenter(config.url, media)
  const names = createNames({ ...platform, ...earlier, presentUser })
  const triggers = createNotificationTriggers(platform)
  const profiles = createProfiles({ ...platform, presentUser, media, uploaded, names, assertThere })
  const visits = createVisits({ ...platform, ...earlier, assertThere })
  const accounts = createAccountService({ ...platform, names, domainScopes, sectionCommunities, presentUser })
  return {
    accounts,
    postLetter: createPostLetter({ ...platform, accounts }),
    assertThere,
    /** Announces an upload of the viewer. */
    beginUpload: (viewer: Me, headers: UploadHeaders) => earlier.uploads.begin(viewer, headers, assertThere),
    followerCounts: createFollowerCounts(database),
    forwarding: createForwarding({ ...platform, presentUser }),
    leaving: createAccountRemoval({ ...platform, names, presentUser }),
    names,
    operatorLog: createOperatorLog({ ...platform, triggers }),
    profiles,
    triggers,
    visits,
  }
}
