import { HOUR_MS } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import { deriveKey } from '../../../platform/security/keys.ts'
import type { CommentsDomain } from '../../content/comments/index.ts'
import type { PostsDomain } from '../../content/posts/index.ts'
import type { AccountsDomain } from '../../people/accounts/index.ts'
import type { CommunitiesDomain } from '../../people/communities/index.ts'
import type { MembershipsDomain } from '../../people/memberships/index.ts'
import type { PartnerOriginsDomain } from '../../people/partner-origins/index.ts'
import type { TenantsDomain } from '../../people/tenants/index.ts'
import { createDeliveries } from './deliveries.ts'
import { createWebhookFeeder } from './feeder.ts'
import { createPauseMail } from './pause-mail.ts'
import { createPayloads } from './payloads.ts'
import { defineWebhookSender } from './sender.ts'
import { createWebhookService } from './service.ts'
import { WEBHOOK_KEY, webhooksTables } from './tables.ts'

type Earlier = PartnerOriginsDomain &
  CommunitiesDomain &
  TenantsDomain &
  AccountsDomain &
  MembershipsDomain &
  PostsDomain &
  CommentsDomain
export const webhooksDomain = { tables: webhooksTables, register: registerWebhooks }

/** Tells other programs what happens. */
function registerWebhooks(platform: Platform, earlier: Earlier) {
  const base = { ...platform, ...earlier }
  const deliveries = createDeliveries(base)
  const feeder = createWebhookFeeder({ ...base, deliveries })
  const key = deriveKey(platform.secret, WEBHOOK_KEY)
  const service = createWebhookService({ ...base, deliveries, key, begin: feeder.begin })
  defineWebhookSender({
    ...base,
    fetcher: earlier.fetchers.webhooks,
    payloads: createPayloads(base),
    deliveries,
    secretsOf: service.secretsOf,
    tellPaused: createPauseMail(base),
  })
  platform.jobs.schedule({ name: 'forget webhook deliveries', everyMs: HOUR_MS, run: () => service.cleanUp() })
  const { secretsOf: _, ...webhooks } = service
  return { webhooks: { ...webhooks, feed: feeder.feed } }
}
