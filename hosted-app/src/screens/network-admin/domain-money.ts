import {
  type AmountRules,
  MONEY_LIMIT_MAX,
  MONEY_UNIT,
  NEW_ACCOUNT_DAYS_MAX,
  PROMOTION_DAY_PRICE_MAX,
  parseAmount,
} from '@stoa/contract'
import type { Translate } from '@stoa/ui'
import type { DomainField, DomainValues } from './domain-values.ts'
import type { domainMessages } from './messages.ts'

type LimitName = 'twoPeopleAbove' | 'perDay' | 'newAccountPerDay' | 'newAccountDays'

const AMOUNT = { min: 0, max: MONEY_LIMIT_MAX }
/** What each limit may be. An empty one without `isNeeded` is no limit. */
const LIMITS: Readonly<Record<LimitName, { min: number; max: number; isNeeded?: boolean }>> = {
  twoPeopleAbove: { ...AMOUNT, isNeeded: true },
  perDay: AMOUNT,
  newAccountPerDay: AMOUNT,
  newAccountDays: { min: 1, max: NEW_ACCOUNT_DAYS_MAX, isNeeded: true },
}

/** The fields about money, which only network admins change. */
export const MONEY_FIELDS: ReadonlySet<DomainField> = new Set([
  ...(['money', 'stakingButton', 'promotionDayPrice'] as const),
  ...(Object.keys(LIMITS) as LimitName[]),
])

/** What is wrong with typed numbers, by field. A number that can't be read would be taken for no limit. */
export function moneyIssues(
  t: Translate<typeof domainMessages>,
  valueOf: <Name extends DomainField>(name: Name) => DomainValues[Name],
): Record<string, string> {
  const limits = Object.entries(LIMITS) as [LimitName, (typeof LIMITS)[LimitName]][]
  const wrong = limits.filter(([name, { min, max, isNeeded = false }]) => {
    const typed = valueOf(name)
    if (typed.trim() === '') return isNeeded
    return !isAmount(typed, { min: min * MONEY_UNIT, max: max * MONEY_UNIT, decimals: 0 })
  })
  return {
    ...Object.fromEntries(wrong.map(([name, { min, max }]) => [name, t('domain.money.number', { min, max })])),
    ...(!isAmount(valueOf('promotionDayPrice'), { max: PROMOTION_DAY_PRICE_MAX }) && {
      promotionDayPrice: t('domain.money.price', { max: PROMOTION_DAY_PRICE_MAX / MONEY_UNIT }),
    }),
  }
}

const isAmount = (typed: string, rules: AmountRules) => 'units' in parseAmount(typed, rules)
