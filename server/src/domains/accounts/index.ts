import type { Transaction } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { createProvided } from '../../platform/provided.ts'
import type { CommunitiesDomain } from '../communities/index.ts'
import type { MediaDomain } from '../media/index.ts'
import type { TenantsDomain } from '../tenants/index.ts'
import { createAccountRemoval } from './account-removal.ts'
import { createFollowerCounts } from './follower-counts.ts'
import { createForwarding } from './forwarding.ts'
import { createNames } from './names.ts'
import { createPeople } from './people.ts'
import { createPresence } from './presence.ts'
import { createUserPresenter } from './presenter.ts'
import { createProfiles } from './profile.ts'
import { accountRoutes } from './routes.ts'
import { createAccountService, type Standing } from './service.ts'
import { createVisits } from './visits.ts'

export type AccountsDomain = ReturnType<typeof registerAccounts>

export function registerAccounts(platform: Platform, earlier: MediaDomain & CommunitiesDomain & TenantsDomain) {
  const { config, database } = platform
  const { media, domainScopes } = earlier
  /** What somebody may do in communities, which is loaded with each viewer. */
  const standingOf = createProvided<[accountIds: string[], tx?: Transaction], Promise<Standing>>(
    'standing in communities',
  )
  const assertThere = createPresence(database)
  const presentUser = createUserPresenter(config.url, media)
  const names = createNames({ ...platform, presentUser })
  const profiles = createProfiles({ ...platform, presentUser, media, names, assertThere })
  const visits = createVisits({ ...platform, ...earlier, assertThere })
  const memberships = { standingOf: standingOf.call }
  accountRoutes(platform.mount, { names, profiles, visits })
  return {
    accounts: createAccountService({ ...platform, memberships, names, domainScopes, presentUser }),
    assertThere,
    followerCounts: createFollowerCounts(database),
    forwarding: createForwarding({ ...platform, presentUser }),
    leaving: createAccountRemoval({ ...platform, names, presentUser }),
    names,
    people: createPeople(database),
    profiles,
    standingOf,
    visits,
  }
}
