import type { ErrorCode } from '../errors.ts'
import type { Route } from '../routes.ts'

/** What a domain's `signInProviders` may name, as far as calls know it. */
export type SignInWay = 'password' | 'emailLink' | 'passkey' | 'google' | 'firebase'

/** One call of the interface, as plain data. */
export interface Call extends Route {
  errors: readonly ErrorCode[]
  summary: string
  /** A way to sign in, which not every domain offers. Default: none. */
  way?: SignInWay
  /** Bytes of the largest body. Default: `BODY_LIMIT`. */
  bodyLimit?: number
}
