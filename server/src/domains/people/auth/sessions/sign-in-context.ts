import type { AddressBucket } from '../../../../platform/security/address.ts'
import type { Domain } from '../../tenants/index.ts'
/** Where a sign-in comes from. */
export interface SignInContext {
  /** Address; for IPv6 the prefix one household commonly has. */
  prefix: string
  /** Prefixes of the address that may belong to one customer, the narrowest first. */
  networks: AddressBucket[]
  /** The device cookie. */
  device: string | null
  /** Binds a second-factor challenge to the browser. Created if it has none. */
  mark: string
  userAgent: string
  /** The forum's domain. */
  domain: Domain
}
