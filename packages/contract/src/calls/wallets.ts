import * as z from 'zod'
import { PROMOTION_HOURS_MAX } from '../money.ts'
import { shownPerson } from '../schemas/events.ts'
import { amount, units } from '../schemas/money.ts'
import { cursor, limit, page } from '../schemas/paging.ts'
import { entityType } from '../schemas/references.ts'
import { actorId, id, string, time, tokenName } from '../schemas/scalars.ts'
import type { Call } from './call.ts'

const byToken = z.record(z.string(), units)

export const wallet = z.object({
  id: id.describe('The member, with all merged accounts.'),
  balance: byToken.describe('What can be spent, by token name.'),
  creditBalance: byToken.describe(
    'Given by the domain, by token name. It can be spent on tips and promotions, and is spent first.',
  ),
  owed: byToken
    .optional()
    .describe(
      'For deposits and purchases that were taken back and had been spent, by token name. What arrives in that balance pays it, and until then nothing can be spent, in any token. Omitted: nothing.',
    ),
})

/** What a list of movements is limited to. */
export const movementFilter = z.enum(['all', 'tips', 'transfers', 'promotions', 'gifts'])

/** A change of a wallet. */
export const movement = z.object({
  id: id.describe('Id of the transfer.'),
  at: time,
  kind: z.enum(['balance', 'credit']).describe('Which of both it changed.'),
  amount: units.describe('In units of 10⁻⁶ tokens, as text; with a minus sign what was spent.'),
  reason: z
    .enum([
      ...(['credit', 'grant', 'funding', 'tip', 'transfer', 'promotion', 'purchase', 'refund', 'reversal'] as const),
      ...(['cashOut', 'cashOutPaid', 'cashOutReturned', 'held', 'heldReturned', 'deposit', 'withdrawal'] as const),
    ])
    .describe(
      '`credit` and `grant` are gifts of the domain and community; `reversal` takes one back. `cashOut` and `held` wait for a cashier. `purchase` was paid by card, `refund` takes it back. `deposit` came from a chain, `withdrawal` went there.',
    ),
  person: shownPerson.nullable().describe('Who was paid or paid. Null: the community or domain.'),
  postId: id
    .nullable()
    .describe('The tipped or promoted post, or that of the tipped comment, if the caller may see it.'),
  commentId: id.nullable(),
})

/** A payment waits for a cashier. */
const isHeld = z
  .boolean()
  .optional()
  .describe('It is above the domain’s limits, and a cashier decides about it. Omitted: it was paid.')

const MONEY_ERRORS = ['MONEY_OFF', 'COMMUNITY_NOT_FOUND'] as const
const SPENDING_ERRORS = [
  ...MONEY_ERRORS,
  'BANNED',
  'JOIN_REQUIRED',
  'COMMUNITY_ARCHIVED',
  'INSUFFICIENT_BALANCE',
  'IN_DEBT',
  'AMOUNT_TOO_LARGE',
  'RECEIVER_REFUSED',
] as const

/** Calls about members' money, on domains that have any. */
export const walletCalls = {
  walletList: {
    method: 'GET',
    path: '/wallets',
    access: 'user',
    errors: MONEY_ERRORS,
    summary: 'The caller’s wallet: balance and credit in each community’s token. Everybody has one.',
    input: z.object({ tokenName: tokenName.optional().describe('only in this token') }),
    output: page(wallet),
  },
  walletHistory: {
    method: 'GET',
    path: '/wallets/{tokenName}/history',
    access: 'user',
    errors: [...MONEY_ERRORS, 'CURSOR_INVALID'],
    summary: 'What changed the caller’s wallet in a token, newest first.',
    input: z.object({ tokenName, type: movementFilter.default('all'), limit, cursor }),
    output: page(movement),
  },
  walletStatement: {
    method: 'GET',
    path: '/wallets/{tokenName}/statement',
    access: 'user',
    errors: MONEY_ERRORS,
    summary: 'What changed the caller’s wallet in a month (UTC), oldest first, as CSV.',
    input: z.object({
      tokenName,
      month: string(7)
        .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Must be a month such as 2026-01.')
        .describe('such as 2026-01'),
    }),
    output: z.object({
      name: z.string().describe('File name.'),
      csv: z.string().describe('With a line of headings. Amounts in tokens.'),
      isComplete: z.boolean().describe('False: only the month’s newest 10,000 movements.'),
    }),
  },
  walletTip: {
    method: 'POST',
    path: '/wallet/tip',
    access: 'user',
    quota: 'reaction',
    needsKey: true,
    errors: [...SPENDING_ERRORS, 'POST_NOT_FOUND', 'COMMENT_NOT_FOUND', 'POST_DELETED', 'OWN_TIP'],
    summary: 'Tip the author of a post or comment: from credit first, which arrives as credit, then from the balance.',
    input: z.strictObject({ entityId: id.describe('Post or comment id.'), entityType, amount, userId: actorId }),
    output: z.object({
      entityId: id,
      entityType,
      tips: units.describe('All tips for it, in units of 10⁻⁶ tokens, as text.'),
      wallet,
      isHeld,
    }),
  },
  walletTransfer: {
    method: 'POST',
    path: '/wallet/transfer',
    access: 'user',
    quota: 'reaction',
    needsKey: true,
    errors: [...SPENDING_ERRORS, 'RECEIVER_NOT_FOUND', 'OWN_TRANSFER'],
    summary: 'Send a part of the balance to another member. It can’t be taken back.',
    input: z.strictObject({
      receiverName: string(20).min(1).describe('Username.'),
      tokenName,
      amount,
      userId: actorId,
    }),
    output: z.object({
      transferId: id,
      receiver: shownPerson.describe('Who has it now.'),
      wallet,
      isHeld,
    }),
  },
  walletPromote: {
    method: 'POST',
    path: '/wallet/promote',
    access: 'user',
    quota: 'reaction',
    needsKey: true,
    errors: [
      ...MONEY_ERRORS,
      'BANNED',
      'JOIN_REQUIRED',
      'COMMUNITY_ARCHIVED',
      'INSUFFICIENT_BALANCE',
      'IN_DEBT',
      'AMOUNT_TOO_LARGE',
      'POST_NOT_FOUND',
      'POST_DELETED',
      'POST_NOT_PUBLISHED',
      'PROMOTION_PRICE',
      'PROMOTION_TOO_LONG',
    ],
    summary:
      'Pay for a published post’s place under *Recently promoted*: from credit first, then from the balance. A further promotion begins when the present one ends. It can’t be taken back.',
    input: z.strictObject({
      postId: id,
      amount,
      hours: z.int().min(1).max(PROMOTION_HOURS_MAX).describe('For how long.'),
      userId: actorId,
    }),
    output: z.object({ postId: id, promotedUntil: time.describe('When all its promotions end.'), wallet }),
  },
} as const satisfies Record<string, Call>
