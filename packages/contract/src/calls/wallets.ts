import * as z from 'zod'
import { unitsOf } from '../money.ts'
import { shownPerson } from '../schemas/events.ts'
import { cursor, limit, page } from '../schemas/paging.ts'
import { entityType } from '../schemas/references.ts'
import { actorId, id, string, time, tokenName } from '../schemas/scalars.ts'
import type { Call } from './call.ts'

/** An amount that somebody spends. */
const amount = string(16)
  .refine((value) => unitsOf(value) !== null, 'Must be a whole number of units of 10⁻⁶, at least 1.')
  .describe('In units of 10⁻⁶ tokens, as text.')
const units = z.string().describe('In units of 10⁻⁶ tokens, as text.')
const byToken = z.record(z.string(), units)

export const wallet = z.object({
  id: id.describe('The member, with all merged accounts.'),
  balance: byToken.describe('What can be spent, by token name.'),
  creditBalance: byToken.describe('Given by the domain, by token name. It can be spent on tips, and is spent first.'),
})

/** What a list of movements is limited to. */
export const movementFilter = z.enum(['all', 'tips', 'transfers', 'gifts'])

/** A change of a wallet. */
export const movement = z.object({
  id: id.describe('Id of the transfer.'),
  at: time,
  kind: z.enum(['balance', 'credit']).describe('Which of both it changed.'),
  amount: units.describe('In units of 10⁻⁶ tokens, as text; with a minus sign what was spent.'),
  reason: z
    .enum(['credit', 'grant', 'funding', 'tip', 'transfer', 'reversal', 'deposit', 'withdrawal'])
    .describe(
      '`credit` and `grant` are gifts of the domain and community; `reversal` takes one back; `deposit` came from a chain, `withdrawal` went there.',
    ),
  person: shownPerson.nullable().describe('Who was paid or paid. Null: the community or domain.'),
  postId: id.nullable().describe('The tipped post, or that of the tipped comment, if the caller may see it.'),
  commentId: id.nullable(),
})

/** A request to be paid. */
const cashOut = z.object({ id, amount: units, at: time })

const MONEY_ERRORS = ['MONEY_OFF', 'COMMUNITY_NOT_FOUND'] as const
const SPENDING_ERRORS = [
  ...MONEY_ERRORS,
  'BANNED',
  'JOIN_REQUIRED',
  'COMMUNITY_ARCHIVED',
  'INSUFFICIENT_BALANCE',
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
    }),
  },
  cashierList: {
    method: 'GET',
    path: '/cashier',
    access: 'user',
    errors: MONEY_ERRORS,
    summary: 'A community’s cashier account, and who waits to be paid: nobody, as long as there are no cash-outs.',
    input: z.object({ tokenName }),
    output: page(cashOut).extend({ cashierBalance: units.describe('What the community itself has.') }),
  },
} as const satisfies Record<string, Call>
