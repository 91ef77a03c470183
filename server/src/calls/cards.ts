import type { cardCalls } from '@stoa/contract/schemas'
import { type HandlersOf, requestOf, viewerOf } from '../platform/calls/handlers.ts'
import type { Services } from '../services.ts'
import { assertMoney } from './wallets.ts'

export const cardHandlers = (services: Services): HandlersOf<typeof cardCalls> => {
  const { cardPurchases, domainOf } = services
  return {
    moonpaySignUrl: async (context) => {
      assertMoney(services, context)
      const { url, tokenName } = context.input
      const { origin, config } = domainOf(requestOf(context))
      const input = { url, tokenName: tokenName ?? config.defaultTokenName }
      return cardPurchases.signUrl(viewerOf(context), input, { origin, tx: context.tx })
    },
    cardPurchases: async (context) => {
      assertMoney(services, context)
      return cardPurchases.list(viewerOf(context), context.input.tokenName)
    },
  }
}
