import type { walletCalls } from '@stoa/contract/schemas'
import type { CallRequest } from '../platform/calls/context.ts'
import { type HandlersOf, requestOf, viewerOf } from '../platform/calls/handlers.ts'
import type { Services } from '../services.ts'
import { assertMoneyOn } from './money-on.ts'

export const walletHandlers = ({ wallets, payments, domains, domainOf }: Services): HandlersOf<typeof walletCalls> => {
  const assertMoney = assertMoneyOn({ domains, domainOf })
  const keyOf = (context: { request: CallRequest | null }) => String(requestOf(context).headers['idempotency-key'])

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
      const domain = domainOf(requestOf(context))
      const hasMoney = (tokenName: string) => domains.hasMoney(domain, tokenName)
      return payments.tip(viewerOf(context), context.input, { ...context, key: keyOf(context), hasMoney })
    },
    walletTransfer: async (context) => {
      assertMoney(context)
      return payments.transfer(viewerOf(context), context.input, { ...context, key: keyOf(context) })
    },
    cashierList: async (context) => {
      assertMoney(context)
      return wallets.cashier(context.input.tokenName)
    },
  }
}
