import * as z from 'zod'
import { PUSH_DEVICES_MAX, PUSH_ENDPOINT_MAX_LENGTH } from '../limits.ts'
import { PUSH_TAG } from '../rules.ts'
import { actorId, id, matching, string, time } from '../schemas/scalars.ts'
import type { Call } from './call.ts'

/** The address at a push service that a browser gave. */
const pushEndpoint = string(PUSH_ENDPOINT_MAX_LENGTH)
  .regex(/^https?:\/\/[^\s/]/, 'Must be a web address.')
  .refine((url) => URL.canParse(url), 'Must be a web address.')

/** Base64url of so many bytes. */
function bytes(length: number) {
  const characters = Math.ceil((length * 4) / 3)
  return matching(characters + 2, new RegExp(`^[\\w-]{${characters}}={0,2}$`), `Must be ${length} bytes as base64url.`)
}

/** One entry on a device: a post with its comments, a conversation, a community, or the account. */
export const pushTag = matching(40, PUSH_TAG, 'Must be a tag of a push message.').describe(
  'Names an entry on a device: `post:`, `dm:` or `community:` with an id, `account`, or `test`.',
)

/** A browser that gets push messages. */
export const pushDevice = z.object({
  id,
  name: z
    .string()
    .describe('Browser and system at the time of subscription, such as `Chrome on Android`; empty: unknown.'),
  endpoint: z.string().describe('Its address at the push service, by which the browser finds itself.'),
  createdAt: time,
  lastSentAt: time.nullable().describe('When the push service last accepted a message for it. Null: never.'),
  failing: z.boolean().describe('The push service has refused the latest messages.'),
})

/** An entry that a device shows. */
export const pushEntry = z.object({
  tag: z.string().describe('Replaces the device’s entry with the same tag.'),
  title: z.string(),
  body: z.string().describe('May be empty.'),
  url: z.string().describe('Path to open.'),
  at: time.describe('Time of the newest event.'),
  count: z.int().positive().describe('Number of unread events, messages or items.'),
  icon: z.string().nullable().describe('Picture of the person. Null: none.'),
})

const devicesResponse = z.object({
  devices: z
    .array(pushDevice)
    .max(PUSH_DEVICES_MAX)
    .describe('The viewer’s devices that get push messages, newest first.'),
})

/** Calls about push messages. What is sent holds no text: a device asks for it with `pushPending`. */
export const pushCalls = {
  pushKey: {
    method: 'GET',
    path: '/notification/push/key',
    access: 'user',
    errors: [],
    summary: 'The public key with which browsers subscribe.',
    input: z.object({}),
    output: z.object({ publicKey: z.string().describe('VAPID public key: an uncompressed P-256 point as base64url.') }),
  },
  pushSubscribe: {
    method: 'POST',
    path: '/notification/push/subscribe',
    access: 'user',
    secret: true,
    errors: ['PUSH_ENDPOINT_REFUSED'],
    summary: 'Send push messages to this browser until the session ends. A repeat updates its keys.',
    input: z.strictObject({
      userId: actorId,
      subscription: z
        .strictObject({
          endpoint: pushEndpoint.describe('address at the push service'),
          keys: z
            .strictObject({
              p256dh: bytes(65).describe('public key of the browser'),
              auth: bytes(16).describe('secret of the browser'),
            })
            .describe('with which messages are encrypted'),
        })
        .describe('what the browser returned'),
      previousEndpoint: pushEndpoint.optional().describe('the browser’s subscription before, which ends'),
    }),
    output: devicesResponse,
  },
  pushUnsubscribe: {
    method: 'POST',
    path: '/notification/push/unsubscribe',
    access: 'user',
    secret: true,
    errors: ['NOT_FOUND'],
    summary: 'Send no more push messages to one of the viewer’s devices.',
    input: z
      .strictObject({
        userId: actorId,
        deviceId: id.optional().describe('the device'),
        endpoint: pushEndpoint.optional().describe('instead of the id; unknown ones are ignored'),
      })
      .refine((input) => (input.deviceId === undefined) !== (input.endpoint === undefined), 'Name one device.'),
    output: devicesResponse,
  },
  pushDevices: {
    method: 'GET',
    path: '/notification/push/devices',
    access: 'user',
    errors: [],
    summary: 'The viewer’s devices that get push messages, newest first.',
    input: z.object({}),
    output: devicesResponse,
  },
  pushTest: {
    method: 'POST',
    path: '/notification/push/test',
    access: 'user',
    errors: ['NOT_FOUND'],
    summary: 'Send a test to one of the viewer’s devices.',
    input: z.strictObject({ userId: actorId, endpoint: pushEndpoint.describe('the device') }),
    output: z.object({}),
  },
  pushPending: {
    method: 'GET',
    path: '/notification/push/pending',
    access: 'optional',
    // The service worker has no access token.
    cookie: true,
    errors: [],
    summary: 'What a device that was woken up shows, as of now. Signed in by cookie or access token.',
    input: z.object({ tag: pushTag.describe('the tag it was woken up for') }),
    output: z.object({
      show: z.array(pushEntry).describe('Entries with something unread.'),
      close: z.array(z.string()).describe('Tags of entries without anything unread, which the device removes.'),
      unseen: z.int().min(0).max(100).describe('Unread notifications since the viewer last saw the list.'),
    }),
  },
} as const satisfies Record<string, Call>
