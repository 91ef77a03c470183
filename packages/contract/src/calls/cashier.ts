import * as z from 'zod'
import { CASH_OUT_TEXT_MAX_LENGTH } from '../limits.ts'
import { shownPerson } from '../schemas/events.ts'
import { amount, units } from '../schemas/money.ts'
import { cursor, limit, page } from '../schemas/paging.ts'
import { actorId, id, text, time, tokenName } from '../schemas/scalars.ts'
import type { Call } from './call.ts'
import { wallet } from './wallets.ts'

const MONEY_ERRORS = ['MONEY_OFF', 'COMMUNITY_NOT_FOUND'] as const

/** What waits for a cashier: a cash-out, or a payment above the domain’s limits. */
export const cashierRequest = z
  .object({
    id,
    at: time,
    kind: z
      .enum(['cashOut', 'tip', 'transfer'])
      .describe(
        '`tip` and `transfer`: a payment above the domain’s limits, which reaches its receiver once it is paid.',
      ),
    amount: units,
    status: z
      .enum(['waiting', 'claimed', 'paid', 'refused', 'cancelled'])
      .describe('`waiting` again after the first of two approvals.'),
    position: z.int().positive().nullable().describe('Place in the community’s queue, from 1. Null: it is closed.'),
    person: shownPerson.nullable().describe('Whose money it is. Null: a deleted account.'),
    receiver: shownPerson.nullable().describe('Of a payment: who gets it. Null for cash-outs.'),
    postId: id.nullable().describe('Of a tip: the post, or that of the comment, if the caller may see it.'),
    commentId: id.nullable().describe('Of a tip for a comment: the comment, if the caller may see it.'),
    details: z.string().describe('Where a cash-out is to be paid; may be empty.'),
    needsTwo: z.boolean().describe('Two cashiers decide.'),
    claimedBy: shownPerson.nullable().describe('Who is paying it. Null for those who aren’t cashiers.'),
    approvedBy: shownPerson
      .nullable()
      .describe('Of two cashiers, the first one who approved it. Null for those who aren’t cashiers.'),
    claimUntil: time
      .nullable()
      .describe('From when on another cashier may take over. Null for those who aren’t cashiers, and unclaimed.'),
    cancelUntil: time
      .nullable()
      .describe('Until when its owner can cancel it, as long as it is open. Null: until a cashier claims it.'),
    decidedAt: time.nullable().describe('When it was paid, refused or cancelled. Null: it is open.'),
    reason: z.string().describe('Why it was refused; otherwise empty.'),
    maybePaid: z
      .literal(true)
      .optional()
      .describe('It was open when the forum was restored from a backup, and may have been paid since. Omitted: no.'),
  })
  .describe('What waits for a cashier, or was decided.')

const requestId = id.describe('Id of the request.')
const DECISION_ERRORS = ['MONEY_OFF', 'CASH_OUT_NOT_FOUND', 'OWN_CASH_OUT', 'CASH_OUT_CLOSED'] as const
const decided = z.object({
  request: cashierRequest.describe('As it is now.'),
  cashierBalance: units.describe('What the community itself has, in units of 10⁻⁶ tokens, as text.'),
})
const isChecked = z
  .boolean()
  .optional()
  .describe('The cashier has checked whether a request with `maybePaid` was paid before.')
/** Of acts that pay or give back what the original of a restored copy may have paid. */
const RESTORED_ERRORS = ['CASH_OUTS_HELD', 'CASH_OUT_MAYBE_PAID'] as const
const ofOwner = z.object({ request: cashierRequest.describe('As it is now.'), wallet })

/** Calls about paying members out, and about payments that wait for a cashier. */
export const cashierCalls = {
  cashierList: {
    method: 'GET',
    path: '/cashier',
    access: 'user',
    errors: [...MONEY_ERRORS, 'FORBIDDEN', 'BANNED', 'CURSOR_INVALID'],
    summary: 'A community’s cashier account, and what waits there: the caller’s own, or for cashiers the queue.',
    input: z.object({
      tokenName,
      list: z
        .enum(['own', 'open', 'closed'])
        .default('own')
        .describe('The caller’s own, newest first; for cashiers what is open, oldest first, or closed, newest first.'),
      limit,
      cursor,
    }),
    output: page(cashierRequest).extend({
      cashierBalance: units.describe('What the community itself has.'),
      minimum: units.describe('The smallest cash-out.'),
      isHeld: z
        .literal(true)
        .optional()
        .describe('The forum was restored from a backup, and cash-outs wait until its operator releases it.'),
    }),
  },
  cashierRequest: {
    method: 'POST',
    path: '/cashier/request',
    access: 'user',
    quota: 'reaction',
    needsKey: true,
    secret: true,
    errors: [
      ...MONEY_ERRORS,
      'NOT_A_PARTNER',
      'CASH_OUT_TOO_SMALL',
      'INSUFFICIENT_BALANCE',
      'IN_DEBT',
      'AMOUNT_TOO_LARGE',
    ],
    summary:
      'Ask to be paid a part of the balance outside the forum. For partners. The amount is held until it is paid.',
    input: z.strictObject({
      tokenName,
      amount,
      details: text(CASH_OUT_TEXT_MAX_LENGTH)
        .optional()
        .describe('Where to pay it, such as an account number. Only the owner and cashiers see it.'),
      userId: actorId,
    }),
    output: ofOwner,
  },
  cashierCancel: {
    method: 'POST',
    path: '/cashier/cancel',
    access: 'user',
    needsKey: true,
    secret: true,
    errors: ['MONEY_OFF', 'CASH_OUT_NOT_FOUND', 'CASH_OUT_CLOSED', 'CASH_OUT_TOO_LATE', ...RESTORED_ERRORS],
    summary: 'Take back one’s own request, until a cashier claims it and for three minutes afterwards.',
    input: z.strictObject({ requestId, userId: actorId }),
    output: ofOwner,
  },
  cashierClaim: {
    method: 'POST',
    path: '/cashier/claim',
    access: 'user',
    needsKey: true,
    secret: true,
    errors: [...DECISION_ERRORS, 'CASH_OUT_CLAIMED', 'CASH_OUT_NEEDS_OTHER', 'CASH_OUTS_HELD'],
    summary: 'Take over a request, so that no other cashier pays it. Another may take it over after a day.',
    input: z.strictObject({ requestId, userId: actorId }),
    output: decided,
  },
  cashierPay: {
    method: 'POST',
    path: '/cashier/pay',
    access: 'user',
    needsKey: true,
    secret: true,
    errors: [
      ...DECISION_ERRORS,
      ...RESTORED_ERRORS,
      ...(['CASH_OUT_NOT_CLAIMED', 'CASH_OUT_NEEDS_OTHER', 'OWES_MONEY', 'PAYOUTS_FROZEN'] as const),
      ...(['RECEIVER_REFUSED', 'AMOUNT_TOO_LARGE'] as const),
    ],
    summary: 'Record that a claimed request was paid. The first of two approvals pays nothing yet.',
    input: z.strictObject({ requestId, isChecked, userId: actorId }),
    output: decided,
  },
  cashierRefuse: {
    method: 'POST',
    path: '/cashier/refuse',
    access: 'user',
    needsKey: true,
    secret: true,
    errors: [...DECISION_ERRORS, ...RESTORED_ERRORS, 'CASH_OUT_CLAIMED'],
    summary: 'Refuse a request. The amount returns to its owner, who is told the reason.',
    input: z.strictObject({
      requestId,
      isChecked,
      reason: text(CASH_OUT_TEXT_MAX_LENGTH).describe('For the owner and the log.'),
      userId: actorId,
    }),
    output: decided,
  },
  cashierMinimum: {
    method: 'POST',
    path: '/cashier/minimum',
    access: 'user',
    errors: [...MONEY_ERRORS, 'FORBIDDEN', 'BANNED'],
    summary: 'Set a community’s smallest cash-out.',
    input: z.strictObject({ tokenName, minimum: amount, userId: actorId }),
    output: z.object({ minimum: units }),
  },
} as const satisfies Record<string, Call>
