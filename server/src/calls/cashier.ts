import type { cashierCalls } from '@stoa/contract/schemas'
import type { CallContext } from '../platform/calls/context.ts'
import { type HandlersOf, requestOf, viewerOf } from '../platform/calls/handlers.ts'
import { DomainError } from '../platform/domain-error.ts'
import type { Services } from '../services.ts'
import { limitsOn } from './money-on.ts'

type CashierCall = keyof typeof cashierCalls

export const cashierHandlers = ({ cashier, domains, domainOf }: Services): HandlersOf<typeof cashierCalls> => {
  const limitsOf = limitsOn({ domains, domainOf })
  /** Refuses domains without money, and communities that a domain doesn't show. */
  function assertMoney({
    request,
    onlyCommunity,
    input,
  }: Pick<CallContext<CashierCall>, 'request' | 'onlyCommunity' | 'input'>): void {
    const domain = domainOf(requestOf({ request }))
    if (!domain.config.money) throw new DomainError('MONEY_OFF')
    if (!('tokenName' in input)) return
    if (onlyCommunity !== null && input.tokenName !== onlyCommunity) throw new DomainError('COMMUNITY_NOT_FOUND')
    if (!domains.hasMoney(domain, input.tokenName)) throw new DomainError('MONEY_OFF')
  }
  /** What the act needs to know of its request. */
  function acting<Context extends Parameters<typeof assertMoney>[0]>(context: Context) {
    assertMoney(context)
    const key = String(requestOf(context).headers['idempotency-key'])
    return { ...context, key, limitsOf: limitsOf(context) }
  }

  return {
    cashierList: async (context) => {
      assertMoney(context)
      return cashier.list(viewerOf(context), context.input)
    },
    cashierRequest: async (context) => cashier.request(viewerOf(context), context.input, acting(context)),
    cashierCancel: async (context) => cashier.cancel(viewerOf(context), context.input, acting(context)),
    cashierClaim: async (context) => cashier.claim(viewerOf(context), context.input, acting(context)),
    cashierPay: async (context) => cashier.pay(viewerOf(context), context.input, acting(context)),
    cashierRefuse: async (context) => cashier.refuse(viewerOf(context), context.input, acting(context)),
    cashierMinimum: async (context) => {
      assertMoney(context)
      return cashier.setMinimum(viewerOf(context), context.input, context)
    },
  }
}
