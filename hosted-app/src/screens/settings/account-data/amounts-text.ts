import { isolated } from '@stoa/contract'
import { tokenAmount } from '../../wallet/token-amount.ts'

/** Amounts by token name, such as `12.5 FORUM, 3 GARDEN`. */
export function amountsText(units: Readonly<Record<string, string>>, locale: string): string {
  const amounts = Object.entries(units).map(([token, amount]) => isolated(`${tokenAmount(amount, locale)} ${token}`))
  return new Intl.ListFormat(locale, { type: 'unit' }).format(amounts)
}
