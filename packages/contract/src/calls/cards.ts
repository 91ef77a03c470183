import * as z from 'zod'
import { id, string, time, tokenName } from '../schemas/scalars.ts'
import type { Call } from './call.ts'

const units = z.string().describe('In units of 10⁻⁶ tokens, as text.')

export const cardPurchase = z
  .object({
    id,
    providerId: z.string().describe('The provider’s id, which its receipt names.'),
    at: time,
    status: z
      .enum(['pending', 'completed', 'failed', 'refunded', 'review'])
      .describe('`review`: paid, but an operator has to look at it.'),
    amount: units.describe('What arrived, in units of 10⁻⁶ tokens, as text.'),
    owed: units.describe('What a refund still has to take back, because it was spent.'),
  })
  .describe('A purchase of tokens by card.')

const CARD_ERRORS = ['MONEY_OFF', 'COMMUNITY_NOT_FOUND'] as const

/** Calls about purchases of tokens by card. MoonPay sells them on its own page. */
export const cardCalls = {
  moonpaySignUrl: {
    method: 'POST',
    path: '/moonpay/signUrl',
    access: 'user',
    errors: [...CARD_ERRORS, 'CARDS_OFF', 'BANNED', 'JOIN_REQUIRED', 'COMMUNITY_ARCHIVED'],
    summary:
      'Sign an address of MoonPay’s purchase page for the caller. Key, currency, wallet and the way back are added; other values of them, and unknown parameters, are refused.',
    input: z.strictObject({
      url: string(2000).describe(
        'On MoonPay’s host, such as https://buy.moonpay.com/?baseCurrencyCode=eur&baseCurrencyAmount=20.',
      ),
      tokenName: tokenName.optional().describe('Which token. Default: that of the domain’s default community.'),
    }),
    output: z.object({ signedUrl: z.string().describe('Where the caller buys.') }),
  },
  cardPurchases: {
    method: 'GET',
    path: '/wallets/{tokenName}/purchases',
    access: 'user',
    errors: CARD_ERRORS,
    summary: 'The caller’s newest purchases of a token by card, and where to buy.',
    input: z.object({ tokenName }),
    output: z.object({
      items: z.array(cardPurchase).describe('The newest 20, newest first.'),
      buyUrl: z.string().nullable().describe('For `/moonpay/signUrl`. Null: the caller can’t buy here.'),
    }),
  },
} as const satisfies Record<string, Call>
