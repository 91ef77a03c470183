import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { MOONPAY_URL } from '../../../../test/harness.ts'
import { type Moonpay, parseMoonpayUrl } from '../../../platform/moonpay-url.ts'
import { createSignedUrls } from './signed-urls.ts'

const moonpay = parseMoonpayUrl(MOONPAY_URL) as Moonpay
const buyer = { userId: 'a'.repeat(20), communityId: 'b'.repeat(20) }
const redirectUrl = 'https://forum.example/bbs/fiat-in-success?token=FORUM'
const urls = createSignedUrls('x'.repeat(32))
const sign = (url: string, of = buyer) => urls.sign(url, { moonpay, wallet: moonpay.wallet, buyer: of, redirectUrl })
const reference = (of = buyer) =>
  new URL(sign('https://buy-sandbox.moonpay.com/', of)).searchParams.get('externalTransactionId') ?? ''

test('an address gets what the forum adds, and the signature of its query last', () => {
  const signed = sign(
    'https://buy-sandbox.moonpay.com/?baseCurrencyCode=eur&baseCurrencyAmount=20.50&colorCode=%23aabbcc',
  )
  const query = signed.slice('https://buy-sandbox.moonpay.com/'.length)
  const [text = '', signature = ''] = query.split('&signature=')
  // MoonPay signs the query with its question mark.
  expect(decodeURIComponent(signature)).toBe(createHmac('sha256', 'sk_test_forum').update(text).digest('base64'))
  expect(Object.fromEntries(new URLSearchParams(text))).toEqual({
    ...{ apiKey: 'pk_test_forum', currencyCode: 'usdc', walletAddress: moonpay.wallet, redirectURL: redirectUrl },
    ...{
      externalTransactionId: reference(),
      baseCurrencyCode: 'eur',
      baseCurrencyAmount: '20.50',
      colorCode: '#aabbcc',
    },
  })
})

test('what the forum has signed can be signed again, if it repeats only what the forum adds', () => {
  const [withoutSignature = ''] = sign('https://buy-sandbox.moonpay.com/?theme=dark').split('&signature=')
  expect(sign(withoutSignature)).toBe(sign('https://buy-sandbox.moonpay.com/?theme=dark'))
})

const PAGE = 'https://buy-sandbox.moonpay.com/'
test.each([
  '',
  'buy-sandbox.moonpay.com',
  '//buy-sandbox.moonpay.com/',
  'http://buy-sandbox.moonpay.com/',
  'https://buy.moonpay.com/',
  'https://buy-sandbox.moonpay.com.evil.example/',
  'https://evil.example/?https://buy-sandbox.moonpay.com/',
  'https://evil.example/buy-sandbox.moonpay.com/',
  'https://evil.example#buy-sandbox.moonpay.com/',
  'https://buy-sandbox.moonpay.com@evil.example/',
  'https://evil.example@buy-sandbox.moonpay.com/',
  'https://user:password@buy-sandbox.moonpay.com/',
  'https://buy-sandbox.moonpay.com:8443/',
  'https://buy-sandbox.moonpay.com./',
  'https://buy-sandbox.moonpay.com\\@evil.example/',
  'https:\\\\buy-sandbox.moonpay.com\\',
  'https://buy-sandbox.moonpay.com/\t?theme=dark',
  ' https://buy-sandbox.moonpay.com/',
  'https://buy-sandbox.moonpay.com/\n',
  'https://buy‑sandbox.moonpay.com/',
  'https://sell.moonpay.com/',
  'https://api.moonpay.com/v3/transactions',
  'https://moonpay.com/',
  'javascript:alert(1)//buy-sandbox.moonpay.com/',
  'data:text/html,buy-sandbox.moonpay.com',
  `${PAGE}swap`,
  `${PAGE}v2/../buy`,
  `${PAGE}#signature`,
  `${PAGE}?apiKey=pk_test_other`,
  `${PAGE}?apiKey=`,
  `${PAGE}?walletAddress=0x${'d'.repeat(40)}`,
  `${PAGE}?walletAddress=0x${'c'.repeat(40)}&walletAddress=0x${'d'.repeat(40)}`,
  `${PAGE}?walletAddresses=%7B%22usdc%22%3A%220xd%22%7D`,
  `${PAGE}?walletAddressTag=1`,
  `${PAGE}?WalletAddress=0x${'d'.repeat(40)}`,
  `${PAGE}?currencyCode=btc`,
  `${PAGE}?defaultCurrencyCode=btc`,
  `${PAGE}?redirectURL=https://evil.example/`,
  `${PAGE}?externalTransactionId=${'z'.repeat(62)}`,
  `${PAGE}?externalCustomerId=${'z'.repeat(20)}`,
  `${PAGE}?email=ada@example.com`,
  `${PAGE}?signature=abc`,
  `${PAGE}?baseCurrencyAmount=1e3`,
  `${PAGE}?baseCurrencyAmount=1,5`,
  `${PAGE}?baseCurrencyAmount=-1`,
  `${PAGE}?theme=dark&theme=light`,
  `${PAGE}?__proto__=1`,
  `${PAGE}?constructor=1`,
  `${PAGE}?toString=1`,
])('%j gets no signature', (url) => {
  expect(() => sign(url)).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED' }))
})

test('another person’s reference is refused', () => {
  const other = reference({ ...buyer, userId: 'c'.repeat(20) })
  expect(() => sign(`${PAGE}?externalTransactionId=${other}`)).toThrow()
})

test('a reference names its buyer, and nobody can make one', () => {
  expect(urls.buyerOf(reference())).toEqual(buyer)
  const other = reference({ ...buyer, userId: 'c'.repeat(20) })
  for (const forged of ['', 'x', `${reference()}x`, reference().slice(0, -1), 'c'.repeat(20) + reference().slice(20)])
    expect(urls.buyerOf(forged)).toBeNull()
  expect(urls.buyerOf(reference().slice(0, 40) + other.slice(40))).toBeNull()
  expect(createSignedUrls('y'.repeat(32)).buyerOf(reference())).toBeNull()
})

test.each([
  'https://pk_live_a:sk_live_b@buy.moonpay.com/usdc_polygon?wallet=0x0000000000000000000000000000000000000001&webhook=wk&token=FORUM',
  MOONPAY_URL,
])('%s is an account', (url) => {
  expect(parseMoonpayUrl(url)).not.toBeNull()
})

test.each([
  'https://pk_live_a:sk_live_b@buy-sandbox.moonpay.com/usdc?wallet=0x0000000000000000000000000000000000000001&webhook=wk&token=FORUM',
  'https://pk_live_a:sk_test_b@buy.moonpay.com/usdc?wallet=0x0000000000000000000000000000000000000001&webhook=wk&token=FORUM',
  'https://pk_live_a:sk_live_b@buy.moonpay.com/?wallet=0x0000000000000000000000000000000000000001&webhook=wk&token=FORUM',
  'https://pk_live_a:sk_live_b@buy.moonpay.com/usdc?webhook=wk',
  'https://pk_live_a:sk_live_b@buy.moonpay.com/usdc?wallet=0x0000000000000000000000000000000000000001&token=FORUM',
  'https://pk_live_a:sk_live_b@evil.example/usdc?wallet=0x0000000000000000000000000000000000000001&webhook=wk&token=FORUM',
  'http://pk_live_a:sk_live_b@buy.moonpay.com/usdc?wallet=0x0000000000000000000000000000000000000001&webhook=wk&token=FORUM',
  'https://pk_live_a:sk_live_b@buy.moonpay.com/usdc?wallet=0x0000000000000000000000000000000000000001&webhook=wk',
  'https://pk_live_a:sk_live_b@buy.moonpay.com/usdc?wallet=0x0000000000000000000000000000000000000001&webhook=wk&token=a+b',
  'buy.moonpay.com',
])('%s is no account', (url) => {
  expect(parseMoonpayUrl(url)).toBeNull()
})
