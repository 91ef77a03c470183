import * as z from 'zod'
import { amount, units } from '../schemas/money.ts'
import { actorId, id, string, time, tokenName } from '../schemas/scalars.ts'
import type { Call } from './call.ts'

const address = z.string().describe('On the chain, with the checksum in its letters.')

const chainId = z.number().int().describe('As wallets know the chain.')
const confirmations = z.number().int().describe('Blocks, counted with its own, after which a deposit is credited.')

const chain = z.object({
  chainId,
  isLocal: z.boolean().describe('Only for trying out, on the server’s machine.'),
  contract: address.nullable().describe('Of the community’s token. Null: it gets one with the first address.'),
  minimum: units.describe('The smallest withdrawal. 0: any amount.'),
  confirmations,
})

const deposit = z.object({
  id,
  at: time.describe('When the server saw it.'),
  amount: units.describe('In units of 10⁻⁶ tokens, as text, rounded down.'),
  transaction: z.string().describe('Hash of its transaction.'),
  confirmations: z.number().int().describe('Blocks so far, counted with its own.'),
  state: z.enum(['pending', 'credited', 'gone']).describe('`gone`: a reorganisation removed it from the chain.'),
})

const withdrawal = z.object({
  id,
  at: time,
  amount: units,
  address: address.describe('Where it goes.'),
  transaction: z.string().nullable().describe('Hash of its transaction. Null: it isn’t signed yet.'),
  state: z.enum(['waiting', 'sent', 'done', 'failed']).describe('`failed`: the money is in the wallet again.'),
})

const CHAIN_ERRORS = ['MONEY_OFF', 'COMMUNITY_NOT_FOUND'] as const

/** Calls about money on a chain, on domains that have money. */
export const chainCalls = {
  walletChain: {
    method: 'GET',
    path: '/wallets/{tokenName}/chain',
    access: 'user',
    errors: CHAIN_ERRORS,
    summary: 'The chain with a community’s token, and the caller’s address and newest deposits there.',
    input: z.object({ tokenName }),
    output: z.object({
      chain: chain.nullable().describe('Null: this token is on no chain.'),
      address: address.nullable().describe('Where the caller’s deposits go. Null: `depositAddress` makes it.'),
      deposits: z.array(deposit).describe('The newest ones, newest first.'),
      withdrawals: z.array(withdrawal).describe('The newest ones, newest first.'),
    }),
  },
  depositAddress: {
    method: 'POST',
    path: '/wallet/depositAddress',
    access: 'user',
    quota: 'reaction',
    needsKey: true,
    errors: [...CHAIN_ERRORS, 'BANNED', 'JOIN_REQUIRED', 'COMMUNITY_ARCHIVED', 'COMMUNITY_TOO_NEW', 'CHAIN_OFF'],
    summary: 'The caller’s address for deposits in a community’s token. It stays the same.',
    input: z.strictObject({ tokenName, userId: actorId }),
    output: z.object({
      address,
      chainId,
      contract: address.describe('The only contract whose tokens count.'),
      confirmations,
    }),
  },
  withdraw: {
    method: 'POST',
    path: '/wallet/withdraw',
    access: 'user',
    quota: 'reaction',
    needsKey: true,
    errors: [
      ...CHAIN_ERRORS,
      'REAUTHENTICATION_REQUIRED',
      'CHAIN_OFF',
      'PAYOUTS_FROZEN',
      'ADDRESS_INVALID',
      'AMOUNT_TOO_FINE',
      'WITHDRAWAL_TOO_SMALL',
      'WITHDRAWAL_UNDER_WAY',
      'AMOUNT_TOO_LARGE',
      'INSUFFICIENT_BALANCE',
      'IN_DEBT',
      'SLOW_DOWN',
      'MONEY_LIMIT',
    ],
    summary:
      'Send a part of the balance to an address on the chain. It leaves the wallet at once, and takes minutes. The caller is told by mail and notifications.',
    input: z.strictObject({
      tokenName,
      amount,
      address: string(42)
        .regex(/^0x[\da-fA-F]{40}$/, 'Must be an address such as 0x….')
        .describe('On the chain. Capital letters must be its checksum.'),
      userId: actorId,
    }),
    output: withdrawal,
  },
} as const satisfies Record<string, Call>
