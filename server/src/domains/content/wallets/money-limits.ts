import type { DomainSettings } from '@stoa/contract'

/** What cashiers must approve on a domain, in whole tokens. */
export type MoneyLimits = NonNullable<DomainSettings['moneyLimits']>

/** Of a domain that has set none. */
const DEFAULTS: MoneyLimits = { twoPeopleAbove: 1000, perDay: null, newAccountPerDay: null, newAccountDays: 7 }

export const moneyLimitsOf = ({ moneyLimits = DEFAULTS }: Pick<DomainSettings, 'moneyLimits'>): MoneyLimits =>
  moneyLimits
