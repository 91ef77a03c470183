import type { walletCalls } from '@stoa/contract/schemas'
import type { CallRequest } from '../platform/calls/context.ts'
import { type HandlersOf, requestOf, viewerOf } from '../platform/calls/handlers.ts'
import { DomainError } from '../platform/domain-error.ts'
import type { Services } from '../services.ts'

/** Refuses domains without money, and communities that a domain doesn't show. */
export function assertMoney(
  { domainOf }: Pick<Services, 'domainOf'>,
  context: {
    request: CallRequest | null
    onlyCommunity: string | null
    input: { tokenName?: string | undefined }
  },
): void {
  const { onlyCommunity, input } = context
  if (!domainOf(requestOf(context)).config.money) throw new DomainError('MONEY_OFF')
  if (onlyCommunity !== null && input.tokenName !== undefined && input.tokenName !== onlyCommunity)
    throw new DomainError('COMMUNITY_NOT_FOUND')
}

export const walletHandlers = (services: Services): HandlersOf<typeof walletCalls> => {
  const { wallets, payments } = services
  const keyOf = (context: { request: CallRequest | null }) => String(requestOf(context).headers['idempotency-key'])

  return {
    walletList: async (context) => {
      assertMoney(services, context)
      return wallets.list(viewerOf(context), context.input.tokenName, context.onlyCommunity)
    },
    walletHistory: async (context) => {
      assertMoney(services, context)
      return wallets.history(viewerOf(context), context.input)
    },
    walletStatement: async (context) => {
      assertMoney(services, context)
      return wallets.statement(viewerOf(context), context.input)
    },
    walletTip: async (context) => {
      assertMoney(services, { ...context, input: {} })
      return payments.tip(viewerOf(context), context.input, { ...context, key: keyOf(context) })
    },
    walletTransfer: async (context) => {
      assertMoney(services, context)
      return payments.transfer(viewerOf(context), context.input, { ...context, key: keyOf(context) })
    },
    cashierList: async (context) => {
      assertMoney(services, context)
      return wallets.cashier(context.input.tokenName)
    },
  }
}
