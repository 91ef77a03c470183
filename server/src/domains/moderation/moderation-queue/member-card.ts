import {
  type ActivityAction,
  accountIdsOf,
  type CallOutput,
  type CallParsedInput,
  canSeeMemberCard,
  isOwn,
  type Me,
  type MemberCard,
  type MemberNote,
  NOTES_MAX,
  type User,
} from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { assertAllowed, DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { ActivityLog } from '../../content/activity-log/index.ts'
import type { AccountService } from '../../people/accounts/index.ts'
import type { SharedSources } from '../../people/auth/index.ts'
import type { CommunityFacts, CommunityService } from '../../people/communities/index.ts'
import type { MembershipService } from '../../people/memberships/index.ts'
import type { ReportService } from '../reports/index.ts'
import { namedOf } from './reader.ts'
import { type NoteRow, noteRepository } from './repository.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'ids'> {
  accounts: Pick<AccountService, 'accountsOf' | 'hold' | 'mainOf' | 'profilesById' | 'person'>
  communities: Pick<CommunityService, 'lock' | 'require'>
  memberships: Pick<MembershipService, 'shutOutAmong' | 'membersAmong' | 'joinedAt' | 'rolesAmong' | 'standingIn'>
  activityLog: Pick<ActivityLog, 'countsAbout' | 'ofPerson' | 'removalsOf'>
  reports: Pick<ReportService, 'countsOf'>
  sharedSources: Pick<SharedSources, 'sharing'>
}

/** The person and community of a card. */
interface About {
  community: CommunityFacts
  userId: string
}

const HISTORY_MAX = 20
const COUNTED = ['banned', 'timedOut', 'warned'] as const satisfies readonly ActivityAction[]

/** What moderators of a community know about a member, and the notes they share. */
export function createMemberCards(dependencies: Dependencies) {
  const { database, clock, ids, accounts, communities, memberships, activityLog, reports, sharedSources } = dependencies

  /** Finds the member, after checking that the viewer may see their card. */
  async function find(viewer: Me, member: { tokenName: string; memberId: string }, tx?: Transaction): Promise<About> {
    const community = await communities.require(member.tokenName, tx)
    const userId = await accounts.mainOf(member.memberId, tx)
    assertAllowed(canSeeMemberCard(viewer, { tokenName: community.tokenName, userId }, clock.now()))
    if (!(await accounts.person(userId, '', tx))) throw new DomainError('USER_NOT_FOUND')
    return { community, userId }
  }

  async function notesOf(viewer: Me, { community, userId }: About, tx?: Transaction): Promise<MemberNote[]> {
    const accountIds = await accounts.accountsOf(userId, tx)
    const rows = await noteRepository(database.from(tx)).about(accountIds, community.id)
    const profiles = await accounts.profilesById(
      rows.map((row) => row.author_id),
      tx,
    )
    return rows.map((row) => presentNote(viewer, row, profiles))
  }

  /**
   * Devices or networks that a member shares with banned members. Nonmembers have no signals: otherwise anybody could
   * found a community, ban strangers there and compare them.
   */
  async function signalsOf(
    communityId: string,
    { userId, accountIds }: { userId: string; accountIds: string[] },
  ): Promise<MemberCard['signals']> {
    if ((await memberships.membersAmong(communityId, [userId])).length === 0) return []
    const sharing = await sharedSources.sharing(accountIds)
    const others = [...new Set([...sharing.device, ...sharing.network])]
    if (others.length === 0) return []
    const mains = await accounts.profilesById(others)
    const joined = await memberships.membersAmong(communityId, [...new Set([...mains.values()].map((one) => one.id))])
    const banned = new Set(await memberships.shutOutAmong(communityId, joined))
    const isBanned = (accountId: string) => banned.has(mains.get(accountId)?.id ?? '')
    return (['device', 'network'] as const).filter((kind) => sharing[kind].some(isBanned))
  }

  return {
    async card(viewer: Me, input: CallParsedInput<'memberCard'>): Promise<CallOutput<'memberCard'>> {
      const about = await find(viewer, input)
      const { community, userId } = about
      const { id: communityId } = community
      const personIds = await accounts.accountsOf(userId)
      const [decided, removals, reported, standing, joinedAt, signals, notes, history, profilesById] =
        await Promise.all([
          activityLog.countsAbout({ personIds, communityId }, COUNTED),
          activityLog.removalsOf({ personIds, communityIds: [communityId] }),
          reports.countsOf(personIds, communityId),
          memberships.standingIn(communityId, userId),
          memberships.joinedAt(communityId, userId),
          signalsOf(communityId, { userId, accountIds: personIds }),
          notesOf(viewer, about),
          activityLog.ofPerson(personIds, { communityId, after: null, limit: HISTORY_MAX }),
          accounts.profilesById([userId]),
        ])
      const profile = profilesById.get(userId)
      if (!profile) throw new DomainError('USER_NOT_FOUND')
      const [roles, deciders] = await Promise.all([
        memberships.rolesAmong({ communityIds: [communityId], profiles: profilesById }),
        accounts.profilesById(history.map(({ actorId }) => actorId)),
      ])
      const countOf = (action: ActivityAction) => decided.get(action) ?? 0
      return {
        card: {
          person: { ...namedOf(profile), username: profile.username, createdAt: profile.createdAt },
          joinedAt,
          role: roles(communityId, userId) ?? null,
          ban: standing.ban,
          counts: {
            removals: [...removals.values()].reduce((sum, count) => sum + count, 0),
            warnings: countOf('warned'),
            timeouts: countOf('timedOut'),
            bans: countOf('banned'),
            reportsAbout: reported.about.open + reported.about.kept + reported.about.removed,
            reportsUpheld: reported.about.removed,
            reportsBy: reported.by.open + reported.by.kept + reported.by.removed,
            reportsDismissed: reported.by.kept,
          },
          signals,
          history: history.map(({ id: activityId, action, at, actorId, reason, until, undone }) => {
            const by = deciders.get(actorId)
            return { activityId, action, at, by: by ? namedOf(by) : null, reason, until, undone }
          }),
          notes,
        },
      }
    },
    /** Adds a note or deletes one of the viewer's own. Deleting a missing note is no error. */
    async note(
      viewer: Me,
      { text, noteId, ...member }: CallParsedInput<'memberNote'>,
      tx?: Transaction,
    ): Promise<CallOutput<'memberNote'>> {
      return database.transaction(async (tx) => {
        const about = await find(viewer, member, tx)
        await communities.lock(tx, about.community.id)
        const { userId } = about
        if (!(await accounts.hold(tx, [viewer.id, userId])).has(userId)) throw new DomainError('USER_NOT_FOUND')
        const repository = noteRepository(tx.connection)
        const rows = await repository.about(await accounts.accountsOf(userId, tx), about.community.id)
        if (text !== undefined) {
          if (rows.length >= NOTES_MAX) throw new DomainError('NOTE_LIMIT')
          await repository.insert({
            id: ids.next(),
            community_id: about.community.id,
            user_id: userId,
            author_id: viewer.id,
            text,
            created_at: clock.now(),
          })
        } else {
          const note = rows.find(({ id }) => id === noteId)
          if (!note || !accountIdsOf(viewer).includes(note.author_id)) throw new DomainError('NOTE_NOT_FOUND')
          await repository.delete(note.id)
        }
        return { notes: await notesOf(viewer, about, tx) }
      }, tx)
    },
  }
}

function presentNote(viewer: Me, row: NoteRow, profiles: ReadonlyMap<string, User>): MemberNote {
  const by = profiles.get(row.author_id)
  const isOwnNote = isOwn(viewer, row.author_id)
  const author = by && !by.deleted ? namedOf(by) : null
  return { id: row.id, text: row.text, at: Number(row.created_at), by: author, isOwn: isOwnNote }
}
