import { createHmac, timingSafeEqual } from 'node:crypto'
import { isId } from '@stoa/contract'
import { DomainError } from '../../../platform/domain-error.ts'
import type { Moonpay } from '../../../platform/moonpay-url.ts'
import { deriveKey, shortMac } from '../../../platform/security/keys.ts'

/** For whom a purchase is. */
export interface Buyer {
  userId: string
  communityId: string
}

/** Parameters that a client may choose, and their values. */
const CHOSEN: Record<string, RegExp> = {
  baseCurrencyCode: /^[a-z]{3}$/i,
  baseCurrencyAmount: /^\d{1,9}(\.\d{1,2})?$/,
  quoteCurrencyAmount: /^\d{1,12}(\.\d{1,18})?$/,
  paymentMethod: /^[a-z_]{1,40}$/,
  theme: /^(dark|light)$/,
  language: /^[a-z]{2}(-[A-Z]{2})?$/,
  colorCode: /^#[\da-f]{6}$/i,
}
const ID_LENGTH = 20

export type SignedUrls = ReturnType<typeof createSignedUrls>

/** Addresses of MoonPay's purchase page, for a person and community that its messages name again. */
export function createSignedUrls(secret: string) {
  const key = deriveKey(secret, 'stoa card purchases')
  const referenceOf = ({ userId, communityId }: Buyer) =>
    `${userId}${communityId}${shortMac(key, `${userId} ${communityId}`)}`

  return {
    /** For whom a purchase was; null if this forum has signed no such address. */
    buyerOf(reference: string): Buyer | null {
      const buyer = { userId: reference.slice(0, ID_LENGTH), communityId: reference.slice(ID_LENGTH, 2 * ID_LENGTH) }
      if (!isId(buyer.userId) || !isId(buyer.communityId)) return null
      const [given, expected] = [Buffer.from(reference), Buffer.from(referenceOf(buyer))]
      return given.length === expected.length && timingSafeEqual(given, expected) ? buyer : null
    },
    /**
     * Signs an address. It is made anew from parameters that are allowed, so that nothing else gets our signature. What
     * isn't the client's choice must be missing or what the forum would send. `wallet`: where the purchase arrives.
     */
    sign(url: string, about: { moonpay: Moonpay; wallet: string; buyer: Buyer; redirectUrl: string }): string {
      const { moonpay, wallet, buyer, redirectUrl } = about
      const own: Record<string, string> = {
        apiKey: moonpay.apiKey,
        currencyCode: moonpay.currency,
        walletAddress: wallet,
        externalTransactionId: referenceOf(buyer),
        redirectURL: redirectUrl,
      }
      const query = new URLSearchParams(own)
      for (const [name, value] of parametersOf(url, moonpay)) {
        const isAllowed = Object.hasOwn(own, name)
          ? own[name] === value
          : Object.hasOwn(CHOSEN, name) && CHOSEN[name]?.test(value)
        if (!isAllowed) throw refused(`The parameter ${name.slice(0, 40)} isn’t allowed, or not with this value.`)
        query.set(name, value)
      }
      const text = `?${query}`
      query.set('signature', createHmac('sha256', moonpay.secret).update(text).digest('base64'))
      return `${moonpay.origin}/?${query}`
    },
  }
}

/** The parameters of an address on MoonPay's purchase page, each once. */
function parametersOf(text: string, { origin }: Moonpay): [string, string][] {
  // Parsers disagree about backslashes, spaces and control characters.
  if (!/^[!-[\]-~]+$/.test(text) || !URL.canParse(text)) throw refused('Must be an address.')
  const url = new URL(text)
  const isPurchasePage =
    url.origin === origin && url.username === '' && url.password === '' && url.pathname === '/' && url.hash === ''
  if (!isPurchasePage) throw refused(`Must begin with ${origin}/?`)
  const parameters = [...url.searchParams]
  if (new Set(parameters.map(([name]) => name)).size < parameters.length) throw refused('Each parameter only once.')
  return parameters
}

const refused = (message: string) => new DomainError('VALIDATION_FAILED', [{ field: 'url', message }])
