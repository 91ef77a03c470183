import * as z from 'zod'
import { httpUrl } from '../rules.ts'
import { actorId, id, string, time } from '../schemas/scalars.ts'
import {
  WEBHOOK_EVENTS,
  WEBHOOK_LOG_LENGTH,
  WEBHOOK_PROBLEMS,
  WEBHOOK_URL_MAX_LENGTH,
  WEBHOOKS_MAX,
} from '../webhooks.ts'
import type { Call } from './call.ts'

const place = {
  scope: z.enum(['domain', 'community']).describe('Whether it belongs to a domain or a community.'),
  name: string(40).min(1).describe('The domain’s name for operators, or the community’s token name.'),
}
const webhookId = id.describe('The webhook.')

const target = string(WEBHOOK_URL_MAX_LENGTH).refine(isTarget, 'Use an https address without a password.')
const events = z.array(z.enum(WEBHOOK_EVENTS)).min(1).max(WEBHOOK_EVENTS.length)

/** A webhook, for those who manage it. */
export const webhook = z.object({
  id,
  url: z.string().describe('Where deliveries are posted.'),
  events: events.describe('What it is told of.'),
  createdAt: time,
  rotatedUntil: time.nullable().describe('Until when the former secret signs, too. Null: there is none.'),
  pausedAt: time.nullable().describe('Since when nothing is sent. Null: it isn’t paused.'),
  pausedBecause: z
    .enum(['asked', 'failing', 'gone'])
    .nullable()
    .describe('`asked`: by a person. `failing`: too many deliveries failed. `gone`: it responded 410.'),
  failingSince: time.nullable().describe('Since when each try has failed. Null: the last one succeeded.'),
  heldCount: z.int().describe('How many deliveries wait until it is resumed.'),
})

/** A delivery of a webhook, in its log. */
export const webhookDelivery = z.object({
  id,
  event: z.string().describe('What it tells; `webhook.test` for a test.'),
  state: z
    .enum(['waiting', 'held', 'delivered', 'failed', 'skipped', 'discarded'])
    .describe(
      '`held`: the webhook is paused. `failed`: all tries failed. `skipped`: nothing was left to tell, such as a post that was removed. `discarded`: an operator discarded it, since this installation is a copy.',
    ),
  createdAt: time,
  triedAt: time.nullable().describe('The last try. Null: there was none.'),
  nextAt: time.nullable().describe('The next try. Null: there is none.'),
  tries: z.int(),
  status: z.int().nullable().describe('The HTTP status of the last response. Null: there was none.'),
  durationMs: z.int().nullable().describe('How long the last try took.'),
  problem: z
    .enum(WEBHOOK_PROBLEMS)
    .nullable()
    .describe(
      'Why the last try got no response. `port` and `address` aren’t allowed, `name` wasn’t found, `connection` failed or ended, `certificate` is invalid. Null: there was a response, or no try.',
    ),
  response: z.string().describe('The beginning of the last response, or what the network reported.'),
})

const ERRORS = ['DOMAIN_NOT_FOUND', 'COMMUNITY_NOT_FOUND', 'FORBIDDEN', 'BANNED'] as const
const CHANGE_ERRORS = [...ERRORS, 'NOT_FOUND'] as const
const secret = z.string().describe('What signs deliveries (Standard Webhooks). It is in this response only.')

/** Calls about webhooks, for admins of a domain and owners of a community. */
export const webhookCalls = {
  webhookList: {
    method: 'GET',
    path: '/webhooks',
    access: 'user',
    errors: ERRORS,
    summary: 'The webhooks of a domain or community, newest first.',
    input: z.object(place),
    output: z.object({
      items: z.array(webhook).max(WEBHOOKS_MAX),
      isHeld: z.boolean().describe('Nothing is sent from this installation, because it was restored from a backup.'),
    }),
  },
  webhookCreate: {
    method: 'POST',
    path: '/webhooks/create',
    access: 'user',
    secret: true,
    errors: [...ERRORS, 'WEBHOOK_LIMIT'],
    summary: 'Add a webhook.',
    input: z.strictObject({
      ...place,
      url: target.describe(
        'Where deliveries are posted: a public address with the port 80 or 443, or a registered site. Redirects aren’t followed.',
      ),
      events: events.describe('What it is told of.'),
      userId: actorId,
    }),
    output: z.object({ webhook, secret }),
  },
  webhookEdit: {
    method: 'POST',
    path: '/webhooks/edit',
    access: 'user',
    errors: CHANGE_ERRORS,
    summary:
      'Change a webhook’s address or what it is told of, pause or resume it. Once resumed, it gets what was held. A new address gets a test, and resumes a webhook that was paused because the former one failed.',
    input: z.strictObject({
      ...place,
      webhookId,
      url: target.optional().describe('Where deliveries are posted from now on. Omitted: unchanged.'),
      events: events.optional().describe('What it is told of. Omitted: unchanged.'),
      paused: z.boolean().optional().describe('Omitted: unchanged.'),
      userId: actorId,
    }),
    output: z.object({ webhook }),
  },
  webhookRotate: {
    method: 'POST',
    path: '/webhooks/rotate',
    access: 'user',
    secret: true,
    errors: CHANGE_ERRORS,
    summary: 'Give a webhook a new secret. For a day, deliveries have signatures by both.',
    input: z.strictObject({ ...place, webhookId, userId: actorId }),
    output: z.object({ webhook, secret }),
  },
  webhookDelete: {
    method: 'POST',
    path: '/webhooks/delete',
    access: 'user',
    errors: CHANGE_ERRORS,
    summary: 'Remove a webhook with its log.',
    input: z.strictObject({ ...place, webhookId, userId: actorId }),
    output: z.object({}),
  },
  webhookTest: {
    method: 'POST',
    path: '/webhooks/test',
    access: 'user',
    errors: CHANGE_ERRORS,
    summary: 'Send a test to a webhook.',
    input: z.strictObject({ ...place, webhookId, userId: actorId }),
    output: z.object({ delivery: webhookDelivery }),
  },
  webhookReplay: {
    method: 'POST',
    path: '/webhooks/replay',
    access: 'user',
    errors: CHANGE_ERRORS,
    summary: 'Send a delivery again, as a new one about the same event.',
    input: z.strictObject({ ...place, webhookId, deliveryId: id.describe('The delivery.'), userId: actorId }),
    output: z.object({ delivery: webhookDelivery }),
  },
  webhookLog: {
    method: 'GET',
    path: '/webhooks/{webhookId}/deliveries',
    access: 'user',
    errors: CHANGE_ERRORS,
    summary: 'The latest deliveries of a webhook, newest first. They are kept for 30 days.',
    input: z.object({ ...place, webhookId }),
    output: z.object({ items: z.array(webhookDelivery).max(WEBHOOK_LOG_LENGTH) }),
  },
} as const satisfies Record<string, Call>

/** The server also refuses http, except to this machine in development. */
function isTarget(address: string): boolean {
  const url = httpUrl(address)
  return url !== null && url.username === '' && url.password === ''
}
