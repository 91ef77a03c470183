import type { cashierCalls } from '@stoa/contract/schemas'
import { moneyLimitsOf } from '../domains/people/ledger/index.ts'
import type { CallContext } from '../platform/calls/context.ts'
import { type HandlersOf, requestOf, viewerOf } from '../platform/calls/handlers.ts'
import { DomainError } from '../platform/domain-error.ts'
import type { Services } from '../services.ts'

type CashierCall = keyof typeof cashierCalls

export const cashierHandlers = ({ cashier, domains, domainOf }: Services): HandlersOf<typeof cashierCalls> => {
  /** Refuses domains without money, and communities that a domain doesn't show. */
  function configOf({
    request,
    onlyCommunity,
    input,
  }: Pick<CallContext<CashierCall>, 'request' | 'onlyCommunity' | 'input'>) {
    const domain = domainOf(requestOf({ request }))
    const { config } = domain
    if (!config.money) throw new DomainError('MONEY_OFF')
    if (!('tokenName' in input)) return config
    if (onlyCommunity !== null && input.tokenName !== onlyCommunity) throw new DomainError('COMMUNITY_NOT_FOUND')
    if (!domains.hasMoney(domain, input.tokenName)) throw new DomainError('MONEY_OFF')
    return config
  }
  /** What the act needs to know of its request. */
  const acting = <Context extends Parameters<typeof configOf>[0]>(context: Context) => ({
    ...context,
    key: String(requestOf(context).headers['idempotency-key']),
    limits: moneyLimitsOf(configOf(context)),
  })

  return {
    cashierList: async (context) => {
      configOf(context)
      return cashier.list(viewerOf(context), context.input)
    },
    cashierRequest: async (context) => cashier.request(viewerOf(context), context.input, acting(context)),
    cashierCancel: async (context) => cashier.cancel(viewerOf(context), context.input, acting(context)),
    cashierClaim: async (context) => cashier.claim(viewerOf(context), context.input, acting(context)),
    cashierPay: async (context) => cashier.pay(viewerOf(context), context.input, acting(context)),
    cashierRefuse: async (context) => cashier.refuse(viewerOf(context), context.input, acting(context)),
    cashierMinimum: async (context) => {
      configOf(context)
      return cashier.setMinimum(viewerOf(context), context.input, context)
    },
  }
}
