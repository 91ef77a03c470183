import {
  administers,
  administersSection,
  type CallOutput,
  type CallParsedInput,
  canBan,
  canLiftBan,
  canManage,
  canSeeEmails,
  canSetPartner,
  canSetPermissions,
  canWarn,
  type Decision,
  isOwn,
  type Me,
  type Permission,
  type PersonFacts,
  type Standing,
  type Viewer,
} from '@stoa/contract'
import { DAY_MS, HOUR_MS } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { assertAllowed, DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { ActivityLog, FormerBan, NewActivity } from '../../content/activity-log/index.ts'
import type { CommentService } from '../../content/comments/index.ts'
import type { PostService } from '../../content/posts/index.ts'
import type { AccountService } from '../../people/accounts/index.ts'
import type { CommunityFacts, CommunityService } from '../../people/communities/index.ts'
import type { MembershipService } from '../../people/memberships/index.ts'
import type { OriginService } from '../../people/partner-origins/index.ts'
import type { Bans } from './bans.ts'
import type { BulkHide } from './bulk-hide.ts'
import { OPERATOR } from './operator.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'ids'> {
  accounts: AccountService
  communities: CommunityService
  partnerOrigins: Pick<OriginService, 'checkSite'>
  posts: Pick<PostService, 'assertOnSite'>
  comments: Pick<CommentService, 'statesById'>
  memberships: MembershipService
  contentHides: BulkHide
  bans: Pick<Bans, 'restore' | 'restoreAt' | 'unban'>
  activityLog: ActivityLog
}

/** The person a decision is about, and where. A merged account stands for its main one. */
interface About {
  tokenName: string
  personId: string
}

/** The comment that a decision about its author is based on, where one is required. */
interface CommentReference {
  commentId: string | undefined
}

/** The context of a decision, inside its transaction. */
interface DecisionContext {
  tx: Transaction
  community: CommunityFacts
  person: PersonFacts
  /** Logs a decision. Default person: the one above. */
  log(decision: Omit<NewActivity, 'communityId' | 'actorId'>): Promise<string[]>
}

/** A person's role in one community, as changed by `/user/edit`. Omitted fields stay unchanged. */
export interface RoleChange {
  tokenName: string
  editedUserId: string
  /** Whether the person is a partner. */
  approveSell?: boolean | undefined
  /** Whether the person is a moderator. */
  addModerator?: boolean | undefined
}

type Rule = (viewer: Viewer, person: PersonFacts) => Decision

/** The least that every moderator may do. */
const OF_MODERATORS: readonly Permission[] = ['hideContent']

export type ModerationService = ReturnType<typeof createModerationService>

/**
 * Decisions of people about others. Decisions about one community run one at a time, each with the permissions valid at
 * that moment.
 */
export function createModerationService(dependencies: Dependencies) {
  const { database, clock, ids, accounts, communities, memberships, contentHides, bans, activityLog } = dependencies
  const { partnerOrigins, posts, comments } = dependencies

  async function personIn(community: CommunityFacts, personId: string, tx?: Transaction): Promise<PersonFacts | null> {
    const person = await memberships.viewer(personId, '', tx)
    return person && factsOf(person, community.tokenName, await memberships.standingIn(community.id, personId, tx))
  }

  /** Checks the rule before telling whether the person exists, so that others can't probe for accounts. */
  async function allowedPerson(
    viewer: Viewer,
    about: { community: CommunityFacts; personId: string; rule: Rule },
    tx?: Transaction,
  ) {
    const { community, personId, rule } = about
    const { tokenName } = community
    const nobody = {
      userId: personId,
      tokenName,
      networkAdmin: false,
      domainAdmin: false,
      owner: false,
      permissions: [],
    }
    const person = await personIn(community, personId, tx)
    assertAllowed(rule(viewer, person ?? nobody))
    if (!person) throw new DomainError('USER_NOT_FOUND')
    return person
  }

  /**
   * Checks the comment that a decision about its author is based on. On a partner's site it is required and must be
   * under one of the site's articles: nobody else can be decided about or looked up there.
   */
  async function checkReference(
    viewer: NonNullable<Viewer>,
    about: { community: CommunityFacts; personId: string; commentId: string | undefined },
    tx?: Transaction,
  ): Promise<void> {
    const { community, personId, commentId } = about
    await partnerOrigins.checkSite(viewer, community.id, tx)
    if (commentId === undefined && viewer.site === null) return
    if (commentId === undefined) throw new DomainError('SITE_BOUND')
    const comment = (await comments.statesById([commentId], tx)).get(commentId)
    const author = comment?.communityId === community.id && comment.publisherId !== '' ? comment.publisherId : null
    if (!comment || author === null || (await accounts.mainOf(author, tx)) !== personId) {
      throw new DomainError('COMMENT_NOT_FOUND')
    }
    await posts.assertOnSite(viewer, [comment.postId], tx)
  }

  async function decide(
    viewer: NonNullable<Viewer>,
    about: About & { rule: Rule; tx: Transaction | undefined; reference?: CommentReference },
    work: (context: DecisionContext) => Promise<void>,
  ) {
    const { rule, tx } = about
    const community = await communities.require(about.tokenName, tx)
    const personId = await accounts.mainOf(about.personId, tx)
    await allowedPerson(viewer, { community, personId, rule }, tx)
    if (about.reference) await checkReference(viewer, { community, personId, ...about.reference }, tx)
    await database.transaction(async (tx) => {
      await communities.lock(tx, community.id)
      // The facts about both may be a second old.
      const actor = viewer === OPERATOR ? OPERATOR : await memberships.viewer(viewer.id, viewer.site ?? '', tx)
      const person = await allowedPerson(actor, { community, personId, rule }, tx)
      const log: DecisionContext['log'] = (decision) =>
        activityLog.add(tx, { personId, ...decision, communityId: community.id, actorId: viewer.id })
      await work({ tx, community, person, log })
    }, tx)
    return standing(community, personId, tx)
  }

  async function standing(community: CommunityFacts, userId: string, tx?: Transaction): Promise<Standing> {
    const [inCommunity, hidden] = await Promise.all([
      memberships.standingIn(community.id, userId, tx),
      contentHides.hiddenAmong(community.id, await accounts.accountsOf(userId, tx), tx),
    ])
    return standingOf(inCommunity, { userId, tokenName: community.tokenName, contentHidden: hidden.length > 0 })
  }

  /** `isSilent`: the person is notified of a change of their role instead. */
  async function setPermissions(
    { tx, community, person, log }: DecisionContext,
    next: Permission[],
    { isSilent = false } = {},
  ): Promise<void> {
    const granted = next.filter((permission) => !person.permissions.includes(permission))
    const revoked = person.permissions.filter((permission) => !next.includes(permission))
    if (granted.length + revoked.length === 0) return
    const about = { communityId: community.id, userId: person.userId }
    const { role, isMember } = await memberships.standingIn(community.id, person.userId, tx)
    if (granted.length > 0 && !isMember) throw new DomainError('NOT_A_MEMBER')
    // Without a moderator's basic permissions, the role ends too.
    const isEnd = role.moderator && OF_MODERATORS.some((permission) => revoked.includes(permission))
    const change = { permissions: next, ...(isEnd ? { moderator: false } : {}) }
    await memberships.changeRole(tx, { ...about, change })
    // People who consider joining are told whether the team sees addresses.
    if ([...granted, ...revoked].includes('viewUserEmail')) await communities.tellChanged(tx, community.id)
    await log({ action: 'permissionsChanged', given: granted, taken: revoked, isSilent: isSilent || isEnd })
    if (isEnd) await log({ action: 'moderatorRemoved' })
  }

  async function setPartner({ tx, community, person, log }: DecisionContext, canSell: boolean): Promise<void> {
    const { role, isMember } = await memberships.standingIn(community.id, person.userId, tx)
    if (canSell && !isMember) throw new DomainError('NOT_A_MEMBER')
    if (role.canSell === canSell) return
    await memberships.changeRole(tx, { communityId: community.id, userId: person.userId, change: { canSell } })
    // Refresh the lists of partners and of their posts.
    await communities.count(tx, community.id, {})
    await log({ action: canSell ? 'partnerAdded' : 'partnerRemoved' })
  }

  /** Gives the basic permissions with the role and removes all permissions with it. */
  async function setModerator(context: DecisionContext, moderator: boolean): Promise<void> {
    const { tx, community, person, log } = context
    const { role, isMember } = await memberships.standingIn(community.id, person.userId, tx)
    if (moderator && !isMember) throw new DomainError('NOT_A_MEMBER')
    if (role.moderator === moderator) return
    await memberships.changeRole(tx, { communityId: community.id, userId: person.userId, change: { moderator } })
    await log({ action: moderator ? 'moderatorAdded' : 'moderatorRemoved' })
    const permissions = moderator ? [...new Set([...person.permissions, ...OF_MODERATORS])] : []
    await setPermissions(context, permissions, { isSilent: true })
  }

  const now = () => clock.now()

  /** Bans a person with all their accounts, or lifts the ban if `ban` is null. */
  async function changeBan(
    viewer: NonNullable<Viewer>,
    about: About & { tx: Transaction | undefined; reference?: CommentReference },
    change: {
      ban: { kind: 'ban' | 'timeout'; until: number } | null
      reason: string
      /**
       * Null leaves content unchanged. Default: lifting a ban restores the content hidden with it; a time-out hides
       * nothing.
       */
      hideContent: boolean | null | undefined
      undoes?: string
    },
  ): Promise<CallOutput<'userBan'>> {
    const { ban, reason, hideContent, undoes } = change
    let activityId: string | null = null
    const isLift = ban === null && hideContent !== true
    const rule: Rule = (actor, person) => (isLift ? canLiftBan : canBan)(actor, person, now())
    const standing = await decide(viewer, { ...about, rule }, async ({ tx, community, person, log }) => {
      const { userId } = person
      const communityId = community.id
      const userIds = await accounts.accountsOf(userId, tx)
      const [{ ban: present, bannedBy }, hidden] = await Promise.all([
        memberships.standingIn(communityId, userId, tx),
        contentHides.hiddenAmong(communityId, userIds, tx),
      ])
      // On a partner's site nobody may change somebody else's decision.
      const isOthers = bannedBy === null ? hidden.length > 0 : !isOwn(viewer, bannedBy)
      if (viewer.site !== null && isOthers) throw new DomainError('SITE_BOUND')
      if (ban?.kind === 'timeout' && present?.kind === 'ban' && !undoes) throw new DomainError('BAN_IN_FORCE')
      const formerBan = present
        ? { kind: present.kind, until: present.until, reason: present.reason, contentHidden: hidden.length > 0 }
        : undefined
      const decisionId = ids.next()
      const lift = { communityId, userIds, actorId: viewer.id, reason, formerBan, undoes }
      const context = { decisionId, endsAt: ban?.until ?? 0 }
      let liftedDecisions: string[] = []
      if (ban) {
        const row = { ...ban, reason, banned_by: viewer.id, decision_id: decisionId, created_at: now() }
        const decisions = await memberships.ban(tx, userIds, { community_id: communityId, ...row })
        await contentHides.follow(tx, { communityId, userIds, decisions, ...context })
        if (ban.until > 0) bans.restoreAt(tx, ban.until, { communityId, decisionId })
        const action = ban.kind === 'timeout' ? 'timedOut' : 'banned'
        ;[activityId = null] = await log({ action, until: ban.until, reason, formerBan, undoes })
      } else liftedDecisions = (await bans.unban(tx, lift)).decisions
      if (hideContent === true) {
        if (hidden.length < userIds.length) await log({ action: 'contentHidden', reason })
        for (const id of userIds) {
          await contentHides.hide(tx, { communityId, userId: id, reason: BAN_REASON, ...context })
        }
      }
      const restores = hideContent === false || (hideContent === undefined && !ban && present?.kind !== 'timeout')
      if (restores) await bans.restore(tx, { ...lift, decisions: liftedDecisions })
    })
    return { standing, activityId }
  }

  return {
    /** Sets a person's permissions in a community. */
    async permissions(viewer: Me, input: CallParsedInput<'userPermissions'>, tx?: Transaction): Promise<Standing> {
      const { tokenName, editedUserId: personId, permissions } = input
      const nextOf = (current: readonly Permission[]): Permission[] => {
        if (Array.isArray(permissions)) return [...new Set(permissions)]
        const isTaken = (permission: Permission) => permissions[permission] === false
        const added = (Object.keys(permissions) as Permission[]).filter((permission) => permissions[permission])
        return [...new Set([...current.filter((permission) => !isTaken(permission)), ...added])]
      }
      const rule: Rule = (actor, person) => {
        const grants = nextOf(person.permissions).filter((permission) => !person.permissions.includes(permission))
        return canSetPermissions(actor, person, { grants, now: now() })
      }
      return decide(viewer, { tokenName, personId, rule, tx }, (context) =>
        setPermissions(context, nextOf(context.person.permissions)),
      )
    },
    /** The role part of `/user/edit`: adds or removes a partner or moderator. */
    async editRole(viewer: Me, change: RoleChange, tx?: Transaction): Promise<Standing> {
      const { tokenName, editedUserId: personId, approveSell, addModerator } = change
      const rule: Rule = (actor, person) => {
        const grants = addModerator
          ? OF_MODERATORS.filter((permission) => !person.permissions.includes(permission))
          : []
        const asPartner = approveSell === undefined ? null : canSetPartner(actor, person, now())
        if (asPartner?.allowed === false) return asPartner
        return asPartner && addModerator === undefined
          ? asPartner
          : canSetPermissions(actor, person, { grants, now: now() })
      }
      return decide(viewer, { tokenName, personId, rule, tx }, async (context) => {
        if (approveSell !== undefined) await setPartner(context, approveSell)
        if (addModerator !== undefined) await setModerator(context, addModerator)
      })
    },
    /**
     * Bans a person with all their accounts from a community, or lifts the ban. Lifting includes accounts that were
     * banned by the same decision and unmerged since.
     */
    async ban(
      viewer: NonNullable<Viewer>,
      input: CallParsedInput<'userBan'>,
      tx?: Transaction,
    ): Promise<CallOutput<'userBan'>> {
      const { tokenName, banUserId: personId, timeframe = 0, timeoutHours, hideContent, reason = '' } = input
      const reference = { commentId: input.commentId }
      const isTimeout = input.ban && timeoutHours !== undefined
      const lastsMs = isTimeout ? timeoutHours * HOUR_MS : timeframe * DAY_MS
      const until = lastsMs === 0 ? 0 : now() + lastsMs
      const kind = isTimeout ? ('timeout' as const) : ('ban' as const)
      return changeBan(
        viewer,
        { tokenName, personId, tx, reference },
        {
          ban: input.ban ? { kind, until } : null,
          reason,
          hideContent: isTimeout ? null : hideContent,
        },
      )
    },
    /** Lifts a ban or time-out, undoing the decision that caused it. */
    async liftBan(
      viewer: Me,
      { tokenName, personId, undoes }: { tokenName: string; personId: string; undoes: string },
      tx: Transaction,
    ): Promise<void> {
      await changeBan(viewer, { tokenName, personId, tx }, { ban: null, reason: '', hideContent: undefined, undoes })
    },
    /** Restores what was hidden with one decision about a person. A ban stays. */
    async restoreContent(viewer: Me, about: { tokenName: string; personId: string }, tx: Transaction): Promise<void> {
      const rule: Rule = (actor, person) => canLiftBan(actor, person, now())
      await decide(viewer, { ...about, rule, tx }, async ({ tx, community, person }) => {
        const userIds = await accounts.accountsOf(person.userId, tx)
        await bans.restore(tx, { communityId: community.id, userIds, actorId: viewer.id, reason: '' })
      })
    },
    /** Reinstates a ban that was lifted or changed. The caller checks that it would still be in force. */
    async restoreBan(
      viewer: Me,
      { tokenName, personId, ban, undoes }: { tokenName: string; personId: string; ban: FormerBan; undoes: string },
      tx: Transaction,
    ): Promise<void> {
      const { kind, until, reason, contentHidden } = ban
      const change = { ban: { kind, until }, reason, hideContent: contentHidden, undoes }
      await changeBan(viewer, { tokenName, personId, tx }, change)
    },
    /** Warns a member and notifies them of the reason. */
    async warn(viewer: Me, input: CallParsedInput<'userWarn'>, tx?: Transaction): Promise<CallOutput<'userWarn'>> {
      const { tokenName, warnedUserId: personId, reason, commentId } = input
      const rule: Rule = (actor, person) => canWarn(actor, person, now())
      let activityId = ''
      const about = { tokenName, personId, rule, tx, reference: { commentId } }
      await decide(viewer, about, async ({ tx, community, person, log }) => {
        // Anybody can found a community, so only its members may be warned.
        if ((await memberships.membersAmong(community.id, [person.userId], tx)).length === 0)
          throw new DomainError('NOT_A_MEMBER')
        ;[activityId = ''] = await log({ action: 'warned', reason })
      })
      return { activityId }
    },
    /** Withdraws a warning. */
    async withdrawWarning(
      viewer: Me,
      { tokenName, personId, activityId }: { tokenName: string; personId: string; activityId: string },
      tx: Transaction,
    ): Promise<void> {
      const rule: Rule = (actor, person) => canWarn(actor, person, now())
      await decide(viewer, { tokenName, personId, rule, tx }, async ({ log }) => {
        await log({ action: 'warningWithdrawn', undoes: activityId })
      })
    },
    /**
     * Confirmed email addresses of the members among these accounts, merged ones included; for others than admins, of
     * those who were told on joining. Logs each address shown.
     */
    async emails(viewer: Me, input: CallParsedInput<'userGetUserEmails'>) {
      const community = await communities.require(input.tokenName)
      assertAllowed(canSeeEmails(viewer, community.tokenName, now()))
      return database.transaction(async (tx) => {
        const among = administers(viewer, community.tokenName) ? memberships.membersAmong : memberships.withEmailNotice
        const members = await among(community.id, await accounts.mainIdsOf(input.userIds, tx), tx)
        const emails = [...(await accounts.emailsById(members, tx))].map(([userId, email]) => ({ userId, email }))
        await activityLog.add(
          tx,
          ...emails.map(({ userId }) => ({
            communityId: community.id,
            actorId: viewer.id,
            action: 'emailSeen' as const,
            personId: userId,
          })),
        )
        return { emails }
      })
    },
    /**
     * Refreshes the lists of partners and of their posts in every process. `onlyCommunity`: the only community available on this
     * site; null for all.
     */
    async dropLists(
      viewer: Me,
      { tokenName, onlyCommunity }: { tokenName: string; onlyCommunity: string | null },
    ): Promise<void> {
      const community = await communities.require(tokenName)
      if (onlyCommunity !== null && community.tokenName !== onlyCommunity) throw new DomainError('COMMUNITY_NOT_FOUND')
      assertAllowed(canManage(viewer, community, now()))
      await database.transaction((tx) => communities.count(tx, community.id, {}))
    },
    /** A person's standing in a community, for those who manage it. */
    async standing(viewer: Me, input: CallParsedInput<'communityStanding'>): Promise<Standing> {
      const { tokenName, memberId, commentId } = input
      const community = await communities.require(tokenName)
      assertAllowed(canManage(viewer, community, now()))
      const personId = await accounts.mainOf(memberId)
      await checkReference(viewer, { community, personId, commentId })
      if (!(await accounts.person(personId, ''))) throw new DomainError('USER_NOT_FOUND')
      return standing(community, personId)
    },
  }
}

/** The reason that authors of hidden comments see. */
const BAN_REASON = 'banned'

type InCommunity = Awaited<ReturnType<MembershipService['standingIn']>>

/** The facts that rules need about the person concerned. */
function factsOf(person: Me, tokenName: string, { role }: InCommunity): PersonFacts {
  const { id: userId, networkAdmin } = person
  const domainAdmin = administers(person, tokenName) || administersSection(person, tokenName)
  return { userId, tokenName, networkAdmin, domainAdmin, owner: role.owner, permissions: role.permissions }
}

/** A person's standing as shown to those who manage the community. */
function standingOf(
  { isMember, role, ban }: InCommunity,
  about: Pick<Standing, 'userId' | 'tokenName' | 'contentHidden'>,
): Standing {
  const { owner, moderator, canSell, permissions } = role
  return { ...about, isMember, isOwner: owner, isModerator: moderator, isPartner: canSell, permissions, ban }
}
