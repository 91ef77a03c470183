import { createHmac } from 'node:crypto'
import type { APIRequestContext, BrowserContext } from '@playwright/test'
import { expect } from './harness.ts'

const HOST = 'buy-sandbox.moonpay.com'
const [KEY, SECRET, WEBHOOK] = ['pk_test_journey', 'sk_test_journey', 'wk_test_journey']
const WALLET = `0x${'c0ffee'.repeat(6)}abcd`

/** The value of `STOA_MOONPAY_URL`. */
export const MOONPAY_URL = `https://${KEY}:${SECRET}@${HOST}/usdc_polygon?wallet=${WALLET}&webhook=${WEBHOOK}&token=FORUM`

/** Puts a page in MoonPay's place, which leads back to the forum with the purchase's id. */
export async function openMoonpay(context: BrowserContext, transactionId: string): Promise<void> {
  await context.route(`https://${HOST}/**`, async (route) => {
    const url = new URL(route.request().url())
    const back = new URL(url.searchParams.get('redirectURL') ?? '')
    back.searchParams.set('transactionId', transactionId)
    back.searchParams.set('transactionStatus', 'pending')
    const href = back.href.replaceAll('&', '&amp;')
    const body = `<!doctype html><html lang="en"><title>MoonPay</title><a href="${href}">Return to the forum</a></html>`
    await route.fulfill({ contentType: 'text/html', body })
  })
}

/** What the forum has signed about a purchase. Fails if the signature isn't right. */
export function purchaseOf(address: string): { reference: string } {
  const url = new URL(address)
  const signature = url.searchParams.get('signature')
  url.searchParams.delete('signature')
  expect(signature).toBe(createHmac('sha256', SECRET).update(url.search).digest('base64'))
  expect(Object.fromEntries(url.searchParams)).toMatchObject({ apiKey: KEY, walletAddress: WALLET })
  return { reference: url.searchParams.get('externalTransactionId') ?? '' }
}

/** Tells the forum about a purchase, as MoonPay does. */
export async function tellForum(
  request: APIRequestContext,
  about: { forum: string; id: string; reference: string; status: string; coins: number },
): Promise<void> {
  const { forum, id, reference, status, coins } = about
  const body = JSON.stringify({
    type: status === 'refunded' ? 'transaction_refunded' : 'transaction_updated',
    data: {
      ...{ id, status, externalTransactionId: reference, walletAddress: WALLET },
      ...{ currency: { code: 'usdc_polygon' }, quoteCurrencyAmount: coins },
    },
  })
  const time = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', WEBHOOK).update(`${time}.${body}`).digest('hex')
  const headers = { 'content-type': 'application/json', 'moonpay-signature-v2': `t=${time},s=${signature}` }
  const response = await request.post(`${forum}/api/moonpay/webhook`, { data: body, headers })
  expect(response.status()).toBe(204)
}
