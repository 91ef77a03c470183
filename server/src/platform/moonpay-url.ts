import { TOKEN_NAME } from '@stoa/contract'

/** An account at MoonPay, with which members buy tokens by card. */
export interface Moonpay {
  /** Of its purchase page: real or for tests. */
  origin: string
  apiKey: string
  /** Signs addresses of purchases. */
  secret: string
  /** Signs what MoonPay tells the forum. */
  webhookKey: string
  /** What is bought, by MoonPay's code. One of it is one token of one community. */
  currency: string
  /** The only community whose tokens are bought: what arrives backs no others. */
  tokenName: string
  /** Where purchases arrive: an address of the operator, to which nothing else may be sent. */
  wallet: string
}

/** The purchase page's hosts by the kind of key they accept. */
const HOSTS: Record<string, string> = { live: 'buy.moonpay.com', test: 'buy-sandbox.moonpay.com' }
const CURRENCY = /^\/[a-z\d_]{2,40}$/
const WALLET = /^[A-Za-z\d]{20,100}$/

/** `https://API_KEY:SECRET_KEY@buy.moonpay.com/usdc_polygon?wallet=0x…&webhook=WEBHOOK_KEY&token=FORUM`; null if it isn't. */
export function parseMoonpayUrl(text: string): Moonpay | null {
  if (!URL.canParse(text)) return null
  const { protocol, host, origin, pathname, searchParams, username, password } = new URL(text)
  const kind = /^pk_(live|test)_\w+$/.exec(username)?.[1] ?? ''
  const [wallet, webhookKey] = [searchParams.get('wallet') ?? '', searchParams.get('webhook') ?? '']
  const tokenName = searchParams.get('token') ?? ''
  const isComplete =
    protocol === 'https:' &&
    host === HOSTS[kind] &&
    password.startsWith(`sk_${kind}_`) &&
    CURRENCY.test(pathname) &&
    WALLET.test(wallet) &&
    webhookKey !== '' &&
    TOKEN_NAME.test(tokenName)
  if (!isComplete) return null
  return { origin, apiKey: username, secret: password, webhookKey, currency: pathname.slice(1), tokenName, wallet }
}
