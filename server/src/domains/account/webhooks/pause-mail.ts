import type { Transaction } from '../../../platform/database/database.ts'
import { isDomainError } from '../../../platform/domain-error.ts'
import { wordsIn } from '../../../platform/languages/words.ts'
import type { AccountService, PostLetter } from '../../people/accounts/index.ts'
import type { CommunityService } from '../../people/communities/index.ts'
import type { MembershipService } from '../../people/memberships/index.ts'
import type { DomainService } from '../../people/tenants/index.ts'
import type { WebhookRow } from './repository.ts'

interface Dependencies {
  accounts: Pick<AccountService, 'ownFacts'>
  communities: Pick<CommunityService, 'require'>
  memberships: Pick<MembershipService, 'staffOf'>
  domains: Pick<DomainService, 'all' | 'stored'>
  postLetter: PostLetter
}

/** English texts of the mail. */
const pauseMessages = {
  'mail.webhookPaused.subject': 'A webhook of {name} is paused',
  'mail.webhookPaused.failing':
    'The webhook {url} of {name} on {forum} is paused, because its deliveries have failed too often.',
  'mail.webhookPaused.gone':
    'The webhook {url} of {name} on {forum} is paused, because its address responded that it is gone for good (410).',
  'mail.webhookPaused.after': 'What it is to be told waits until you resume it in the settings.',
} as const

/** Tells who added a webhook, and of a community its owners, that it is paused. */
export function createPauseMail({ accounts, communities, memberships, domains, postLetter }: Dependencies) {
  async function ownersOf(tokenName: string, tx: Transaction): Promise<string[]> {
    const { id } = await communities.require(tokenName, tx)
    return (await memberships.staffOf(id, tx)).flatMap(({ userId, owner }) => (owner ? [userId] : []))
  }

  return async (tx: Transaction, row: WebhookRow): Promise<void> => {
    const { scope, scope_name: name, url } = row
    const named = domains.stored.find((one) => scope === 'domain' && one.name === name)
    const domain = named ?? domains.all[0]
    const owners = scope === 'community' ? await ownersOf(name, tx) : []
    const because = row.paused_because === 'gone' ? 'gone' : 'failing'
    for (const userId of new Set([row.created_by, ...owners].filter(Boolean))) {
      const email = await accounts.ownFacts(userId, tx).then((facts) => facts.email, unlessGone)
      if (email === null) continue
      await postLetter(tx, { userId, to: email, domain }, (reader) => {
        const t = wordsIn(reader, pauseMessages)
        const forum = reader.config.domainDisplayName
        return {
          subject: t('mail.webhookPaused.subject', { name }),
          text: [t(`mail.webhookPaused.${because}`, { url, name, forum }), t('mail.webhookPaused.after')],
        }
      })
    }
  }
}

function unlessGone(error: unknown): null {
  if (isDomainError(error)) return null
  throw error
}
