import { HOUR_MS } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import { deriveKey } from '../../../platform/security/keys.ts'
import type { AccountsDomain } from '../../people/accounts/index.ts'
import type { AuthDomain } from '../../people/auth/index.ts'
import type { CommunitiesDomain } from '../../people/communities/index.ts'
import type { PartnerOriginsDomain } from '../../people/partner-origins/index.ts'
import { definePushSender } from './sender.ts'
import { createPushSubscriptions } from './subscriptions.ts'
import { PUSH_KEY, pushTables } from './tables.ts'
import { createVapidKeys } from './vapid-keys.ts'
import { createWakeUps, PUSH_TTL_MS, PUSH_WAKE, PUSH_WAKE_MANY, type WakeUp, type WakeUps } from './wake-ups.ts'

export { quietUntil } from './quiet-hours.ts'
export { waitOf } from './sender.ts'
export { PUSH_TTL_MS, PUSH_WAKE, PUSH_WAKE_MANY, type WakeUp, type WakeUps }

type Earlier = PartnerOriginsDomain & CommunitiesDomain & AccountsDomain & AuthDomain

export type PushDomain = ReturnType<typeof registerPush>
export const pushDomain = { tables: pushTables, register: registerPush }

/** Devices that get push messages, and sending them. What they show is decided by notifications. */
function registerPush(platform: Platform, earlier: Earlier) {
  const { config, secret, jobs } = platform
  const key = deriveKey(secret, PUSH_KEY)
  const vapidKeys = createVapidKeys({ ...platform, key })
  const contact = config.url.startsWith('https:') ? config.url : `mailto:${config.mailFrom}`
  definePushSender({ ...platform, ...earlier, fetcher: earlier.fetchers.push, vapidKeys, key, contact })
  const isDevelopment = !config.production
  const subscriptions = createPushSubscriptions({ ...platform, ...earlier, key, isDevelopment })
  jobs.schedule({ name: 'forget devices of ended sessions', everyMs: HOUR_MS, run: () => subscriptions.cleanUp() })
  const publicKey = async () => (await vapidKeys()).publicKey
  return { push: { publicKey, ...subscriptions, ...createWakeUps({ ...platform, key }) } }
}
