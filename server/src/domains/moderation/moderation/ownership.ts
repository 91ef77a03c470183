import {
  type CallOutput,
  type CallParsedInput,
  canTransferOwnership,
  communityPath,
  isBanned,
  type Me,
  OWNERSHIP_TRANSFER_MS,
} from '@stoa/contract'
import { MINUTE_MS } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { assertAllowed, DomainError } from '../../../platform/domain-error.ts'
import { jobKind } from '../../../platform/jobs/queue.ts'
import { wordsIn } from '../../../platform/languages/words.ts'
import { quoted, withoutLinks } from '../../../platform/mail/letter.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { ActivityLog } from '../../content/activity-log/index.ts'
import type { AccountService, NotificationTriggers } from '../../people/accounts/index.ts'
import type { OwnerNotice, SessionService } from '../../people/auth/index.ts'
import type { CommunityFacts, CommunityService } from '../../people/communities/index.ts'
import type { MembershipService } from '../../people/memberships/index.ts'
import type { Domain } from '../../people/tenants/index.ts'
import { ownershipRepository, type TransferRow } from './ownership-repository.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'jobs'> {
  accounts: AccountService
  communities: CommunityService
  memberships: MembershipService
  sessions: Pick<SessionService, 'counts'>
  ownerNotice: OwnerNotice
  activityLog: ActivityLog
  triggers: NotificationTriggers
}

/** Executes a transfer of ownership. */
const TRANSFER = jobKind<{ communityId: string; requestedAt: number }>('transfer ownership')

type Transfer = NonNullable<CallOutput<'communityTransferGet'>['transfer']>

/**
 * Transfers a community to another member, irrevocably and shortly after its owner has confirmed. The owner can cancel
 * it until then, and ending the session that requested it stops it, too.
 */
export function createOwnership(dependencies: Dependencies) {
  const { database, clock, jobs, accounts, communities, memberships, sessions } = dependencies
  const { ownerNotice, activityLog, triggers } = dependencies

  jobs.transactional(TRANSFER, {
    async work(tx, [job]) {
      if (!job) return undefined
      const { communityId, requestedAt } = job.payload
      await communities.lock(tx, communityId)
      const repository = ownershipRepository(tx.connection)
      const row = await repository.of(communityId)
      if (!row || Number(row.requested_at) !== requestedAt) return undefined
      await repository.delete(communityId)
      await ((await stillHolds(tx, row)) ? transferNow(tx, row) : cancelTransfer(tx, row))
      return undefined
    },
  })

  async function stillHolds(tx: Transaction, row: TransferRow): Promise<boolean> {
    const owner = await memberships.viewer(row.from_id, '', tx)
    const tokenName = (await communities.factsById([row.community_id], tx)).get(row.community_id)?.tokenName ?? ''
    if (!owner || !canTransferOwnership(owner, tokenName, clock.now()).allowed) return false
    if (!(await sessions.counts(row.session_id, tx))) return false
    return mayOwn(row.to_id, { communityId: row.community_id, tokenName }, tx)
  }

  /** Whether the person is a member and not banned. */
  async function mayOwn(userId: string, about: { communityId: string; tokenName: string }, tx?: Transaction) {
    const person = await memberships.viewer(userId, '', tx)
    if (!person || isBanned(person, about.tokenName, clock.now())) return false
    return (await memberships.membersAmong(about.communityId, [userId], tx)).length > 0
  }

  async function transferNow(tx: Transaction, { community_id: communityId, from_id: from, to_id: to }: TransferRow) {
    await memberships.changeRole(tx, { communityId, userId: from, change: { owner: false } })
    await memberships.changeRole(tx, { communityId, userId: to, change: { owner: true } })
    await communities.setCreator(tx, communityId, to)
    const decision = { communityId, actorId: from, personId: to, action: 'ownershipTransferred' as const }
    const [activityId = ''] = await activityLog.add(tx, decision)
    const trigger = { kind: 'decision' as const, activityId, communityId, postId: '', commentId: '' }
    triggers.record(tx, { ...trigger, action: 'ownershipReceived', actorId: from, personId: to })
    triggers.record(tx, { ...trigger, action: 'ownershipTransferred', actorId: to, personId: from })
  }

  async function logCancelled(tx: Transaction, { community_id: communityId, to_id }: TransferRow, actorId: string) {
    return activityLog.add(tx, { communityId, actorId, personId: to_id, action: 'ownershipStayed' })
  }

  async function cancelTransfer(tx: Transaction, row: TransferRow) {
    const { community_id: communityId, from_id: from } = row
    const [activityId = ''] = await logCancelled(tx, row, '')
    const trigger = { kind: 'decision' as const, activityId, communityId, postId: '', commentId: '' }
    triggers.record(tx, { ...trigger, action: 'ownershipStayed', actorId: '', personId: from })
  }

  async function present(row: TransferRow, tx?: Transaction): Promise<Transfer> {
    const person = (await accounts.profilesById([row.to_id], tx)).get(row.to_id)
    const { displayName = '', slugUrl = '' } = person ?? {}
    return { newOwner: { userId: row.to_id, displayName, slugUrl }, executesAt: Number(row.executes_at) }
  }

  return {
    /** The pending transfer, if any. */
    async pending(viewer: Me, { tokenName }: { tokenName: string }): Promise<CallOutput<'communityTransferGet'>> {
      const community = await communities.require(tokenName)
      assertAllowed(canTransferOwnership(viewer, community.tokenName, clock.now()))
      const row = await ownershipRepository(database.read).of(community.id)
      return { transfer: row ? await present(row) : null }
    },
    /** Requests a transfer. The owner must have reauthenticated recently. */
    async transfer(
      viewer: Me,
      about: { input: CallParsedInput<'communityTransfer'>; sessionId: string; domain: Domain },
      tx?: Transaction,
    ): Promise<CallOutput<'communityTransfer'>> {
      const { input, sessionId, domain } = about
      const community = await communities.require(input.tokenName, tx)
      const { id: communityId, tokenName } = community
      assertAllowed(canTransferOwnership(viewer, tokenName, clock.now()))
      if (input.confirm !== tokenName) {
        throw new DomainError('VALIDATION_FAILED', [{ field: 'confirm', message: `Type ${tokenName}.` }])
      }
      const to = await accounts.mainOf(input.newOwnerId, tx)
      const heir = (await accounts.profilesById([to], tx)).get(to)
      const details = (reader: Domain) => noticeOf({ community, from: viewer, to: heir ?? null, reader })
      return ownerNotice('ownershipTransfer', { userId: viewer.id, sessionId, domain, tx, details }, async (tx) => {
        await communities.lock(tx, communityId)
        const repository = ownershipRepository(tx.connection)
        if (await repository.of(communityId)) throw new DomainError('TRANSFER_PENDING')
        const isOther = to !== viewer.id
        if (!isOther || !(await mayOwn(to, { communityId, tokenName }, tx))) throw new DomainError('TRANSFER_REFUSED')
        const requestedAt = clock.now()
        const row = {
          community_id: communityId,
          from_id: viewer.id,
          to_id: to,
          session_id: sessionId,
          requested_at: requestedAt,
          executes_at: requestedAt + OWNERSHIP_TRANSFER_MS,
        }
        await repository.insert(row)
        jobs.enqueue(tx, TRANSFER, { payload: { communityId, requestedAt }, runAt: row.executes_at })
        const decision = { communityId, actorId: viewer.id, personId: to, action: 'ownershipOffered' as const }
        await activityLog.add(tx, decision)
        return { transfer: await present(row, tx) }
      })
    },
    /** Cancels the pending transfer. Does nothing without one. */
    async cancel(viewer: Me, { tokenName }: { tokenName: string }, tx?: Transaction): Promise<void> {
      const community = await communities.require(tokenName, tx)
      assertAllowed(canTransferOwnership(viewer, community.tokenName, clock.now()))
      await database.transaction(async (tx) => {
        await communities.lock(tx, community.id)
        const repository = ownershipRepository(tx.connection)
        const row = await repository.of(community.id)
        if (!row) return
        await repository.delete(community.id)
        await logCancelled(tx, row, viewer.id)
      }, tx)
    },
  }
}

interface NamedPerson {
  username: string
  displayName: string
}

/** English texts of the mail about a transfer. */
const transferMessages = {
  'mail.transfer': 'View or cancel the transfer',
  'mail.transfer.parties': 'From {from} to {to}: the community {community}.',
  'mail.transfer.another': 'another member',
  'mail.transfer.effect':
    'It takes effect {minutes, number} minutes after it was started. Until then you can cancel it there. Afterward only the new owner can give the community back.',
  'mail.transfer.notYou':
    'If this wasn’t you, cancel it, change your password, and sign out everywhere in your settings.',
} as const

/** What the owner's mail says about a transfer. */
function noticeOf(about: {
  community: Pick<CommunityFacts, 'tokenName' | 'urlSlug' | 'title'>
  from: NamedPerson
  to: NamedPerson | null
  /** In the owner's language. */
  reader: Domain
}) {
  const nameOf = ({ displayName, username }: NamedPerson) => `${quoted(displayName)} (@${username})`
  const { community, from, to, reader } = about
  const t = wordsIn(reader, transferMessages)
  const parties = t('mail.transfer.parties', {
    from: nameOf(from),
    to: to ? nameOf(to) : t('mail.transfer.another'),
    community: quoted(community.title),
  })
  return {
    action: {
      label: t('mail.transfer'),
      url: `${reader.origin}${communityPath(community)}/admin-settings/transfer`,
    },
    after: [
      withoutLinks(parties),
      t('mail.transfer.effect', { minutes: OWNERSHIP_TRANSFER_MS / MINUTE_MS }),
      t('mail.transfer.notYou'),
    ],
  }
}
