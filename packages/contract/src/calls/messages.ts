import * as z from 'zod'
import {
  COMMENT_MAX_LENGTH,
  MESSAGE_MAX_LENGTH,
  REASON_TEXT_MAX_LENGTH,
  REPORTED_MESSAGES_MAX,
  SEARCH_QUERY_MAX_LENGTH,
  SHARED_COMMUNITIES_MAX,
} from '../limits.ts'
import { cursor, limit, page } from '../schemas/paging.ts'
import { namedPerson } from '../schemas/references.ts'
import { actorId, id, personId, string, text, time, tokenName } from '../schemas/scalars.ts'
import { isBlankText } from '../text.ts'
import type { Call } from './call.ts'
import { unreadResponse } from './notifications.ts'
import { reportReason } from './reports.ts'

/** A direct message. */
export const message = z.object({
  id,
  conversationId: id,
  senderId: id.describe('Main account of its sender.'),
  text: z.string().describe('Plain text.'),
  createdAt: time,
  held: z
    .boolean()
    .optional()
    .describe('Its links wait until the recipient answers; the recipient sees it without them. Omitted: no.'),
  nonce: z.string().optional().describe('For its sender: the value with which it was sent. Omitted: none.'),
})

/** Whether the viewer may write in a conversation, or why not. */
export const writingState = z
  .enum(['allowed', 'blocked', 'notAllowed', 'deleted'])
  .describe(
    'Whether the viewer may write: they are `blocked` by the viewer, `notAllowed` by the other person’s settings, `deleted` account.',
  )

/** A conversation between the viewer and another person. */
export const conversation = z.object({
  id,
  person: namedPerson.extend({ username: z.string() }).describe('The other person.'),
  profileTitle: z.string().describe('The other person’s title; may be empty.'),
  sharedCommunities: z
    .array(z.object({ tokenName: z.string(), title: z.string() }))
    .max(SHARED_COMMUNITIES_MAX)
    .describe('Communities that both have joined.'),
  lastMessage: message.nullable().describe('The newest message. Null: none is left.'),
  unread: z.int().min(0).max(100).describe('Number of unread messages, up to 100, which means 100 or more.'),
  isRequest: z
    .boolean()
    .describe('Somebody whom the viewer doesn’t follow began it, and the viewer has neither answered nor accepted.'),
  seenUntil: time
    .nullable()
    .describe('The other person has seen messages up to this time. Null: none, or one side doesn’t share this.'),
  readUntil: time.describe('The viewer has read messages up to this time; 0: none.'),
  youBlocked: z.boolean().describe('The viewer has blocked the other person.'),
  writing: writingState,
  activeAt: time.describe('Time of the newest message, by which conversations are sorted.'),
})

/** Who may begin a conversation with a person. */
export const messageAudience = z.enum(['anyone', 'followed', 'members', 'nobody'])

/** A person's settings for messages. */
export const messageSettings = z.object({
  audience: messageAudience.describe(
    'Who may write first: anyone, people whom the person follows, members of joined communities, or nobody.',
  ),
  showSeen: z.boolean().describe('Show others what was seen, and see what they have. Default: true.'),
})

const settingsResponse = z.object({ messageSettings })

/** The conversation after the call. */
const conversationResponse = z.object({ conversation })

/** Calls about direct messages. Each is for the two people of a conversation alone. */
export const messageCalls = {
  dmSend: {
    method: 'POST',
    path: '/dm/send',
    access: 'user',
    quota: 'message',
    // The text: it must not be readable once it is deleted.
    secret: true,
    errors: ['USER_NOT_FOUND', 'DM_BLOCKED', 'DM_NOT_ALLOWED', 'DM_TOO_LONG', 'DM_STRANGERS_LIMIT'],
    summary: 'Send a message to a person. The first one begins the conversation.',
    input: z.strictObject({
      userId: actorId,
      recipientId: personId,
      text: text(COMMENT_MAX_LENGTH).describe(
        `1 to ${MESSAGE_MAX_LENGTH} characters; more are refused with DM_TOO_LONG`,
      ),
      nonce: string(64)
        .optional()
        .describe(
          'A random value from the client, new for each message, which the message and the event `message.created` repeat to the sender. Sent again, it returns the message that was sent with it.',
        ),
    }),
    output: z.object({ message, conversationId: id }),
  },
  dmConversationList: {
    method: 'GET',
    path: '/dm/conversations',
    access: 'user',
    errors: ['CURSOR_INVALID'],
    summary: 'The viewer’s conversations, newest first.',
    input: z.object({
      box: z.enum(['inbox', 'requests']).default('inbox').describe('requests: those that the viewer has not accepted'),
      query: string(SEARCH_QUERY_MAX_LENGTH)
        .optional()
        .describe('Only those with this in the person’s name or in a message. Without pages.'),
      limit,
      cursor,
    }),
    output: page(conversation).extend({
      requests: z
        .object({ count: z.int().min(0).max(100), people: z.array(namedPerson).max(3) })
        .describe('Message requests: their number, up to 100, and the newest senders.'),
    }),
  },
  dmConversationGet: {
    method: 'GET',
    path: '/dm/conversations/{conversationId}',
    access: 'user',
    errors: ['CONVERSATION_NOT_FOUND'],
    summary: 'One of the viewer’s conversations.',
    input: z.object({ conversationId: id }),
    output: conversationResponse,
  },
  dmWith: {
    method: 'GET',
    path: '/dm/with/{userId}',
    access: 'user',
    errors: ['USER_NOT_FOUND'],
    summary: 'The conversation with a person, if any, and whether the viewer may write to them.',
    input: z.object({ userId: personId }),
    output: z.object({
      person: namedPerson.extend({ username: z.string() }),
      profileTitle: z.string(),
      conversation: conversation.nullable(),
      writing: writingState,
    }),
  },
  dmMessageList: {
    method: 'GET',
    path: '/dm/conversations/{conversationId}/messages',
    access: 'user',
    errors: ['CONVERSATION_NOT_FOUND', 'CURSOR_INVALID'],
    summary: 'Messages of a conversation, newest first.',
    input: z.object({ conversationId: id, limit, cursor }),
    output: page(message),
  },
  dmRead: {
    method: 'POST',
    path: '/dm/read',
    access: 'user',
    errors: ['CONVERSATION_NOT_FOUND'],
    summary: 'Record that the viewer has read a conversation up to a time.',
    input: z.strictObject({
      userId: actorId,
      conversationId: id,
      until: time.describe('`createdAt` of the newest message shown.'),
    }),
    output: unreadResponse,
  },
  dmAccept: {
    method: 'POST',
    path: '/dm/accept',
    access: 'user',
    errors: ['CONVERSATION_NOT_FOUND'],
    summary: 'Move a message request to the inbox. Answering does the same.',
    input: z.strictObject({ userId: actorId, conversationId: id }),
    output: conversationResponse,
  },
  dmDelete: {
    method: 'POST',
    path: '/dm/delete',
    access: 'user',
    errors: ['CONVERSATION_NOT_FOUND', 'MESSAGE_NOT_FOUND', 'DM_TOO_LATE'],
    summary: 'Delete a message or a whole conversation for oneself, or one’s own message for both within five minutes.',
    input: z
      .strictObject({
        userId: actorId,
        messageId: id.optional().describe('a message; or else `conversationId`'),
        conversationId: id.optional().describe('all messages of a conversation so far'),
        until: time
          .optional()
          .describe('with conversationId only: `createdAt` of the newest message shown; later ones stay. Default: all'),
        forBoth: z.boolean().default(false).describe('with messageId only: delete it for both people'),
      })
      .refine((input) => (input.messageId === undefined) !== (input.conversationId === undefined), {
        message: 'Name a message or a conversation.',
        path: ['messageId'],
      })
      .refine((input) => !input.forBoth || input.messageId !== undefined, {
        message: 'A conversation can’t be deleted for both.',
        path: ['forBoth'],
      })
      .refine((input) => input.until === undefined || input.conversationId !== undefined, {
        message: 'Only a conversation is deleted up to a time.',
        path: ['until'],
      }),
    output: unreadResponse,
  },
  dmReport: {
    method: 'POST',
    path: '/dm/report',
    access: 'user',
    quota: 'report',
    errors: ['MESSAGE_NOT_FOUND', 'COMMUNITY_NOT_FOUND', 'BANNED'],
    summary:
      'Report a message to the moderators of a community, once. They can read it and the messages before it that the reporter chooses.',
    input: z
      .strictObject({
        userId: actorId,
        messageId: id.describe('a message from the other person'),
        before: z
          .int()
          .min(0)
          .max(REPORTED_MESSAGES_MAX)
          .default(0)
          .describe('how many of the messages before it the moderators get'),
        tokenName: tokenName.describe('a community of both, or else the default community'),
        reportReason,
        reportText: string(REASON_TEXT_MAX_LENGTH).optional().describe('required with the reason other'),
      })
      .refine(({ reportReason: reason, reportText = '' }) => reason !== 'other' || !isBlankText(reportText), {
        message: 'Say what the reason is.',
        path: ['reportText'],
      }),
    output: z.object({ isNew: z.boolean().describe('False: the caller had already reported it.') }),
  },
  dmSettingsGet: {
    method: 'GET',
    path: '/dm/settings',
    access: 'user',
    errors: [],
    summary: 'The viewer’s settings for messages.',
    input: z.object({}),
    output: settingsResponse,
  },
  dmSettings: {
    method: 'POST',
    path: '/dm/settings',
    access: 'user',
    errors: [],
    summary: 'Change the settings for messages that are sent.',
    input: z.strictObject({ userId: actorId, messageSettings: messageSettings.partial().strict() }),
    output: settingsResponse,
  },
} as const satisfies Record<string, Call>
