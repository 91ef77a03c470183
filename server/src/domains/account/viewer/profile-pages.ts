import {
  type CallOutput,
  type CallParsedInput,
  type LinkedProvider,
  type Me,
  situationMessages,
  type User,
  VIEW_AS_ID,
} from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import type { ModerationService } from '../../moderation/moderation/index.ts'
import type { AccountService, Profiles } from '../../people/accounts/index.ts'
import type { CommunityService } from '../../people/communities/index.ts'
import type { FollowService } from '../../people/follows/index.ts'
import type { MembershipService } from '../../people/memberships/index.ts'
import type { Domain } from '../../people/tenants/index.ts'
import type { NotificationService } from '../notifications/index.ts'

interface Dependencies {
  accounts: AccountService
  profiles: Profiles
  moderation: Pick<ModerationService, 'editRole'>
  communities: Pick<CommunityService, 'idOf'>
  memberships: Pick<MembershipService, 'rolesOf'>
  identities: { of(userId: string): Promise<LinkedProvider[]> }
  follows: Pick<FollowService, 'countsOf'>
  notifications: Pick<NotificationService, 'unread'>
}

type Own = Omit<CallOutput<'me'>['user'], keyof Me>

/** The viewer's own account, and public profiles. */
export function createProfilePages(dependencies: Dependencies) {
  const { accounts, profiles, moderation, identities, follows, notifications, communities, memberships } = dependencies

  /** Facts only shown to the account's owner. */
  async function ownFacts(viewer: Me, { config }: Domain): Promise<Own> {
    const linked = (await identities.of(viewer.id)).map(({ providerId }) => providerId)
    const offered = Object.keys(config.providerNames)
    return {
      ...(await accounts.ownProfile(viewer.id)),
      mainAccount: viewer.id,
      forwardTo: null,
      providers: [...new Set([...offered, ...linked])].map((providerId) => {
        return { providerId, isActive: linked.includes(providerId) }
      }),
      notificationSettings: await profiles.notificationSettings(viewer),
      dmBlockUsers: viewer.mutes?.blocked ?? [],
      tagBlockUsers: viewer.mutes?.blocked ?? [],
    }
  }

  /** Refuses names that don't lead to the viewer's account. */
  async function assertOwnName(viewer: Me, username: string): Promise<void> {
    if (username === viewer.username || (await accounts.find(username))?.id === viewer.id) return
    throw new DomainError('VALIDATION_FAILED', [{ field: 'username', message: situationMessages.invalidOwnUsername }])
  }

  return {
    /** The viewer's own account as shown on a domain. `onlyCommunity`: the only one considered; null for all. */
    async ownProfile(
      viewer: Me,
      about: { domain: Domain; onlyCommunity: string | null; username?: string | undefined },
    ): Promise<CallOutput<'me'>> {
      const { domain, onlyCommunity, username } = about
      if (viewer.id === VIEW_AS_ID) return { user: viewer, unread: { unseen: 0, notifications: 0 } }
      if (username !== undefined) await assertOwnName(viewer, username)
      const unread = await notifications.unread(viewer, onlyCommunity)
      const user = limitToCommunity(onlyCommunity, viewer)
      return {
        user: viewer.site === null ? { ...user, ...(await ownFacts(viewer, domain)) } : withoutLists(user),
        unread,
      }
    },
    /** Edits the viewer's profile, or a person's role in a community. Both at once only for the viewer. */
    async edit(viewer: Me, input: CallParsedInput<'userEdit'>, tx?: Transaction): Promise<User> {
      const { userId: _, editedUserId = viewer.id, tokenName, approveSell, addModerator, ...profile } = input
      const isAboutProfile = Object.values(profile).some((field) => field !== undefined)
      if (editedUserId !== viewer.id && isAboutProfile) throw new DomainError('FORBIDDEN')
      if (approveSell !== undefined || addModerator !== undefined) {
        if (tokenName === undefined) throw missingField('tokenName')
        await moderation.editRole(viewer, { tokenName, editedUserId, approveSell, addModerator }, tx)
      }
      return editedUserId === viewer.id ? profiles.edit(viewer, profile, tx) : accounts.get(editedUserId, tx)
    },
    /** A person's public profile. `onlyCommunity`: the only one considered; null for all. */
    async of(idOrSlug: string, onlyCommunity: string | null): Promise<CallOutput<'userGet'>> {
      const [user, communityId] = await Promise.all([
        accounts.getByAnyName(idOrSlug),
        onlyCommunity === null ? null : communities.idOf(onlyCommunity),
      ])
      const [counts, roles] = await Promise.all([follows.countsOf(user.id), memberships.rolesOf(user.id, communityId)])
      return { user, ...counts, communities: roles }
    },
  }
}

function missingField(field: string): DomainError {
  return new DomainError('VALIDATION_FAILED', [{ field, message: 'Is missing.' }])
}

/** The viewer as a partner's site may know them: without what they have muted. */
function withoutLists({ mutes, ...me }: Me): Me {
  return { ...me, hiddenCommunities: [], ...(mutes && { hasMutes: true }) }
}

/** The viewer as seen on a domain with one community, without their standing in others. */
function limitToCommunity(onlyCommunity: string | null, me: Me): Me {
  if (onlyCommunity === null) return me
  const names = (all: string[]) => all.filter((tokenName) => tokenName === onlyCommunity)
  const entries = <Value>(all: Record<string, Value>) =>
    Object.fromEntries(Object.entries(all).filter(([tokenName]) => tokenName === onlyCommunity))
  return {
    ...me,
    joinedCommunities: names(me.joinedCommunities),
    hiddenCommunities: names(me.hiddenCommunities),
    bannedCommunities: entries(me.bannedCommunities),
    timeouts: names(me.timeouts ?? []),
    banReasons: entries(me.banReasons ?? {}),
    tokenOwner: names(me.tokenOwner),
    tokenPermissions: entries(me.tokenPermissions),
    enableSell: names(me.enableSell),
    moderator: names(me.moderator),
  }
}
