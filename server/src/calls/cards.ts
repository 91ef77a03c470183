import type { cardCalls } from '@stoa/contract/schemas'
import { type HandlersOf, requestOf, viewerOf } from '../platform/calls/handlers.ts'
import type { Services } from '../services.ts'
import { assertMoneyOn } from './money-on.ts'

export const cardHandlers = (services: Services): HandlersOf<typeof cardCalls> => {
  const { cardPurchases, domainOf } = services
  const assertMoney = assertMoneyOn(services)
  return {
    moonpaySignUrl: async (context) => {
      const { origin, config } = domainOf(requestOf(context))
      const { url, tokenName = config.defaultTokenName } = context.input
      const input = { url, tokenName }
      assertMoney({ ...context, input })
      return cardPurchases.signUrl(viewerOf(context), input, { origin, tx: context.tx })
    },
    cardPurchases: async (context) => {
      assertMoney(context)
      return cardPurchases.list(viewerOf(context), context.input.tokenName)
    },
  }
}
