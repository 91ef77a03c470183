import { type MoneyLimits, moneyLimitsOf } from '../domains/people/ledger/index.ts'
import type { CallRequest } from '../platform/calls/context.ts'
import { requestOf } from '../platform/calls/handlers.ts'
import { DomainError } from '../platform/domain-error.ts'
import type { Services } from '../services.ts'

/** Refuses domains and communities without money, and communities that a domain doesn't show. */
export const assertMoneyOn =
  ({ domains, domainOf }: Pick<Services, 'domains' | 'domainOf'>) =>
  (context: {
    request: CallRequest | null
    onlyCommunity: string | null
    input: { tokenName?: string | undefined }
  }): void => {
    const { onlyCommunity, input } = context
    const domain = domainOf(requestOf(context))
    if (!domain.config.money) throw new DomainError('MONEY_OFF')
    if (input.tokenName === undefined) return
    if (onlyCommunity !== null && input.tokenName !== onlyCommunity) throw new DomainError('COMMUNITY_NOT_FOUND')
    if (!domains.hasMoney(domain, input.tokenName)) throw new DomainError('MONEY_OFF')
  }

/**
 * The limits of a community at the request's domain. Other domains can show the community, so those of its own domains
 * are in force everywhere.
 */
export const limitsOn =
  ({ domains, domainOf }: Pick<Services, 'domains' | 'domainOf'>) =>
  (context: { request: CallRequest | null }) => {
    const domain = domainOf(requestOf(context))
    return (tokenName: string): MoneyLimits => moneyLimitsOf(domains.moneySettings(domain, tokenName))
  }
