import { accountIdsOf, type CallOutput, canBuyTokens, type Me, type PURCHASE_ACTIONS } from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { assertAllowed, DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountService, NotificationTriggers, OperatorLog } from '../../people/accounts/index.ts'
import type { ChainDomain } from '../../people/chain/index.ts'
import type { CommunityService } from '../../people/communities/index.ts'
import type { AccountName, Ledger } from '../../people/ledger/index.ts'
import { unitsOfCoins } from './coins.ts'
import { isSigned, type Notice, noticeOf } from './notices.ts'
import { type CardPurchaseRow, cardRepository } from './repository.ts'
import type { SignedUrls } from './signed-urls.ts'

interface Dependencies extends Pick<Platform, 'config' | 'database' | 'clock' | 'ids' | 'logger'> {
  signedUrls: SignedUrls
  ledger: Pick<Ledger, 'post'>
  communities: Pick<CommunityService, 'require' | 'idsOf'>
  accounts: Pick<AccountService, 'accountsOf' | 'profilesById'>
  triggers: NotificationTriggers
  operatorLog: Pick<OperatorLog, 'act'>
  chain: Pick<ChainDomain['chain'], 'cardAddresses'>
}

const LISTED_MAX = 20
/** Refunds that are tried again at once. */
const OWING_MAX = 100
/** Of the ledger: not now, or not at all. */
const REFUSALS: readonly string[] = ['INSUFFICIENT_BALANCE', 'PAYOUTS_FROZEN', 'AMOUNT_TOO_LARGE']

/** Codes and addresses, whose letter case is no difference or only a checksum. */
const isSame = (one: string, other?: string) => one.toLowerCase() === other?.toLowerCase()

/** Of a chain of the kind on which members have addresses of their own. */
const isOnOurKindOfChain = (address: string) => /^0x[\da-f]{40}$/i.test(address)

/** Purchases of tokens by card, which MoonPay sells and tells about. */
export function createPurchases(dependencies: Dependencies) {
  const { config, database, clock, ids, logger, signedUrls, ledger, communities, accounts } = dependencies
  const { triggers, operatorLog, chain } = dependencies
  const { moonpay } = config

  /** Runs a posting; null if the ledger refuses it, which changes nothing. */
  async function unlessRefused<Result>(posting: Promise<Result>): Promise<Result | null> {
    return posting.catch((error: unknown) => {
      if (error instanceof DomainError && REFUSALS.includes(error.code)) return null
      throw error
    })
  }

  /** Whether cards bring this community's tokens. They back no others, since others may be another coin on the chain. */
  async function serves(communityId: string, tx?: Transaction): Promise<boolean> {
    if (!moonpay) return false
    const [served] = await communities.idsOf([moonpay.tokenName], tx)
    return served === communityId
  }

  /** Tells the buyer. */
  function tell(tx: Transaction, row: CardPurchaseRow, action: (typeof PURCHASE_ACTIONS)[number]): void {
    const { user_id: personId, community_id: communityId } = row
    const nowhere = { actorId: '', postId: '', commentId: '' }
    triggers.record(tx, { kind: 'decision', ...nowhere, activityId: ids.next(), action, communityId, personId })
  }

  /** What changes when a purchase is complete: its tokens arrive, or an operator has to look at it. */
  async function complete(tx: Transaction, row: CardPurchaseRow, notice: Notice): Promise<Partial<CardPurchaseRow>> {
    const { user_id: ownerId, community_id: communityId } = row
    const units = unitsOfCoins(notice.coins)
    // The operator's address is right, too: the chain may be newer than the purchase.
    const wallets = [moonpay?.wallet, (await chain.cardAddresses.of(tx, ownerId)) ?? undefined]
    const isOurs = wallets.some((one) => isSame(notice.wallet, one)) && isSame(notice.currency, moonpay?.currency)
    const owner = (await accounts.profilesById([ownerId], tx)).get(ownerId)
    const isServed = await serves(communityId, tx)
    const isPossible = isOurs && isServed && units !== null && owner !== undefined && !owner.deleted
    if (isPossible && units === 0) return { status: 'completed' }
    const posted =
      isPossible &&
      (await unlessRefused(
        ledger.post(tx, {
          ...{ reason: 'purchase', actorId: '', reference: row.id, key: `card purchase ${row.provider_id}` },
          ...{ communityId, content: [ownerId, units] },
          accounts: [
            { communityId, kind: 'outside', ownerId: '' },
            { communityId, kind: 'member', ownerId },
          ],
          amounts: () => [-units, units],
        }),
      ))
    if (posted) tell(tx, row, 'purchaseCredited')
    if (posted) return { status: 'completed', amount: units, transfer_id: posted.transferId }
    logger.error({ purchase: row.provider_id }, 'a purchase by card was paid, but could not be booked')
    return { status: 'review' }
  }

  /** Takes back as much as there is; the rest is owed until the person has something again. */
  async function takeBack(tx: Transaction, row: CardPurchaseRow, owed: number): Promise<Partial<CardPurchaseRow>> {
    const communityId = row.community_id
    const ownIds = await accounts.accountsOf(row.user_id, tx)
    let left = owed
    const names: AccountName[] = ownIds.map((ownerId) => ({ communityId, kind: 'member', ownerId }))
    const posted = await unlessRefused(
      ledger.post(tx, {
        ...{ reason: 'refund', actorId: '', reference: row.id, key: `card refund ${row.provider_id} ${owed}` },
        ...{ communityId, content: [], accounts: [...names, { communityId, kind: 'outside', ownerId: '' }] },
        amounts(balances) {
          left = owed
          const taken = ownIds.map((_, index) => {
            const part = Math.min(left, balances[index] ?? 0)
            left -= part
            return part
          })
          if (left === owed) throw new DomainError('INSUFFICIENT_BALANCE')
          return [...taken.map((part) => -part), owed - left]
        },
      }),
    )
    if (!posted) left = owed
    if (left > 0) logger.warn({ purchase: row.provider_id, owed: left }, 'a refunded purchase by card was spent')
    return { status: 'refunded', owed: left }
  }

  /** What changes when a purchase was refunded or failed. What is refunded stays refunded. */
  async function undo(tx: Transaction, row: CardPurchaseRow, hasFailed: boolean): Promise<Partial<CardPurchaseRow>> {
    if (row.status === 'refunded') return {}
    if (row.amount > 0) {
      const change = await takeBack(tx, row, Number(row.amount))
      tell(tx, row, change.owed === 0 ? 'purchaseRefunded' : 'purchaseOwed')
      return change
    }
    return { status: hasFailed && row.status !== 'completed' && row.status !== 'review' ? 'failed' : 'refunded' }
  }

  /** Whether a notice was made before the one that the purchase has its status of. */
  const isOlder = ({ at }: Notice, { noticed_at }: CardPurchaseRow) => at > 0 && at < Number(noticed_at)

  /** Leaves it to an operator whether a purchase is paid, which MoonPay has said to be paid and to have failed. */
  function doubt(row: CardPurchaseRow): Partial<CardPurchaseRow> {
    logger.error({ purchase: row.provider_id }, 'a purchase by card was paid and has failed, and must be looked at')
    return { status: 'review' }
  }

  /** What changes when a purchase has failed. What was paid before isn't taken back because of an order of notices. */
  async function fail(tx: Transaction, row: CardPurchaseRow, notice: Notice): Promise<Partial<CardPurchaseRow>> {
    const isPaid = row.status === 'completed' || row.status === 'review'
    if (isPaid && isOlder(notice, row)) return {}
    return isPaid && Number(row.amount) > 0 ? (row.status === 'review' ? {} : doubt(row)) : undo(tx, row, true)
  }

  /** What a notice changes. Notices come in any order and more than once. */
  async function changeOf(tx: Transaction, row: CardPurchaseRow, notice: Notice): Promise<Partial<CardPurchaseRow>> {
    switch (notice.outcome) {
      case 'completed':
        // Nothing had arrived when it was refunded: whoever did that may have meant another one.
        if (row.status === 'refunded' && Number(row.amount) === 0)
          logger.warn({ purchase: row.provider_id }, 'a purchase by card was paid after its refund, and is not booked')
        if (row.status === 'failed' && isOlder(notice, row)) return doubt(row)
        return ['completed', 'review', 'refunded'].includes(row.status) ? {} : complete(tx, row, notice)
      case 'failed':
        return fail(tx, row, notice)
      case 'refunded':
        return undo(tx, row, false)
      case 'pending':
        return {}
    }
  }

  async function apply(tx: Transaction, notice: Notice): Promise<void> {
    const buyer = signedUrls.buyerOf(notice.reference)
    if (!buyer) {
      logger.error({ purchase: notice.providerId }, 'a purchase by card is for nobody here')
      return
    }
    const cards = cardRepository(tx.connection)
    const now = clock.now()
    await cards.open({
      ...{ id: ids.next(), provider_id: notice.providerId, user_id: buyer.userId, community_id: buyer.communityId },
      ...{ status: 'pending', amount: 0, owed: 0, transfer_id: '', noticed_at: 0, created_at: now, updated_at: now },
    })
    const row = await cards.lock(notice.providerId, database.dialect)
    if (!row) return
    const change = await changeOf(tx, row, notice)
    if (Object.keys(change).length > 0)
      await cards.change(row.id, { ...change, noticed_at: notice.at, updated_at: now })
  }

  return {
    /** Signs an address of MoonPay's page. `origin`: of the forum, to which the page leads back. */
    async signUrl(
      viewer: Me,
      input: { url: string; tokenName: string },
      { origin, tx }: { origin: string; tx: Transaction },
    ): Promise<CallOutput<'moonpaySignUrl'>> {
      const community = await communities.require(input.tokenName, tx)
      assertAllowed(canBuyTokens(viewer, community, clock.now()))
      if (!moonpay || !(await serves(community.id, tx))) throw new DomainError('CARDS_OFF')
      const buyer = { userId: viewer.id, communityId: community.id }
      const own = isOnOurKindOfChain(moonpay.wallet) ? await chain.cardAddresses.ensure(tx, viewer.id) : null
      const redirectUrl = `${origin}/bbs/fiat-in-success?token=${community.tokenName}`
      return { signedUrl: signedUrls.sign(input.url, { moonpay, wallet: own ?? moonpay.wallet, buyer, redirectUrl }) }
    },
    async list(viewer: Me, tokenName: string): Promise<CallOutput<'cardPurchases'>> {
      const community = await communities.require(tokenName)
      const rows = await cardRepository(database.read).newest(accountIdsOf(viewer), community.id, LISTED_MAX)
      const mayBuy =
        moonpay !== null && canBuyTokens(viewer, community, clock.now()).allowed && (await serves(community.id))
      return {
        items: rows.map(({ id, provider_id: providerId, created_at, status, amount, owed }) => {
          return { id, providerId, at: Number(created_at), status, amount: String(amount), owed: String(owed) }
        }),
        buyUrl: mayBuy ? `${moonpay.origin}/` : null,
      }
    },
    /** Takes note of what MoonPay tells. */
    async receive(body: Buffer, signature: string): Promise<'accepted' | 'refused' | 'off'> {
      if (!moonpay) return 'off'
      if (!isSigned(body, signature, moonpay)) return 'refused'
      const notice = noticeOf(body)
      if (notice) await database.transaction((tx) => apply(tx, notice))
      return 'accepted'
    },
    /** For operators: takes a purchase back that was refunded or charged back, of which MoonPay tells nothing. */
    async refund(providerId: string): Promise<Pick<CardPurchaseRow, 'status' | 'amount' | 'owed'>> {
      return database.transaction(async (tx) => {
        const cards = cardRepository(tx.connection)
        const row = await cards.lock(providerId, database.dialect)
        if (!row) throw new DomainError('PURCHASE_NOT_FOUND')
        // What is on its way would arrive unnoticed later.
        if (!['completed', 'review', 'refunded'].includes(row.status))
          throw new DomainError('FORBIDDEN', undefined, {
            message: `This purchase is ${row.status}: nothing was paid that could be taken back.`,
          })
        const change = await undo(tx, row, false)
        if (Object.keys(change).length > 0) {
          await cards.change(row.id, { ...change, updated_at: clock.now() })
          await operatorLog.act(tx, 'operator', { act: 'refunded purchase', detail: row.id })
        }
        const { status, amount, owed } = { ...row, ...change }
        return { status, amount: Number(amount), owed: Number(owed) }
      })
    },
    /** Takes back more of refunded purchases from people who have something again. */
    async collect(): Promise<void> {
      const take = ({ connection }: Transaction) => cardRepository(connection).takeOwing(OWING_MAX, clock.now())
      for (const providerId of await database.transaction(take)) {
        await database
          .transaction(async (tx) => {
            const cards = cardRepository(tx.connection)
            const row = await cards.lock(providerId, database.dialect)
            if (!row || Number(row.owed) === 0) return
            const change = await takeBack(tx, row, Number(row.owed))
            if (change.owed !== Number(row.owed)) await cards.change(row.id, { ...change, updated_at: clock.now() })
            if (change.owed === 0) tell(tx, row, 'purchaseRefunded')
          })
          .catch((error: unknown) => {
            logger.error({ err: error, purchase: providerId }, 'a refund could not be taken back')
          })
      }
    },
    debts: (userIds: readonly string[], tx?: Transaction) => cardRepository(database.from(tx)).debts(userIds),
    /** Whether a person may spend nothing, because they owe for a purchase. `ownerIds`: their accounts and others. */
    async owes(tx: Transaction, { actorId, ownerIds }: { actorId: string; ownerIds: readonly string[] }) {
      const owing = await cardRepository(tx.connection).owingPeople(ownerIds)
      return owing.length > 0 && (await accounts.accountsOf(actorId, tx)).some((id) => owing.includes(id))
    },
  }
}
