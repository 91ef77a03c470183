import type { chainCalls } from '@stoa/contract/schemas'
import { type HandlersOf, requestOf, viewerOf } from '../platform/calls/handlers.ts'
import type { Services } from '../services.ts'
import { assertMoneyOn, limitsOn } from './money-on.ts'

export const chainHandlers = ({ chain, ...services }: Services): HandlersOf<typeof chainCalls> => {
  const assertMoney = assertMoneyOn(services)
  const limitsOf = limitsOn(services)
  return {
    walletChain: async (context) => {
      assertMoney(context)
      return chain.show(viewerOf(context), context.input.tokenName)
    },
    depositAddress: async (context) => {
      assertMoney(context)
      return chain.depositAddress(viewerOf(context), context.input.tokenName, context)
    },
    withdraw: async (context) => {
      assertMoney(context)
      const request = requestOf(context)
      const key = String(request.headers['idempotency-key'])
      const limits = limitsOf(context)(context.input.tokenName)
      return chain.withdraw(viewerOf(context), context.input, {
        ...context,
        key,
        limits,
        domain: services.domainOf(request),
      })
    },
  }
}
