import { canManageWebhooks, type Me } from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { isDomainError } from '../../../platform/domain-error.ts'
import { wordsIn } from '../../../platform/languages/words.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountService, PostLetter } from '../../people/accounts/index.ts'
import type { CommunityService } from '../../people/communities/index.ts'
import type { MembershipService } from '../../people/memberships/index.ts'
import type { DomainService } from '../../people/tenants/index.ts'
import type { WebhookRow } from './repository.ts'

interface Dependencies extends Pick<Platform, 'clock'> {
  accounts: Pick<AccountService, 'ownFacts' | 'adminIds' | 'domainAdminIds'>
  communities: Pick<CommunityService, 'require'>
  memberships: Pick<MembershipService, 'staffOf' | 'viewer'>
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

/**
 * Tells those who can resume a webhook that it is paused: the domain's admins or the community's owners, and who added
 * it. Without any of them, a community's webhook is a matter for the network's admins.
 */
export function createPauseMail(dependencies: Dependencies) {
  const { clock, accounts, communities, memberships, domains, postLetter } = dependencies

  async function ownersOf(tokenName: string, tx: Transaction): Promise<string[]> {
    const { id } = await communities.require(tokenName, tx)
    return (await memberships.staffOf(id, tx)).flatMap(({ userId, owner }) => (owner ? [userId] : []))
  }

  /** Those of the people who can manage it at present. */
  async function allowed({ scope, scope_name: name }: WebhookRow, userIds: string[], tx: Transaction): Promise<Me[]> {
    const people = new Map<string, Me>()
    for (const userId of new Set(userIds)) {
      const viewer = await memberships.viewer(userId, '', tx)
      if (viewer && canManageWebhooks(viewer, { scope, name }, clock.now()).allowed) people.set(viewer.id, viewer)
    }
    return [...people.values()]
  }

  async function managersOf(row: WebhookRow, tx: Transaction): Promise<Me[]> {
    const { scope, scope_name: name, created_by: creatorId } = row
    const nearest = scope === 'community' ? await ownersOf(name, tx) : await accounts.domainAdminIds(tx)
    const admins = await accounts.adminIds(tx)
    const found = await allowed(row, [creatorId, ...nearest, ...(scope === 'domain' ? admins : [])].filter(Boolean), tx)
    return found.length > 0 ? found : allowed(row, admins, tx)
  }

  return async (tx: Transaction, row: WebhookRow): Promise<void> => {
    const { scope, scope_name: name, url } = row
    const named = domains.stored.find((one) => scope === 'domain' && one.name === name)
    const domain = named ?? domains.all[0]
    const because = row.paused_because === 'gone' ? 'gone' : 'failing'
    for (const { id: userId } of await managersOf(row, tx)) {
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
