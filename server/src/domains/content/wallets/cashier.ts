import {
  accountIdsOf,
  CASH_OUT_CANCEL_MS,
  CASH_OUT_CLAIM_MS,
  CASH_OUT_MINIMUM,
  type CallOutput,
  type CallParsedInput,
  canCashOut,
  canServeCashier,
  isOwn,
  type Me,
  MONEY_UNIT,
  PAGE_SIZE,
  plainAmount,
} from '@stoa/contract'
import { DAY_MS } from '../../../platform/clock.ts'
import { StaleReadError, type Transaction } from '../../../platform/database/database.ts'
import { cut, endOf } from '../../../platform/database/keyset.ts'
import { assertAllowed, DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountService } from '../../people/accounts/index.ts'
import type { CommunityService } from '../../people/communities/index.ts'
import type { Ledger, LedgerStatements, LimitCheck, MoneyLimits } from '../../people/ledger/index.ts'
import type { ActivityLog } from '../activity-log/index.ts'
import { type CashierRequestRow, cashierRepository } from './cashier-repository.ts'
import { type CashierRequests, isOpen } from './cashier-requests.ts'
import type { Payments } from './payments.ts'
import type { WalletReader } from './reader.ts'
import { unitsIn } from './units.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'cursors'> {
  jobs: { hold: Pick<Platform['jobs']['hold'], 'since'> }
  ledger: Pick<Ledger, 'post' | 'mayNotSpend'>
  ledgerStatements: Pick<LedgerStatements, 'cashierBalance'>
  wallets: Pick<WalletReader, 'walletOf'>
  communities: Pick<CommunityService, 'require'>
  activityLog: Pick<ActivityLog, 'add'>
  accounts: Pick<AccountService, 'accountsOf' | 'hold'>
  requests: CashierRequests
  payments: Pick<Payments, 'release'>
  limitCheck: LimitCheck
}

/** What acts about money need to know of their request. */
interface Acting {
  tx: Transaction
  /** The idempotency key. */
  key: string
  onlyCommunity: string | null
  /** Limits of a community at the request's domain. */
  limitsOf: (tokenName: string) => MoneyLimits
}

type Decided = CallOutput<'cashierPay'>

/** Cash-outs: the queue, and what members and cashiers do with it. */
export function createCashier(dependencies: Dependencies) {
  const { database, clock, cursors, ledger, ledgerStatements, wallets, communities, activityLog } = dependencies
  const { accounts, requests, payments, limitCheck, jobs } = dependencies

  const minimumOf = async (communityId: string, tx?: Transaction) =>
    (await cashierRepository(database.from(tx)).minimum(communityId)) ?? CASH_OUT_MINIMUM

  async function find(tx: Transaction, id: string, onlyCommunity: string | null) {
    const row = await cashierRepository(tx.connection).byId(id)
    const tokenName = row ? await requests.tokenNameOf(row.community_id, tx) : ''
    const isShown = row && (onlyCommunity === null || onlyCommunity === tokenName)
    return isShown ? { row, tokenName } : null
  }

  /** The open request that a cashier wants to decide about. To others it doesn't exist. */
  async function forCashier(viewer: Me, id: string, { tx, onlyCommunity }: Acting) {
    const found = await find(tx, id, onlyCommunity)
    if (!found || !canServeCashier(viewer, found.tokenName, clock.now()).allowed)
      throw new DomainError('CASH_OUT_NOT_FOUND')
    const { row } = found
    if (isOwn(viewer, row.user_id) || isOwn(viewer, row.receiver_id)) throw new DomainError('OWN_CASH_OUT')
    if (!isOpen(row)) throw new DomainError('CASH_OUT_CLOSED')
    return found
  }

  /** Until a restored copy is released, the original may pay its cash-outs. */
  async function assertReleased(tx: Transaction, { kind }: CashierRequestRow): Promise<void> {
    if (kind === 'cashOut' && (await jobs.hold.since(tx)) !== null) throw new DomainError('CASH_OUTS_HELD')
  }

  /** Nothing that the original may have paid is paid or given back unseen. */
  async function assertUnpaid(tx: Transaction, row: CashierRequestRow, isChecked = false): Promise<void> {
    await assertReleased(tx, row)
    if (Number(row.maybe_paid) === 1 && !isChecked) throw new DomainError('CASH_OUT_MAYBE_PAID')
  }

  /** Whether another cashier is about to pay it. */
  const isTaken = (viewer: Me, { status, claimed_by, claim_until }: CashierRequestRow) =>
    status === 'claimed' && !isOwn(viewer, claimed_by) && Number(claim_until) > clock.now()

  /** Changes the request before any money moves. If it has changed since it was read, everything is tried again. */
  async function change(
    tx: Transaction,
    row: CashierRequestRow,
    to: Partial<CashierRequestRow>,
  ): Promise<CashierRequestRow> {
    if (!(await cashierRepository(tx.connection).change(row, to))) throw new StaleReadError()
    return { ...row, ...to }
  }

  const close = (
    tx: Transaction,
    row: CashierRequestRow,
    about: { status: 'paid' | 'refused' | 'cancelled'; viewer: Me; reason?: string },
  ) => {
    const { status, viewer, reason = '' } = about
    return change(tx, row, { status, decided_by: viewer.id, decided_at: clock.now(), reason })
  }

  async function decided(viewer: Me, row: CashierRequestRow, tx: Transaction): Promise<Decided> {
    const [request] = await requests.present(viewer, [row], tx)
    if (!request) throw new StaleReadError()
    return { request, cashierBalance: String(await ledgerStatements.cashierBalance(row.community_id, tx)) }
  }

  async function ofOwner(viewer: Me, row: CashierRequestRow, { tx, onlyCommunity }: Acting) {
    const [request] = await requests.present(viewer, [row], tx)
    if (!request) throw new StaleReadError()
    return { request, wallet: await wallets.walletOf(viewer, { tokenName: onlyCommunity, tx }) }
  }

  return {
    /** The caller's own requests, or for cashiers the community's. */
    async list(viewer: Me, input: CallParsedInput<'cashierList'>): Promise<CallOutput<'cashierList'>> {
      const { list, limit = PAGE_SIZE, cursor } = input
      const { id: communityId, tokenName } = await communities.require(input.tokenName)
      if (list !== 'own') assertAllowed(canServeCashier(viewer, tokenName, clock.now()))
      const name = `cashier ${list} ${communityId} ${list === 'own' ? viewer.id : ''}`
      const [after = null] = cursor === undefined ? [] : (cursors.decode(name, cursor) as [string])
      const which = list === 'own' ? { userIds: accountIdsOf(viewer) } : { isOpen: list === 'open' }
      const rows = await cashierRepository(database.read).page(communityId, { ...which, after, limit: limit + 1 })
      const page = cut(rows, limit)
      return {
        items: await requests.present(viewer, page.rows),
        ...endOf(page, { cursors, list: name, positionOf: ({ id }) => [id] }),
        cashierBalance: String(await ledgerStatements.cashierBalance(communityId)),
        minimum: String(await minimumOf(communityId)),
        ...((await jobs.hold.since()) !== null && { isHeld: true as const }),
      }
    },
    async request(viewer: Me, input: CallParsedInput<'cashierRequest'>, about: Acting) {
      const { tx, key } = about
      const { id: communityId, tokenName } = await communities.require(input.tokenName, tx)
      assertAllowed(canCashOut(viewer, tokenName))
      const units = unitsIn(input.amount)
      const minimum = await minimumOf(communityId, tx)
      if (units < minimum) {
        const id = `${plainAmount(minimum)} ${tokenName}`
        throw new DomainError('CASH_OUT_TOO_SMALL', { id }, { id })
      }
      // Until the transaction ends, the person is neither deleted nor merged.
      if (!(await accounts.hold(tx, [viewer.id])).has(viewer.id)) throw new DomainError('AUTH_REQUIRED')
      const limits = about.limitsOf(tokenName)
      const ownIds = await accounts.accountsOf(viewer.id, tx)
      const since = clock.now() - DAY_MS
      // Several small ones are as much as a large one.
      const total = units + (await cashierRepository(tx.connection).cashedOut(communityId, { userIds: ownIds, since }))
      const held = { communityId, kind: 'holds', ownerId: '' } as const
      const next = [...ownIds.map((ownerId) => ({ communityId, kind: 'member', ownerId }) as const), held]
      const spent = { ownIds, communityId, units, limits, next }
      const row = await requests.open(tx, viewer, {
        ...{ kind: 'cashOut', communityId, units, from: ['member'], receiverId: '', reference: '', key },
        details: input.details ?? '',
        needsTwo: total > limits.twoPeopleAbove * MONEY_UNIT || (await limitCheck.isAbove(tx, viewer, spent)),
      })
      return ofOwner(viewer, row, about)
    },
    async cancel(viewer: Me, { requestId }: { requestId: string }, about: Acting) {
      const { tx, onlyCommunity } = about
      const { row } = (await find(tx, requestId, onlyCommunity)) ?? {}
      if (!row || !isOwn(viewer, row.user_id)) throw new DomainError('CASH_OUT_NOT_FOUND')
      if (!isOpen(row)) throw new DomainError('CASH_OUT_CLOSED')
      const claimedAt = Number(row.claimed_at)
      if (claimedAt > 0 && clock.now() >= claimedAt + CASH_OUT_CANCEL_MS) throw new DomainError('CASH_OUT_TOO_LATE')
      await assertUnpaid(tx, row)
      const cancelled = await close(tx, row, { status: 'cancelled', viewer })
      await requests.giveBack(tx, row)
      await requests.log(tx, row, { act: 'cancelled', actorId: viewer.id })
      return ofOwner(viewer, cancelled, about)
    },
    async claim(viewer: Me, { requestId }: { requestId: string }, about: Acting): Promise<Decided> {
      const { tx } = about
      const { row } = await forCashier(viewer, requestId, about)
      await assertReleased(tx, row)
      if (isOwn(viewer, row.approved_by)) throw new DomainError('CASH_OUT_NEEDS_OTHER')
      if (isTaken(viewer, row)) throw new DomainError('CASH_OUT_CLAIMED')
      const now = clock.now()
      const claimed = await change(tx, row, {
        ...{ status: 'claimed', claimed_by: viewer.id, claim_until: now + CASH_OUT_CLAIM_MS },
        // The owner's three minutes aren't given again.
        claimed_at: Number(row.claimed_at) || now,
      })
      await requests.log(tx, row, { act: 'claimed', actorId: viewer.id })
      return decided(viewer, claimed, tx)
    },
    /** The first of two approvals returns the request to the queue, for another cashier. */
    async pay(viewer: Me, input: CallParsedInput<'cashierPay'>, about: Acting): Promise<Decided> {
      const { tx } = about
      const { row, tokenName } = await forCashier(viewer, input.requestId, about)
      await assertUnpaid(tx, row, input.isChecked)
      if (row.status !== 'claimed' || !isOwn(viewer, row.claimed_by)) throw new DomainError('CASH_OUT_NOT_CLAIMED')
      // Until the transaction ends, neither of both approvers is merged: they must not be the same person by now. All
      // are held at once, because two decisions that hold them one after the other could wait for each other.
      await accounts.hold(tx, [viewer.id, row.approved_by, row.user_id, row.receiver_id])
      if (row.approved_by !== '' && (await accounts.accountsOf(viewer.id, tx)).includes(row.approved_by))
        throw new DomainError('CASH_OUT_NEEDS_OTHER')
      const ownerIds = await accounts.accountsOf(row.user_id, tx)
      if (await ledger.mayNotSpend(tx, { actorId: row.user_id, ownerIds })) throw new DomainError('OWES_MONEY')
      const units = Number(row.amount)
      const isLarge = row.kind === 'cashOut' && units > about.limitsOf(tokenName).twoPeopleAbove * MONEY_UNIT
      const needsTwo = Boolean(row.needs_two) || isLarge
      if (needsTwo && row.approved_by === '') {
        const approval = { status: 'waiting', claimed_by: '', claim_until: 0, approved_by: viewer.id } as const
        const approved = await change(tx, row, { ...approval, needs_two: 1 })
        await requests.log(tx, row, { act: 'approved', actorId: viewer.id })
        return decided(viewer, approved, tx)
      }
      const paid = await close(tx, row, { status: 'paid', viewer })
      if (row.kind !== 'cashOut') {
        await payments.release(tx, row)
        await requests.log(tx, row, { act: 'paid', actorId: viewer.id })
        return decided(viewer, paid, tx)
      }
      const communityId = row.community_id
      await ledger.post(tx, {
        ...{ reason: 'cashOutPaid', actorId: viewer.id, reference: row.id, communityId, content: [units] },
        ...{ key: `paid ${row.id}`, keyOwnerId: '' },
        accounts: (['holds', 'outside'] as const).map((kind) => ({ communityId, kind, ownerId: '' })),
        amounts: () => [-units, units],
      })
      await requests.log(tx, row, { act: 'paid', actorId: viewer.id })
      return decided(viewer, paid, tx)
    },
    async refuse(viewer: Me, input: CallParsedInput<'cashierRefuse'>, about: Acting): Promise<Decided> {
      const { tx } = about
      const { requestId, reason, isChecked } = input
      const { row } = await forCashier(viewer, requestId, about)
      await assertUnpaid(tx, row, isChecked)
      if (isTaken(viewer, row)) throw new DomainError('CASH_OUT_CLAIMED')
      const refused = await close(tx, row, { status: 'refused', viewer, reason })
      await requests.giveBack(tx, row)
      await requests.log(tx, row, { act: 'refused', actorId: viewer.id, reason })
      return decided(viewer, refused, tx)
    },
    /** At the release of a restored copy: cash-outs from before it may have been paid. Returns how many. */
    doubt: (tx: Transaction, before: number): Promise<number> => cashierRepository(tx.connection).doubt(before),
    async setMinimum(viewer: Me, input: CallParsedInput<'cashierMinimum'>, { tx }: { tx: Transaction }) {
      const { id: communityId, tokenName } = await communities.require(input.tokenName, tx)
      assertAllowed(canServeCashier(viewer, tokenName, clock.now()))
      const [before, after] = [await minimumOf(communityId, tx), unitsIn(input.minimum)]
      if (before !== after) {
        await cashierRepository(tx.connection).setMinimum(communityId, after)
        const [from, to] = [before, after].map((units) => `${plainAmount(units)} ${tokenName}`) as [string, string]
        const changes = [{ setting: 'minimumCashOut' as const, before: from, after: to }]
        await activityLog.add(tx, { communityId, actorId: viewer.id, action: 'communityEdited', changes })
      }
      return { minimum: String(after) }
    },
  }
}
