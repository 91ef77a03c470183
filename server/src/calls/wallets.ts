import type { walletCalls } from '@stoa/contract/schemas'
import type { CallRequest } from '../platform/calls/context.ts'
import { type HandlersOf, requestOf, viewerOf } from '../platform/calls/handlers.ts'
import type { Services } from '../services.ts'
import { assertMoneyOn, limitsOn } from './money-on.ts'

export const walletHandlers = ({
  wallets,
  payments,
  promotions,
  domains,
  domainOf,
}: Services): HandlersOf<typeof walletCalls> => {
  const assertMoney = assertMoneyOn({ domains, domainOf })
  const limitsOf = limitsOn({ domains, domainOf })
  const spendingOf = (context: { request: CallRequest | null }) => ({
    key: String(requestOf(context).headers['idempotency-key']),
    limitsOf: limitsOf(context),
  })
  /** For inputs that name no community. */
  const moneyCheckOf = (context: { request: CallRequest | null }) => {
    const domain = domainOf(requestOf(context))
    return (tokenName: string) => domains.hasMoney(domain, tokenName)
  }

  return {
    walletList: async (context) => {
      assertMoney(context)
      return wallets.list(viewerOf(context), context.input.tokenName, context.onlyCommunity)
    },
    walletHistory: async (context) => {
      assertMoney(context)
      return wallets.history(viewerOf(context), context.input)
    },
    walletStatement: async (context) => {
      assertMoney(context)
      return wallets.statement(viewerOf(context), context.input)
    },
    walletTip: async (context) => {
      assertMoney({ ...context, input: {} })
      const hasMoney = moneyCheckOf(context)
      return payments.tip(viewerOf(context), context.input, { ...context, ...spendingOf(context), hasMoney })
    },
    walletTransfer: async (context) => {
      assertMoney(context)
      return payments.transfer(viewerOf(context), context.input, { ...context, ...spendingOf(context) })
    },
    walletPromote: async (context) => {
      assertMoney({ ...context, input: {} })
      const domain = domainOf(requestOf(context))
      const dayPrices = (tokenName: string) =>
        domains.moneySettings(domain, tokenName).map(({ promotionDayPrice }) => promotionDayPrice)
      const about = { ...context, ...spendingOf(context), hasMoney: moneyCheckOf(context), dayPrices }
      return promotions.promote(viewerOf(context), context.input, about)
    },
  }
}
