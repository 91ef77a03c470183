import { randomBytes } from 'node:crypto'
import type { RecordResponse } from '../../../../platform/calls/context.ts'
import { DomainError } from '../../../../platform/domain-error.ts'
import { sha256 } from '../../../../platform/security/keys.ts'
import type { Referral } from '../../accounts/index.ts'
import type { Providers, TokenIssuer } from '../../tenants/index.ts'
import type { SignInContext } from '../sessions/sign-in-context.ts'
import type { SignInOutcome } from '../sessions/sign-ins.ts'
import type { FederatedSignIn } from './federated.ts'
import { profileOfClaims } from './profiles.ts'
import type { Claims, TokenReader } from './token-issuers.ts'

interface Dependencies {
  reader: TokenReader
  federated: Pick<FederatedSignIn, 'signIn'>
  providers: Pick<Providers, 'oneTap' | 'firebase'>
  now(): number
}

/** A token that a third-party script gave the page. */
export interface CredentialInput {
  token: string
  referral: Referral
  signInContext: SignInContext
  record: RecordResponse<SignInOutcome>
}

/** Sign-in with a token from a third-party script: Google's one-tap credential or Firebase's identity token. */
export function createCredentialSignIn({ reader, federated, providers, now }: Dependencies) {
  const who = ({ sub: subject }: Claims, { issuers: [issuer] }: TokenIssuer) => ({ issuer, subject })

  return {
    /** The browser's half of a nonce, and the half that Google must include in the credential. */
    oneTapNonce() {
      const { clientId } = required(providers.oneTap)
      const secret = randomBytes(32).toString('base64url')
      return { secret, nonce: nonceOf(secret), clientId }
    },
    /** `secret`: the browser's half from `oneTapNonce`. Throws INVALID_CREDENTIALS. */
    async oneTap(
      { token, referral, signInContext, record }: CredentialInput,
      secret: string | null,
    ): Promise<SignInOutcome> {
      const issuer = required(providers.oneTap)
      const claims = await reader.read(token, issuer)
      if (secret === null || claims.nonce !== nonceOf(secret)) throw new DomainError('INVALID_CREDENTIALS')
      // Treat Google's two issuer names as one, as in redirects.
      const profile = profileOfClaims(who(claims, issuer), claims)
      const proof = { name: `nonce ${claims.nonce}`, expiresAt: claims.exp * 1000 }
      return federated.signIn({
        profile,
        providerId: 'google',
        signInContext,
        method: 'oneTap',
        referral,
        proof,
        record,
      })
    },
    /** Throws INVALID_CREDENTIALS. */
    async firebase({ token, referral, signInContext, record }: CredentialInput): Promise<SignInOutcome> {
      const issuer = required(providers.firebase)
      const claims = await reader.read(token, issuer)
      if (!isSignedIn(claims, now())) throw new DomainError('INVALID_CREDENTIALS')
      const profile = profileOfClaims(who(claims, issuer), claims)
      return federated.signIn({ profile, providerId: 'firebase', signInContext, method: 'firebase', referral, record })
    },
  }
}

function nonceOf(secret: string): string {
  return sha256(`one-tap ${secret}`)
}

function required(issuer: TokenIssuer | null): TokenIssuer {
  if (!issuer) throw new DomainError('METHOD_UNAVAILABLE')
  return issuer
}

/** Whether the person has signed in there. Firebase also issues tokens to anonymous visitors. */
function isSignedIn({ auth_time: at, firebase }: Claims, now: number): boolean {
  const isAnonymous = (firebase as { sign_in_provider?: unknown } | undefined)?.sign_in_provider === 'anonymous'
  return typeof at === 'number' && at * 1000 <= now && !isAnonymous
}
