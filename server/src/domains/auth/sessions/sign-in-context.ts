import type { AddressBucket } from '../../../platform/security/address.ts'
import type { Domain } from '../../tenants/domain-config.ts'
/** Where a sign-in comes from. */
export interface SignInContext {
  /** Address; of IPv6 the part that one household commonly holds. */
  prefix: string
  /** The address as parts of the network that may be one customer's, the narrowest first. */
  networks: AddressBucket[]
  /** The device cookie. */
  device: string | null
  /** What the browser keeps while it is asked for a second factor; where it has none yet, what it is to keep. */
  mark: string
  userAgent: string
  /** The forum that is signed in to. */
  domain: Domain
}
