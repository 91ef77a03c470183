import type * as z from 'zod'
import type { ErrorCode } from '../errors.ts'
import type { FloodClass, QuotaClass } from '../limits.ts'
import { isWrite, type Route } from '../route.ts'

/** Sign-in methods in a domain's `signInProviders`, as far as calls depend on them. */
export type SignInMethod = 'password' | 'emailLink' | 'passkey' | 'google' | 'firebase'

/** The declaration of a call of the API. */
export interface Call extends Omit<Route, 'rate'> {
  /** Rate limit of every request, including refused ones. Default: `read` for GET, `write` for others. */
  rate?: FloodClass
  /** Rate limit of successful calls only. */
  quota?: QuotaClass
  /** Accepts an access token bound to a partner's site. Default false. */
  site?: true
  /** The widgets on partners' pages that make it: all, or moderators' only, which load its route later. Default: none. */
  widget?: 'all' | 'moderators'
  /** Only from the forum's own origin, with its cookie. Default false. */
  cookie?: true
  /** Only pages of the forum may send a browser here; for redirects. Default false. */
  ownPage?: true
  /** Refused without an `Idempotency-Key`, so that no retry can do it twice. Default: the key is optional. */
  needsKey?: true
  /** Ends the sender's session. A repeat with the same token gets the first response although the token is invalid. */
  endsSession?: true
  /**
   * Format of a successful response. Default: JSON in the envelope. Errors are JSON; for redirects they are the sign-in
   * page.
   */
  responseFormat?: 'html' | 'redirect' | 'file'
  /** Accepted although the forum has no owner yet: makes one. Default false. */
  makesOwner?: true
  /** A sign-in method that only some domains offer. Default: none. */
  signInMethod?: SignInMethod
  /**
   * The response contains credentials, proofs, addresses, payment details or messages, so that copies kept for retries
   * are encrypted. Default: true for calls with `cookie`.
   */
  secret?: true
  /** Maximum body in bytes. Default: `BODY_LIMIT`. */
  bodyLimit?: number
  /** Message of AUTH_REQUIRED without an access token. Default: that of the code. */
  signedOutMessage?: string
  /** Its own errors. Those implied by the fields above are not repeated; see `errorsOf`. */
  errors: readonly ErrorCode[]
  /** One line of description. */
  summary: string
  /** What clients send, in query, path or body. */
  input: z.ZodType
  /** The `payload` of a successful response. */
  output: z.ZodType
}

/** The rate limit of every request of a call. */
export function rateOf({ method, rate }: Pick<Call, 'method' | 'rate'>): FloodClass {
  return rate ?? (method === 'GET' ? 'read' : 'write')
}

/** Whether a call is refused until the forum has an owner: writes, and redirects, which may create an account. */
export function waitsForSetup(call: Call): boolean {
  return call.makesOwner !== true && (isWrite(call) || call.responseFormat === 'redirect')
}

/** Every error of a call: its own and those of its gates. */
export function errorsOf(call: Call): ErrorCode[] {
  const { method, access, cookie, signInMethod } = call
  const isPost = method === 'POST'
  const gates: [boolean, ErrorCode[]][] = [
    [true, ['VALIDATION_FAILED', 'RATE_LIMITED', 'UNAVAILABLE', 'INTERNAL']],
    [isPost, ['MALFORMED_BODY', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'ACTOR_MISMATCH']],
    [method !== 'GET' && !cookie, ['ORIGIN_NOT_REGISTERED']],
    [isWrite(call), ['IDEMPOTENCY_MISMATCH']],
    [isWrite(call) || method === 'DELETE', ['VIEWING_AS']],
    [waitsForSetup(call), ['SETUP_PENDING']],
    [access !== 'public', ['AUTH_REQUIRED', 'TOKEN_EXPIRED', 'SITE_BOUND', 'KEY_SCOPE']],
    [access === 'app-check', ['APP_CHECK_REQUIRED']],
    [cookie === true || method === 'GET', ['CSRF_REFUSED']],
    [signInMethod !== undefined, ['METHOD_UNAVAILABLE']],
  ]
  return [...new Set([...call.errors, ...gates.flatMap(([passes, codes]) => (passes ? codes : []))])]
}
