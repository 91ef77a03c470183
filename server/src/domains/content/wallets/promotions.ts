import {
  type CallOutput,
  type CallParsedInput,
  canPromotePost,
  type Me,
  PROMOTION_HOURS_MAX,
  plainAmount,
  promotionPrice,
} from '@stoa/contract'
import { HOUR_MS } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { assertAllowed, DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountService } from '../../people/accounts/index.ts'
import type { CommunityService } from '../../people/communities/index.ts'
import type { Ledger, ReversedTransfer } from '../../people/ledger/index.ts'
import type { ActivityLog } from '../activity-log/index.ts'
import type { PostService } from '../posts/index.ts'
import type { Spending } from './payments.ts'
import { promotionRepository } from './promotion-repository.ts'
import type { WalletReader } from './reader.ts'
import { takeFrom, unitsIn } from './units.ts'

interface Dependencies extends Pick<Platform, 'clock'> {
  ledger: Pick<Ledger, 'post'>
  wallets: Pick<WalletReader, 'walletOf'>
  accounts: Pick<AccountService, 'accountsOf' | 'hold'>
  communities: Pick<CommunityService, 'factsById'>
  posts: Pick<PostService, 'facts' | 'factsById' | 'lockPromotion' | 'setPromotion'>
  activityLog: Pick<ActivityLog, 'add'>
}

type Paid = Pick<ReversedTransfer, 'communityId' | 'units'>

/** Paid places of posts under *Recently promoted*. They end by themselves: whoever reads compares the time. */
export function createPromotions(dependencies: Dependencies) {
  const { clock, ledger, wallets, accounts, communities, posts, activityLog } = dependencies
  async function tell(tx: Transaction, postId: string): Promise<void> {
    await posts.setPromotion(tx, postId, await promotionRepository(tx.connection).latest(postId))
  }

  async function log(
    tx: Transaction,
    about: { action: 'postPromoted' | 'promotionReversed'; actorId: string; postId: string } & Paid,
  ): Promise<void> {
    const { action, actorId, postId, communityId, units } = about
    const tokenName = (await communities.factsById([communityId], tx)).get(communityId)?.tokenName ?? ''
    const personId = (await posts.factsById([postId], null, tx)).get(postId)?.publisherId ?? ''
    const changes = [{ setting: 'amount' as const, before: '', after: `${plainAmount(units)} ${tokenName}` }]
    await activityLog.add(tx, { action, actorId, communityId, postId, personId, changes })
  }

  return {
    /**
     * `dayPrices`: prices of a day in a community's settings, none of which is undercut. `hasMoney`: whether the
     * community has money.
     */
    async promote(
      viewer: Me,
      { postId, amount, hours }: CallParsedInput<'walletPromote'>,
      {
        tx,
        key,
        onlyCommunity,
        ...domain
      }: Spending & {
        dayPrices: (tokenName: string) => readonly string[]
        hasMoney: (tokenName: string) => boolean
      },
    ): Promise<CallOutput<'walletPromote'>> {
      const post = await posts.facts(postId, onlyCommunity, tx)
      if (!domain.hasMoney(post.tokenName)) throw new DomainError('MONEY_OFF')
      assertAllowed(canPromotePost(viewer, post, clock.now()))
      const units = unitsIn(amount)
      const prices = domain.dayPrices(post.tokenName).map((dayPrice) => promotionPrice(dayPrice, hours))
      if (units < Math.max(...prices)) throw new DomainError('PROMOTION_PRICE')
      const { communityId } = post
      // Until the transaction ends, the person is neither deleted nor merged.
      if (!(await accounts.hold(tx, [viewer.id])).has(viewer.id)) throw new DomainError('AUTH_REQUIRED')
      const ownIds = await accounts.accountsOf(viewer.id, tx)
      const sources = (['credit', 'member'] as const).flatMap((kind) =>
        ownIds.map((ownerId) => ({ communityId, kind, ownerId })),
      )
      const { transferId, isRepeat } = await ledger.post(tx, {
        ...{ reason: 'promotion', actorId: viewer.id, reference: postId, key, communityId },
        content: [units, hours],
        accounts: [...sources, { communityId, kind: 'promotion', ownerId: '' }],
        amounts: (balances) => [...takeFrom(balances.slice(0, -1), units).map((part) => 0 - part), units],
      })
      let until = await posts.lockPromotion(tx, postId)
      if (!isRepeat) {
        const now = clock.now()
        const starts = Math.max(now, until)
        until = starts + hours * HOUR_MS
        if (until > now + PROMOTION_HOURS_MAX * HOUR_MS) throw new DomainError('PROMOTION_TOO_LONG')
        await promotionRepository(tx.connection).insert({
          ...{ id: transferId, post_id: postId, promoted_at: now, starts_at: starts, ends_at: until, is_reversed: 0 },
        })
        await tell(tx, postId)
        await log(tx, { action: 'postPromoted', actorId: viewer.id, postId, communityId, units })
      }
      const wallet = await wallets.walletOf(viewer, { tokenName: onlyCommunity, tx })
      return { postId, promotedUntil: until, wallet }
    },
    /** Ends the promotion that a transfer paid for, if it did. Those after it begin earlier. */
    async reversed(tx: Transaction, { id, communityId, units }: ReversedTransfer): Promise<void> {
      const repository = promotionRepository(tx.connection)
      const postId = (await repository.byId(id))?.post_id
      if (postId === undefined) return
      await posts.lockPromotion(tx, postId)
      const row = await repository.byId(id)
      if (!row) return
      const now = clock.now()
      const end = Math.min(row.ends_at, Math.max(row.starts_at, now))
      await repository.end(row.id, end)
      await repository.shift(postId, { from: row.ends_at, by: row.ends_at - end })
      await tell(tx, postId)
      await log(tx, { action: 'promotionReversed', actorId: '', postId, communityId, units })
    },
  }
}
