import { accountIdsOf, canWriteTo, type Decision, type Me, type MessageSettings, type User } from '@stoa/contract'
import type { Database, Transaction } from '../../../platform/database/database.ts'
import type { AccountService } from '../../people/accounts/index.ts'
import type { CommunityFacts, CommunityService } from '../../people/communities/index.ts'
import type { FollowService } from '../../people/follows/index.ts'
import type { MembershipService } from '../../people/memberships/index.ts'
import type { MuteService } from '../../people/mutes/index.ts'
import { messageRepository, type SettingsRow } from './repository.ts'
import { boxOf, type Thread } from './threads.ts'

/** Somebody as the viewer's partner in a conversation. */
export interface Contact {
  person: User
  /** Whether the viewer may write to them. */
  decision: Decision
  /** What the viewer is told of it before they write: nobody is told that they are blocked. */
  shownDecision: Decision
  isBlocked: boolean
  isBlockedByViewer: boolean
  /** They follow the viewer. */
  isFollower: boolean
  /** They have begun, answered or accepted the conversation. */
  isAccepted: boolean
  /** Both share what they have seen. */
  shareSeen: boolean
  /** Communities that both have joined. */
  communities: CommunityFacts[]
}

interface Dependencies {
  database: Database
  accounts: Pick<AccountService, 'profilesById' | 'ownersOfAccounts'>
  communities: Pick<CommunityService, 'idsOf' | 'factsById'>
  follows: Pick<FollowService, 'followersAmong'>
  memberships: Pick<MembershipService, 'memberKeys' | 'unbannedKeys'>
  blocks: Pick<MuteService, 'refusedWith' | 'ownOf'>
}

export type Contacts = ReturnType<typeof createContacts>

/** The settings of a person who hasn't chosen any. */
const DEFAULT_SETTINGS: MessageSettings = { audience: 'members', showSeen: true }

export function settingsIn(row: SettingsRow | undefined): MessageSettings {
  return row ? { audience: row.audience, showSeen: Boolean(row.shows_seen) } : DEFAULT_SETTINGS
}

/** What two people are to each other, in a constant number of queries. */
export function createContacts(dependencies: Dependencies) {
  const { database, accounts, communities, follows, memberships, blocks } = dependencies

  /** People, by main account, with the viewer's threads with them. */
  return async function contactsOf(
    viewer: Me,
    { otherIds, threads }: { otherIds: string[]; threads: ReadonlyMap<string, Thread> },
    tx?: Transaction,
  ): Promise<Map<string, Contact>> {
    const owners = await accounts.ownersOfAccounts(otherIds, tx)
    const communityIds = await communities.idsOf(viewer.joinedCommunities, tx)
    const among = { communityIds, userIds: [viewer.id, ...otherIds] }
    const [profiles, followers, members, unbanned, settings, blocked, own] = [
      await accounts.profilesById(otherIds, tx),
      await follows.followersAmong(accountIdsOf(viewer), [...owners.keys()], tx),
      await memberships.memberKeys(among, tx),
      await memberships.unbannedKeys(among, tx),
      await messageRepository(database.from(tx)).settingsOf([viewer.id, ...otherIds]),
      await blocks.refusedWith('messages', viewer.id, tx),
      await blocks.ownOf(accountIdsOf(viewer), tx),
    ]
    const followerIds = new Set(followers.flatMap((id) => owners.get(id) ?? []))
    const areBoth = (keys: ReadonlySet<string>, otherId: string) =>
      communityIds.filter((id) => keys.has(`${id} ${viewer.id}`) && keys.has(`${id} ${otherId}`))
    const communityFacts = await communities.factsById(
      otherIds.flatMap((otherId) => areBoth(members, otherId)),
      tx,
    )
    const showsSeen = (userId: string) => settingsIn(settings.get(userId)).showSeen
    return new Map(
      otherIds.flatMap((otherId): [string, Contact][] => {
        const person = profiles.get(otherId)
        if (!person) return []
        const isAccepted = boxOf(threads.get(otherId)?.others ?? []) === 'inbox'
        const isFollower = followerIds.has(otherId)
        const isBlocked = blocked.has(otherId)
        const isBlockedByViewer = own?.blocked.includes(otherId) ?? false
        const facts = {
          isRecipientDeleted: person.deleted,
          isAccepted,
          audience: settingsIn(settings.get(otherId)).audience,
          isFollowed: isFollower,
          shareCommunity: areBoth(unbanned, otherId).length > 0,
        }
        const contact = {
          person,
          decision: canWriteTo({ ...facts, isBlocked }),
          shownDecision: canWriteTo({ ...facts, isBlocked: isBlockedByViewer }),
          isBlocked,
          isBlockedByViewer,
          isFollower,
          isAccepted,
          shareSeen: showsSeen(viewer.id) && showsSeen(otherId),
          communities: areBoth(members, otherId).flatMap((id) => communityFacts.get(id) ?? []),
        }
        return [[otherId, contact]]
      }),
    )
  }
}
