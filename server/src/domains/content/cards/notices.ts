import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import type { Moonpay } from '../../../platform/moonpay-url.ts'

/** What MoonPay tells about a purchase. */
export interface Notice {
  providerId: string
  outcome: 'pending' | 'completed' | 'failed' | 'refunded'
  /** What the forum put into the address. */
  reference: string
  wallet: string
  currency: string
  /** How many coins arrived, as MoonPay writes it. */
  coins: unknown
  /** When the purchase became so, by MoonPay's clock. 0: it doesn't say. */
  at: number
}

const text = z.string().max(200).nullish()
const sent = z.object({
  type: z.string().max(100),
  data: z.object({
    id: z.string().regex(/^[\w-]{1,64}$/),
    status: text,
    externalTransactionId: text,
    walletAddress: text,
    currency: z.object({ code: text }).nullish(),
    quoteCurrencyAmount: z.unknown(),
    updatedAt: z.unknown().optional(),
  }),
})

const SIGNATURE = /^t=(\d{1,15}),s=([\da-f]{64})$/
/**
 * MoonPay documents neither an event nor a status of refunds, only that a purchase failed
 * (https://dev.moonpay.com/reference/reference-webhooks-buy, https://dev.moonpay.com/reference/getbuytransaction). What
 * says so anyway is taken at its word.
 */
const REFUND = /refund|chargeback/i

/** Whether a request is MoonPay's: its header signs the time and the body's bytes. */
export function isSigned(body: Buffer, signature: string, { webhookKey }: Moonpay): boolean {
  const [, time, mac = ''] = SIGNATURE.exec(signature) ?? []
  if (time === undefined) return false
  const expected = createHmac('sha256', webhookKey).update(`${time}.`).update(body).digest()
  return timingSafeEqual(Buffer.from(mac, 'hex'), expected)
}

/** The notice of a request; null: it is about something else. */
export function noticeOf(body: Buffer): Notice | null {
  let value: unknown
  try {
    value = JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
  const parsed = sent.safeParse(value)
  if (!parsed.success || !parsed.data.type.startsWith('transaction_')) return null
  const { type, data } = parsed.data
  const { id, status, externalTransactionId, walletAddress, currency, quoteCurrencyAmount, updatedAt } = data
  return {
    ...{ providerId: id, outcome: outcomeOf(type, status ?? ''), reference: externalTransactionId ?? '' },
    ...{ wallet: walletAddress ?? '', currency: currency?.code ?? '', coins: quoteCurrencyAmount },
    at: (typeof updatedAt === 'string' && Date.parse(updatedAt)) || 0,
  }
}

function outcomeOf(type: string, status: string): Notice['outcome'] {
  if (REFUND.test(type) || REFUND.test(status)) return 'refunded'
  return status === 'completed' || status === 'failed' ? status : 'pending'
}
