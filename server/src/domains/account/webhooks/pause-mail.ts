import type { Transaction } from '../../../platform/database/database.ts'
import { isDomainError } from '../../../platform/domain-error.ts'
import type { MailService } from '../../../platform/mail/service.ts'
import type { AccountService } from '../../people/accounts/index.ts'
import type { CommunityService } from '../../people/communities/index.ts'
import type { MembershipService } from '../../people/memberships/index.ts'
import { type DomainService, mailBrandOf } from '../../people/tenants/index.ts'
import type { WebhookRow } from './repository.ts'

interface Dependencies {
  accounts: Pick<AccountService, 'ownFacts' | 'mainIdsById'>
  communities: Pick<CommunityService, 'require'>
  memberships: Pick<MembershipService, 'staffOf'>
  domains: Pick<DomainService, 'all' | 'stored'>
  mail: Pick<MailService, 'post'>
}

const REASONS = {
  failing: 'Its deliveries have failed too often.',
  gone: 'It responded that it is gone for good (410).',
} as const

/** Tells who added a webhook, and of a community its owners, that it is paused. */
export function createPauseMail({ accounts, communities, memberships, domains, mail }: Dependencies) {
  async function ownersOf(tokenName: string, tx: Transaction): Promise<string[]> {
    const { id } = await communities.require(tokenName, tx)
    return (await memberships.staffOf(id, tx)).flatMap(({ userId, owner }) => (owner ? [userId] : []))
  }

  return async (tx: Transaction, row: WebhookRow): Promise<void> => {
    const named = domains.stored.find(({ name }) => row.scope === 'domain' && name === row.scope_name)
    const domain = named ?? domains.all[0]
    const owners = row.scope === 'community' ? await ownersOf(row.scope_name, tx) : []
    const from = domain.config.domainDisplayName
    const because = REASONS[row.paused_because === 'gone' ? 'gone' : 'failing']
    const letter = {
      subject: `A webhook of ${row.scope_name} is paused`,
      text: [
        `The webhook ${row.url} of ${row.scope_name} on ${from} is paused. ${because}`,
        'What it is to be told waits until you resume it in the settings.',
      ],
    }
    for (const userId of new Set([row.created_by, ...owners].filter(Boolean))) {
      const email = await accounts.ownFacts(userId, tx).then((facts) => facts.email, unlessGone)
      if (email !== null) await mail.post(tx, { userId, to: email, from, brand: mailBrandOf(domain), letter })
    }
  }
}

function unlessGone(error: unknown): null {
  if (isDomainError(error)) return null
  throw error
}
