import {
  type CallOutput,
  type CallParsedInput,
  CommentStatus,
  canTip,
  canTransfer,
  type EntityType,
  isPublicPost,
  type Me,
} from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { assertAllowed, DomainError, isDomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type AccountService, shownPerson } from '../../people/accounts/index.ts'
import type { CommunityService } from '../../people/communities/index.ts'
import type { AccountName, Ledger, LimitCheck, MoneyLimits } from '../../people/ledger/index.ts'
import type { MembershipService } from '../../people/memberships/index.ts'
import type { CommentService } from '../comments/index.ts'
import type { PostService } from '../posts/index.ts'
import type { CashierRequestRow } from './cashier-repository.ts'
import type { CashierRequests } from './cashier-requests.ts'
import type { WalletReader } from './reader.ts'
import { takeFrom, unitsIn } from './units.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'events'> {
  ledger: Pick<Ledger, 'post'>
  wallets: Pick<WalletReader, 'walletOf'>
  communities: Pick<CommunityService, 'require'>
  accounts: Pick<AccountService, 'accountsOf' | 'hold' | 'profilesById' | 'profilesByUsername'>
  memberships: Pick<MembershipService, 'standingIn'>
  posts: Pick<PostService, 'facts' | 'addTip'>
  comments: Pick<CommentService, 'facts' | 'addTip' | 'postsOf'>
  requests: Pick<CashierRequests, 'open' | 'giveBack'>
  limitCheck: LimitCheck
}

/** The transaction, key and domain of a request that spends money. */
export interface Spending {
  tx: Transaction
  /** The idempotency key. */
  key: string
  onlyCommunity: string | null
  /** Limits of a community at the request's domain. Default: none. */
  limitsOf?: (tokenName: string) => MoneyLimits
}

interface Payment {
  reason: 'tip' | 'transfer'
  receiverId: string
  communityId: string
  /** Id of what it is about; empty: nothing else. */
  reference: string
  units: number
  /** Whether credit is spent, before balance. It arrives as credit. */
  withCredit: boolean
}

export type Payments = ReturnType<typeof createPayments>

/** Tips, and transfers between members. */
export function createPayments(dependencies: Dependencies) {
  const { clock, events, ledger, wallets, communities, accounts, memberships, posts, comments } = dependencies
  const { requests, limitCheck } = dependencies

  /** Until the transaction ends, neither of both is deleted or merged. */
  async function holdBoth(tx: Transaction, viewer: Me, receiverId: string): Promise<void> {
    if (!(await accounts.hold(tx, [viewer.id, receiverId])).has(viewer.id)) throw new DomainError('AUTH_REQUIRED')
  }

  /** Refuses deleted and banned people. */
  async function assertReceives(tx: Transaction, about: { communityId: string; receiverId: string }): Promise<void> {
    const { communityId, receiverId } = about
    const profile = (await accounts.profilesById([receiverId], tx)).get(receiverId)
    if (!profile || profile.deleted) throw new DomainError('RECEIVER_REFUSED')
    // Of the person: what was written under a merged account has that account's id.
    const { ban } = await memberships.standingIn(communityId, profile.id, tx)
    if (ban) throw new DomainError('RECEIVER_REFUSED')
  }

  /** Takes the amount from the person's accounts, the main one first. */
  async function pay(viewer: Me, payment: Payment & { tokenName: string }, { tx, key, limitsOf }: Spending) {
    const { reason, receiverId, communityId, tokenName, units } = payment
    // Read in the transaction, which holds the person: they may just have merged another account.
    const ownIds = await accounts.accountsOf(viewer.id, tx)
    if (ownIds.includes(receiverId)) throw new DomainError(reason === 'tip' ? 'OWN_TIP' : 'OWN_TRANSFER')
    const wasHeld = await limitCheck.wasHeld(tx, viewer, key)
    const { sources, targets } = accountsOf(payment, ownIds)
    const next = [...sources, ...targets, { communityId, kind: 'holds', ownerId: '' } as const]
    const about = { ownIds, communityId, units, next }
    const limits = limitsOf?.(tokenName)
    const isHeld = wasHeld ?? (limits ? await limitCheck.isAbove(tx, viewer, { ...about, limits }) : false)
    if (!isHeld) {
      const by = { payerId: viewer.id, keyOwnerId: viewer.id, ownIds, key }
      return { ...(await move(tx, { ...payment, ...by })), isHeld }
    }
    const { reference } = payment
    const row = await requests.open(tx, viewer, {
      ...{ kind: reason, communityId, units, from: kindsOf(payment), receiverId, reference, key },
      ...{ details: '', needsTwo: false },
    })
    return { transferId: row.hold_id, isRepeat: true, isHeld }
  }

  const kindsOf = ({ withCredit }: Payment) => (withCredit ? (['credit', 'member'] as const) : (['member'] as const))

  /** The payer's accounts, those with money to spend first, and the receiver's. */
  function accountsOf(payment: Payment, ownIds: readonly string[]) {
    const { communityId, receiverId } = payment
    const kinds = kindsOf(payment)
    const named = (kind: AccountName['kind'], ownerId: string): AccountName => ({ communityId, kind, ownerId })
    return {
      sources: kinds.flatMap((kind) => ownIds.map((ownerId) => named(kind, ownerId))),
      targets: kinds.map((kind) => named(kind, receiverId)),
    }
  }

  async function move(
    tx: Transaction,
    payment: Payment & { payerId: string; ownIds: readonly string[]; key: string; keyOwnerId: string },
  ) {
    const { reason, receiverId, communityId, reference, units, payerId, ownIds, key, keyOwnerId } = payment
    const { sources, targets } = accountsOf(payment, ownIds)
    return ledger.post(tx, {
      ...{ reason, actorId: payerId, reference, key, keyOwnerId, communityId },
      ...{ content: [receiverId, units], accounts: [...sources, ...targets] },
      amounts: (balances) => spend({ units, sources, targets, balances }),
    })
  }

  return {
    /** `hasMoney`: whether a community, of which the input names only a post or comment, has money. */
    async tip(
      viewer: Me,
      input: CallParsedInput<'walletTip'>,
      about: Spending & { hasMoney: (tokenName: string) => boolean },
    ): Promise<CallOutput<'walletTip'>> {
      const { entityId, entityType, amount } = input
      const { tx, onlyCommunity } = about
      const { post, comment } = await factsOf({ entityId, entityType }, about)
      if (!about.hasMoney(post.tokenName)) throw new DomainError('MONEY_OFF')
      assertAllowed(canTip(viewer, { post, comment }, clock.now()))
      const { communityId, tokenName } = post
      const { publisherId: receiverId } = comment ?? post
      await holdBoth(tx, viewer, receiverId)
      await assertReceives(tx, { communityId, receiverId })
      const units = unitsIn(amount)
      const payment = { communityId, tokenName, receiverId, reference: entityId, units, withCredit: true }
      const { isRepeat, isHeld } = await pay(viewer, { reason: 'tip', ...payment }, about)
      const added = isRepeat ? 0 : units
      const tips = String(
        comment ? await comments.addTip(tx, entityId, added) : await posts.addTip(tx, entityId, added),
      )
      const payload = { postId: post.id, entityType, entityId, tips }
      events.publish(tx, { name: 'tip.changed', payload })
      const wallet = await wallets.walletOf(viewer, { tokenName: onlyCommunity, tx })
      return { entityId, entityType, tips, wallet, ...(isHeld && { isHeld }) }
    },
    async transfer(
      viewer: Me,
      input: CallParsedInput<'walletTransfer'>,
      about: Spending,
    ): Promise<CallOutput<'walletTransfer'>> {
      const { tx, onlyCommunity } = about
      const community = await communities.require(input.tokenName, tx)
      assertAllowed(canTransfer(viewer, community, clock.now()))
      const [receiver] = await accounts.profilesByUsername([input.receiverName], tx)
      if (!receiver) throw new DomainError('RECEIVER_NOT_FOUND')
      await holdBoth(tx, viewer, receiver.id)
      const { id: communityId, tokenName } = community
      const payment = { communityId, tokenName, receiverId: receiver.id, reference: '', units: unitsIn(input.amount) }
      // Whoever sends to themselves hears of that, rather than of a ban.
      if (!(await accounts.accountsOf(viewer.id, tx)).includes(receiver.id)) await assertReceives(tx, payment)
      const { transferId, isHeld } = await pay(viewer, { reason: 'transfer', ...payment, withCredit: false }, about)
      const wallet = await wallets.walletOf(viewer, { tokenName: onlyCommunity, tx })
      return { transferId, receiver: shownPerson(receiver), wallet, ...(isHeld && { isHeld }) }
    },
    /**
     * Returns what was held and pays it. Refused if the receiver or the content is gone. The caller holds payer and
     * receiver.
     */
    async release(tx: Transaction, row: CashierRequestRow): Promise<void> {
      const { community_id: communityId, receiver_id: receiverId, user_id: payerId, reference } = row
      const units = Number(row.amount)
      const ownIds = await accounts.accountsOf(payerId, tx)
      if (ownIds.includes(receiverId) || row.kind === 'cashOut') throw new DomainError('RECEIVER_REFUSED')
      await assertReceives(tx, { communityId, receiverId })
      const postId = (await comments.postsOf([reference], tx)).get(reference)
      if (row.kind === 'tip') await assertShown(tx, { entityId: reference, isComment: postId !== undefined })
      const payment = { reason: row.kind, communityId, receiverId, reference, units, withCredit: row.kind === 'tip' }
      const by = { payerId, keyOwnerId: '', ownIds, key: `released ${row.id}` }
      const { sources, targets } = accountsOf(payment, ownIds)
      await requests.giveBack(tx, row, [...sources, ...targets])
      const { isRepeat } = await move(tx, { ...payment, ...by })
      if (isRepeat || row.kind !== 'tip') return
      const added = postId === undefined ? posts.addTip(tx, reference, units) : comments.addTip(tx, reference, units)
      const tips = await added.catch((error: unknown) => {
        throw isDomainError(error) ? new DomainError('RECEIVER_REFUSED') : error
      })
      const entityType = postId === undefined ? 'Post' : 'Comment'
      const payload = { postId: postId ?? reference, entityType, entityId: reference, tips: String(tips) } as const
      events.publish(tx, { name: 'tip.changed', payload })
    },
  }

  /** Refuses tips for what is hidden or gone meanwhile. */
  async function assertShown(tx: Transaction, about: { entityId: string; isComment: boolean }): Promise<void> {
    const entityType = about.isComment ? 'Comment' : 'Post'
    const { post, comment } = await factsOf({ ...about, entityType }, { tx, onlyCommunity: null }).catch((error) => {
      throw isDomainError(error) ? new DomainError('RECEIVER_REFUSED') : error
    })
    const isShown = isPublicPost(post.status) && !post.isErased
    if (!isShown || (comment && comment.status !== CommentStatus.published)) throw new DomainError('RECEIVER_REFUSED')
  }

  async function factsOf(
    { entityId, entityType }: { entityId: string; entityType: EntityType },
    { tx, onlyCommunity }: Pick<Spending, 'tx' | 'onlyCommunity'>,
  ) {
    if (entityType === 'Comment') return comments.facts(entityId, onlyCommunity, tx)
    return { post: await posts.facts(entityId, onlyCommunity, tx), comment: null }
  }
}

/** What each account gets, sources first. Each kind of money arrives in the receiver's account of that kind. */
function spend(about: {
  units: number
  sources: readonly AccountName[]
  targets: readonly AccountName[]
  balances: readonly number[]
}): number[] {
  const { sources, targets, balances } = about
  const taken = takeFrom(balances.slice(0, sources.length), about.units)
  const arriving = targets.map(({ kind }) =>
    taken.reduce((sum, part, index) => (sources[index]?.kind === kind ? sum + part : sum), 0),
  )
  return [...taken.map((part) => 0 - part), ...arriving]
}
