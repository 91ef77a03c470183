import type { ErrorCode } from '../errors.ts'
import type { Route } from '../routes.ts'

/** Sign-in methods in a domain's `signInProviders`, as far as calls depend on them. */
export type SignInWay = 'password' | 'emailLink' | 'passkey' | 'google' | 'firebase'

/** A call of the API, as plain data. */
export interface Call extends Route {
  errors: readonly ErrorCode[]
  summary: string
  /** A sign-in method that only some domains offer. Default: none. */
  way?: SignInWay
  /**
   * The response contains credentials, proofs or addresses, so that copies kept for retries are encrypted. Default: true
   * for calls with `cookie`.
   */
  secret?: true
  /** Maximum body in bytes. Default: `BODY_LIMIT`. */
  bodyLimit?: number
}
