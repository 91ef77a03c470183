import {
  type ActivityAction,
  CASH_OUT_CANCEL_MS,
  type CashierRequest,
  canServeCashier,
  type Me,
  plainAmount,
} from '@stoa/contract'
import { DAY_MS } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type AccountService, type NotificationTriggers, shownPerson } from '../../people/accounts/index.ts'
import type { CommunityService } from '../../people/communities/index.ts'
import type { AccountName, Ledger } from '../../people/ledger/index.ts'
import type { MembershipService } from '../../people/memberships/index.ts'
import type { ActivityLog } from '../activity-log/index.ts'
import { type CashierRequestRow, cashierRepository, OPEN } from './cashier-repository.ts'
import { clearOldDetails, createDetailsMark } from './payment-details.ts'
import type { ReferenceReader } from './references.ts'
import { takeFrom } from './units.ts'

interface Dependencies extends Pick<Platform, 'secret' | 'database' | 'clock' | 'ids' | 'jobs' | 'events'> {
  ledger: Pick<Ledger, 'post' | 'giveBack'>
  communities: Pick<CommunityService, 'factsById'>
  accounts: Pick<AccountService, 'accountsOf' | 'adminIds' | 'mainIdsById' | 'profilesById'>
  memberships: Pick<MembershipService, 'staffOf'>
  activityLog: Pick<ActivityLog, 'add'>
  triggers: NotificationTriggers
  linksOf: ReferenceReader
}

/** What somebody asks of a cashier. */
interface NewCashierRequest {
  kind: CashierRequest['kind']
  communityId: string
  units: number
  /** Kinds of money that it takes, in order. */
  from: readonly AccountName['kind'][]
  receiverId: string
  reference: string
  details: string
  needsTwo: boolean
  /** The idempotency key. */
  key: string
}

/** How many requests behind a decided one are told at once. Those further back learn their place when they look. */
const TOLD_BEHIND_MAX = 200

type Act = 'requested' | 'cancelled' | 'claimed' | 'approved' | 'paid' | 'refused'

const ACTIONS = {
  cashOut: {
    requested: 'cashOutRequested',
    cancelled: 'cashOutCancelled',
    claimed: 'cashOutClaimed',
    approved: 'cashOutApproved',
    paid: 'cashOutPaid',
    refused: 'cashOutRefused',
  },
  payment: {
    requested: 'paymentHeld',
    cancelled: 'paymentCancelled',
    claimed: 'paymentClaimed',
    approved: 'paymentApproved',
    paid: 'paymentPaid',
    refused: 'paymentRefused',
  },
} as const satisfies Record<string, Record<Act, ActivityAction>>

export const isOpen = ({ status }: Pick<CashierRequestRow, 'status'>): boolean => OPEN.some((open) => open === status)

export type CashierRequests = ReturnType<typeof createCashierRequests>

/** What waits for cashiers: its money is held from the request to the decision. */
export function createCashierRequests(dependencies: Dependencies) {
  const { database, clock, ids, events, ledger, communities, accounts, memberships, activityLog } = dependencies
  const { triggers, linksOf } = dependencies
  const markOf = createDetailsMark(dependencies.secret)
  const run = () => clearOldDetails({ database, clock })
  dependencies.jobs.schedule({ name: 'clear payment details', everyMs: DAY_MS, run })

  const tokenNameOf = async (communityId: string, tx?: Transaction) =>
    (await communities.factsById([communityId], tx)).get(communityId)?.tokenName ?? ''

  /** Tells open pages of an act: those of cashiers, of the owner, and of those who move up in the queue. */
  async function tell(tx: Transaction, row: CashierRequestRow, act: Act): Promise<void> {
    const { id, community_id: communityId } = row
    const tokenName = await tokenNameOf(communityId, tx)
    const isClosed = act === 'paid' || act === 'refused' || act === 'cancelled'
    const behind = isClosed ? await cashierRepository(tx.connection).ownersBehind(row, TOLD_BEHIND_MAX) : []
    const mains = await accounts.mainIdsById([row.user_id, ...behind], tx)
    const peopleOf = (userIds: readonly string[]) => userIds.flatMap((userId) => mains.get(userId) ?? [])
    const staff = (await memberships.staffOf(communityId, tx, 'editBBS')).map(({ userId }) => userId)
    const concerned = new Set([...staff, ...(await accounts.adminIds(tx)), ...peopleOf([row.user_id])])
    const publish = (userId: string, requestId: string | null) =>
      events.publish(tx, { name: 'cashier.changed', payload: { userId, tokenName, requestId } })
    for (const userId of concerned) publish(userId, id)
    for (const userId of new Set(peopleOf(behind))) if (!concerned.has(userId)) publish(userId, null)
  }

  /** Logs what was done with a request, and tells open pages; returns the entry's id. */
  async function log(
    tx: Transaction,
    row: CashierRequestRow,
    about: { act: Act; actorId: string; reason?: string },
  ): Promise<string> {
    const { act, actorId, reason = '' } = about
    const amount = `${plainAmount(Number(row.amount))} ${await tokenNameOf(row.community_id, tx)}`
    const [id = ''] = await activityLog.add(tx, {
      ...{ communityId: row.community_id, actorId, personId: row.user_id, reason },
      action: ACTIONS[row.kind === 'cashOut' ? 'cashOut' : 'payment'][act],
      changes: [{ setting: 'amount', before: '', after: amount }],
    })
    await tell(tx, row, act)
    return id
  }

  /** Tells a community's cashiers of a request; without any, the network admins. */
  async function tellCashiers(tx: Transaction, row: CashierRequestRow, activityId: string): Promise<void> {
    const { community_id: communityId, user_id: actorId } = row
    const cashiers = await memberships.staffOf(communityId, tx, 'editBBS')
    const ids = cashiers.length > 0 ? cashiers.map(({ userId }) => userId) : await accounts.adminIds(tx)
    const action = ACTIONS[row.kind === 'cashOut' ? 'cashOut' : 'payment'].requested
    for (const personId of ids) {
      const what = { activityId, action, communityId, postId: '', commentId: '' }
      triggers.record(tx, { kind: 'decision', ...what, actorId, personId })
    }
  }

  return {
    tokenNameOf,
    log,
    /** Holds the amount and puts the request at the end of the queue. A repeat returns the former one. */
    async open(tx: Transaction, viewer: Me, about: NewCashierRequest): Promise<CashierRequestRow> {
      const { kind, communityId, units, from, receiverId, reference, details, needsTwo, key } = about
      const repository = cashierRepository(tx.connection)
      // Read in the transaction: the person may just have merged another account.
      const ownIds = await accounts.accountsOf(viewer.id, tx)
      const sources = from.flatMap((of) => ownIds.map((ownerId) => ({ communityId, kind: of, ownerId })))
      const { transferId: holdId, isRepeat } = await ledger.post(tx, {
        ...{ reason: kind === 'cashOut' ? 'cashOut' : 'held', actorId: viewer.id, reference, key, communityId },
        ...{ content: [kind, receiverId, units, markOf(details)] },
        accounts: [...sources, { communityId, kind: 'holds', ownerId: '' }],
        amounts: (balances) => [...takeFrom(balances.slice(0, sources.length), units).map((part) => 0 - part), units],
      })
      const former = isRepeat ? await repository.byHold(holdId) : undefined
      if (former) return former
      const row: CashierRequestRow = {
        ...{ id: ids.next(), community_id: communityId, kind, user_id: viewer.id, amount: units },
        ...{ receiver_id: receiverId, reference, details, status: 'waiting', needs_two: Number(needsTwo) },
        ...{ hold_id: holdId, claimed_by: '', claimed_at: 0, claim_until: 0, approved_by: '' },
        ...{ decided_by: '', decided_at: 0, reason: '', maybe_paid: 0, created_at: clock.now() },
      }
      await repository.insert(row)
      await tellCashiers(tx, row, await log(tx, row, { act: 'requested', actorId: viewer.id }))
      return row
    },
    /**
     * Returns what is held to where it came from. `next`: accounts that the transaction changes afterwards, which are
     * locked together with these.
     */
    async giveBack(
      tx: Transaction,
      { hold_id, kind, reference }: CashierRequestRow,
      next: readonly AccountName[] = [],
    ): Promise<void> {
      const reason = kind === 'cashOut' ? 'cashOutReturned' : 'heldReturned'
      const { isRepeat } = await ledger.giveBack(tx, hold_id, { reason, reference, next })
      if (isRepeat) throw new Error('What an open request holds has been returned before.')
    },
    /** Requests of one community, as this person may see them. */
    async present(viewer: Me, rows: readonly CashierRequestRow[], tx?: Transaction): Promise<CashierRequest[]> {
      const communityId = rows[0]?.community_id
      if (communityId === undefined) return []
      const isCashier = canServeCashier(viewer, await tokenNameOf(communityId, tx), clock.now()).allowed
      const queue = rows.some(isOpen) ? await cashierRepository(database.from(tx)).openIds(communityId) : []
      const people = rows.flatMap((row) => [row.user_id, row.receiver_id, row.claimed_by, row.approved_by])
      const profiles = await accounts.profilesById([...new Set(people.filter((id) => id !== ''))], tx)
      const links = await linksOf(
        viewer,
        rows.map(({ reference }) => reference),
        tx,
      )
      const shown = (id: string) => {
        const profile = profiles.get(id)
        return profile ? shownPerson(profile) : null
      }
      return rows.map((row) => ({
        ...{ id: row.id, at: Number(row.created_at), kind: row.kind, amount: String(row.amount), status: row.status },
        position: isOpen(row) ? queue.indexOf(row.id) + 1 : null,
        ...{ person: shown(row.user_id), receiver: shown(row.receiver_id), details: row.details },
        ...links(row.reference),
        needsTwo: Boolean(row.needs_two),
        claimedBy: isCashier ? shown(row.claimed_by) : null,
        approvedBy: isCashier ? shown(row.approved_by) : null,
        claimUntil: isCashier && row.status === 'claimed' ? Number(row.claim_until) : null,
        cancelUntil: Number(row.claimed_at) === 0 ? null : Number(row.claimed_at) + CASH_OUT_CANCEL_MS,
        decidedAt: Number(row.decided_at) || null,
        reason: row.reason,
        ...(isOpen(row) && Number(row.maybe_paid) === 1 && { maybePaid: true as const }),
      }))
    },
  }
}
