import { type DomainSettings, type Me, MONEY_LIMITS, MONEY_UNIT } from '@stoa/contract'
import { DAY_MS } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { timeOfId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountName, Ledger } from './ledger.ts'
import type { LedgerStatements } from './statements.ts'

/** What cashiers must approve on a domain, in whole tokens. */
export type MoneyLimits = NonNullable<DomainSettings['moneyLimits']>

const lower = (one: number | null, other: number | null) =>
  one === null || other === null ? (one ?? other) : Math.min(one, other)

/** What none of these domains allows more of. */
export const moneyLimitsOf = (domains: readonly Pick<DomainSettings, 'moneyLimits'>[]): MoneyLimits =>
  domains
    .map(({ moneyLimits = MONEY_LIMITS }): MoneyLimits => moneyLimits)
    .reduce((one, other) => ({
      twoPeopleAbove: Math.min(one.twoPeopleAbove, other.twoPeopleAbove),
      perDay: lower(one.perDay, other.perDay),
      newAccountPerDay: lower(one.newAccountPerDay, other.newAccountPerDay),
      newAccountDays: Math.max(one.newAccountDays, other.newAccountDays),
    }))

interface Dependencies extends Pick<Platform, 'clock'> {
  ledger: Pick<Ledger, 'reasonOf' | 'lock'>
  ledgerStatements: Pick<LedgerStatements, 'spentSince'>
}

/** All accounts with which these people spend: what they have spent from any of them counts. */
export const ownAccounts = (ownIds: readonly string[], communityId: string): AccountName[] =>
  ownIds.flatMap((ownerId) => (['member', 'credit'] as const).map((kind) => ({ communityId, kind, ownerId })))

export type LimitCheck = ReturnType<typeof createLimitCheck>

/** What a person may spend in a community's token before a cashier decides about it, and withdraw at all. */
export function createLimitCheck({ clock, ledger, ledgerStatements }: Dependencies) {
  return {
    /**
     * Whether an amount is above the limit. Locks the person's accounts, so that two requests don't share one limit.
     * `next`: all accounts that the transaction may change, which are locked together with these.
     */
    async isAbove(
      tx: Transaction,
      viewer: Me,
      about: {
        ownIds: readonly string[]
        communityId: string
        units: number
        limits: MoneyLimits
        next?: readonly AccountName[]
      },
    ): Promise<boolean> {
      const { ownIds, communityId, units, limits, next = [] } = about
      const { perDay, newAccountPerDay, newAccountDays } = limits
      const isNew = clock.now() - timeOfId(viewer.id) < newAccountDays * DAY_MS
      const perDays = [perDay, ...(isNew ? [newAccountPerDay] : [])].filter((limit) => limit !== null)
      if (perDays.length === 0) return false
      await ledger.lock(tx, [...ownAccounts(ownIds, communityId), ...next])
      const spent = await ledgerStatements.spentSince(tx, ownIds, { communityId, since: clock.now() - DAY_MS })
      return spent + units > Math.min(...perDays) * MONEY_UNIT
    },
    /** Whether a payment was held when it was first sent; null: it is new. */
    async wasHeld(tx: Transaction, viewer: Me, key: string): Promise<boolean | null> {
      const reason = await ledger.reasonOf(tx, { actorId: viewer.id, key })
      return reason === null ? null : reason === 'held'
    },
  }
}
