import type { CallRequest } from '../platform/calls/context.ts'
import { requestOf } from '../platform/calls/handlers.ts'
import { DomainError } from '../platform/domain-error.ts'
import type { Services } from '../services.ts'

/** Refuses domains without money, and communities that a domain doesn't show. */
export const assertMoneyOn =
  (domainOf: Services['domainOf']) =>
  (context: {
    request: CallRequest | null
    onlyCommunity: string | null
    input: { tokenName?: string | undefined }
  }): void => {
    const { onlyCommunity, input } = context
    if (!domainOf(requestOf(context)).config.money) throw new DomainError('MONEY_OFF')
    if (onlyCommunity !== null && input.tokenName !== undefined && input.tokenName !== onlyCommunity)
      throw new DomainError('COMMUNITY_NOT_FOUND')
  }
