import * as oidc from 'openid-client'
import { type Clock, HOUR_MS } from '../../../../platform/clock.ts'
import { fetchBounded } from '../../../../platform/fetcher/fetcher.ts'
import { sha256 } from '../../../../platform/security/keys.ts'
import type { OAuthId, OAuthProvider, OidcProvider, Provider } from '../../tenants/index.ts'
import { askProfile, type Profile, profileOfClaims } from './profiles.ts'

/** The data of a started sign-in, which its result must match. */
export interface Attempt {
  redirectUri: string
  state: string
  nonce: string
  codeVerifier: string
  /** If the provider tells, the person must have signed in there since this time. Default: any time. */
  freshSince?: number | null
}

/** Protocols of providers: OpenID Connect, or OAuth 2 where that isn't available. */
export interface ProviderClients {
  /** The address to redirect the browser to. */
  begin(provider: Provider, attempt: Attempt): Promise<URL>
  /** The profile of the person who signed in there, from the returned query. Throws if any check fails. */
  complete(provider: Provider, attempt: Attempt & { query: string }): Promise<Profile>
}

/** How long metadata is cached; endpoints may change. */
const DISCOVERED_FOR_MS = HOUR_MS

/** Tolerated clock difference. */
const TOLERANCE_MS = 30_000

const SCOPES: Record<OAuthId, string> = {
  github: 'read:user user:email',
  twitter: 'users.read tweet.read',
  facebook: 'public_profile',
}

export function createProviderClients({ clock }: { clock: Clock }): ProviderClients {
  const discovered = new Map<string, { at: number; configuration: Promise<oidc.Configuration> }>()

  /** The issuer's metadata, cached unless it fails. */
  function discover(provider: OidcProvider): Promise<oidc.Configuration> {
    // Domains may have clients of their own at the same provider, and secrets change.
    const { id, issuer, clientId, clientSecret } = provider
    const key = sha256(JSON.stringify([id, issuer, clientId, clientSecret]))
    const cachedDiscovery = discovered.get(key)
    if (cachedDiscovery && clock.now() - cachedDiscovery.at < DISCOVERED_FOR_MS) return cachedDiscovery.configuration
    const configuration = askIssuer(provider)
    discovered.set(key, { at: clock.now(), configuration })
    configuration.catch(() => discovered.delete(key))
    return configuration
  }

  const configure = (provider: Provider) =>
    provider.kind === 'oidc' ? discover(provider) : staticConfiguration(provider)

  return {
    async begin(provider, { redirectUri, state, nonce, codeVerifier, freshSince = null }) {
      const configuration = await configure(provider)
      return oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: provider.kind === 'oidc' ? 'openid email profile' : SCOPES[provider.id],
        state,
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(provider.kind === 'oidc' ? { nonce } : {}),
        // Equivalent to `prompt=login`, for providers that don't support that.
        ...(provider.kind === 'oidc' && freshSince !== null ? { max_age: '0' } : {}),
      })
    },
    async complete(provider, { redirectUri, state, nonce, codeVerifier, query, freshSince = null }) {
      const configuration = await configure(provider)
      const checks = { expectedState: state, pkceCodeVerifier: codeVerifier }
      // Must match the address sent at the start, without the query: the library passes it on.
      const address = new URL(`${redirectUri}${query}`)
      if (provider.kind === 'oauth') {
        const tokens = await oidc.authorizationCodeGrant(configuration, address, checks)
        return askProfile(provider, tokens.access_token)
      }
      const tokens = await oidc.authorizationCodeGrant(configuration, address, { ...checks, expectedNonce: nonce })
      const claims = tokens.claims()
      if (!claims) throw new Error('There is no identity token.')
      const { auth_time: at } = claims
      const isStale = freshSince !== null && at !== undefined && at * 1000 < freshSince - TOLERANCE_MS
      if (isStale) throw new Error('The person was signed in there before, and not asked again.')
      const who = { issuer: claims.iss, subject: claims.sub }
      const isMissing = claims.email === undefined || claims.name === undefined
      const more: Partial<oidc.UserInfoResponse> =
        isMissing && configuration.serverMetadata().userinfo_endpoint
          ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)
          : {}
      // The address and its verification must come from the same source.
      const { email: _, email_verified: __, ...others } = more
      return profileOfClaims(who, { ...(claims.email === undefined ? more : others), ...claims })
    },
  }
}

async function askIssuer({ issuer, clientId, clientSecret }: OidcProvider): Promise<oidc.Configuration> {
  const options = { [oidc.customFetch]: bounded, ...(issuer.startsWith('http:') ? inTheClear : {}) }
  const discovery = await oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, options)
  const metadata = discovery.serverMetadata()
  if (!metadata.jwks_uri) throw new Error(`${issuer} publishes no keys.`)
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const isBasic = !methods.includes('client_secret_post')
  return prepared(metadata, { clientId, clientSecret, isBasic })
}

async function staticConfiguration({
  id,
  issuer,
  clientId,
  clientSecret,
  endpoints,
}: OAuthProvider): Promise<oidc.Configuration> {
  const metadata = { issuer, authorization_endpoint: endpoints.authorization, token_endpoint: endpoints.token }
  return prepared(metadata, { clientId, clientSecret, isBasic: id === 'twitter' })
}

const inTheClear = { execute: [oidc.allowInsecureRequests] }
const bounded: oidc.CustomFetch = (url, options) => fetchBounded(url, options as Parameters<typeof fetchBounded>[1])

function prepared(
  metadata: oidc.ServerMetadata,
  about: { clientId: string; clientSecret: string; isBasic: boolean },
): oidc.Configuration {
  const { clientId, clientSecret, isBasic } = about
  const clientAuthentication = isBasic ? oidc.ClientSecretBasic(clientSecret) : oidc.ClientSecretPost(clientSecret)
  const configuration = new oidc.Configuration(metadata, clientId, clientSecret, clientAuthentication)
  configuration[oidc.customFetch] = bounded
  // Verifies identity tokens with the issuer's public keys.
  if (metadata.jwks_uri) oidc.enableNonRepudiationChecks(configuration)
  // Possible only for a provider on this machine.
  if (metadata.token_endpoint?.startsWith('http:')) oidc.allowInsecureRequests(configuration)
  return configuration
}
