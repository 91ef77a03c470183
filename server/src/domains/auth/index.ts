import type { LinkedProvider } from '@stoa/contract'
import { MINUTE_MS } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { createProvided, type Platform } from '../../platform/platform.ts'
import type { AccountsDomain } from '../accounts/index.ts'
import type { CommunitiesDomain } from '../communities/index.ts'
import type { TenantsDomain } from '../tenants/index.ts'
import type { Providers } from '../tenants/provider-config.ts'
import { createWaitingAddresses } from './email-link/address-owner.ts'
import { createMailRateLimit } from './email-link/mail-rate-limit.ts'
import { createEmailProofs } from './email-link/proofs.ts'
import { emailRoutes } from './email-link/routes.ts'
import { createEmailServices } from './email-link/service.ts'
import { createIdentities } from './providers/identities.ts'
import { createUsedProofs } from './providers/proofs.ts'
import { identityRoutes } from './providers/routes.ts'
import type { ProviderProofs } from './second-factor/reauthentication.ts'
import { secondFactorRoutes } from './second-factor/routes.ts'
import { createSecondFactorServices } from './second-factor/services.ts'
import { createAccessTokens, createRefreshTokens } from './sessions/access-tokens.ts'
import { createCookies } from './sessions/cookies.ts'
import { createCredentialStuffingGuard } from './sessions/credential-stuffing-guard.ts'
import { createDevices } from './sessions/devices.ts'
import { createEmbedSignIn } from './sessions/embed-sign-in.ts'
import { createLockout } from './sessions/lockout.ts'
import { createPasswordSignIn } from './sessions/password-sign-in.ts'
import { createPasswords } from './sessions/passwords.ts'
import { sessionListRoutes, sessionRoutes } from './sessions/routes.ts'
import { createSessionService } from './sessions/service.ts'
import { createViewers } from './sessions/viewers.ts'

type Earlier = CommunitiesDomain & TenantsDomain & AccountsDomain & { providers: Providers }
export type AuthDomain = ReturnType<typeof registerAuth>

/** Sessions, and all ways to begin one. */
export function registerAuth(platform: Platform, earlier: Earlier) {
  const { config, secret, database, clock, eventCounts, fetchers, mount } = platform
  const { accounts, partnerOrigins, providers } = earlier
  const scale = config.rateScale
  const base = {
    ...platform,
    ...earlier,
    accessTokens: createAccessTokens({ secret, clock }),
    cookies: createCookies(config.url),
    devices: createDevices({ database, clock, secret }),
    emailProofs: createEmailProofs(platform),
    allowance: createMailRateLimit({ eventCounts, scale }),
    lockout: createLockout({ database, clock, eventCounts }),
    passwords: createPasswords(),
    usedProofs: createUsedProofs(platform),
  }
  /** Ends what was handed out to a user's sessions, in the transaction that ends one of them. */
  const revokeLinks = createProvided<[tx: Transaction, userId: string], Promise<void>>('links of sessions')
  const sessions = createSessionService({
    ...base,
    refreshTokens: createRefreshTokens(secret),
    revokeLinks: revokeLinks.call,
    forgetWaiting: createWaitingAddresses({ accounts, proofs: base.emailProofs }).forget,
  })
  // Who links or unlinks a provider asks for what else there is, and the other way round.
  const providersOf = createProvided<[userId: string, tx?: Transaction], Promise<LinkedProvider[]>>('linked providers')
  const providerProofsOf = createProvided<Parameters<ProviderProofs>, ReturnType<ProviderProofs>>('provider proofs')
  const factors = createSecondFactorServices({
    ...base,
    sessions,
    adminsNeedSecondFactor: config.adminsNeedSecondFactor,
    providersOf: providersOf.call,
    providerProofsOf: providerProofsOf.call,
  })
  const { signIns, accountSecurity, assertWayIn } = factors
  const email = createEmailServices({ ...base, sessions, signIns, proofs: base.emailProofs, rateScale: scale })
  const passwordSignIn = createPasswordSignIn({
    ...base,
    sessions,
    signIns,
    storm: createCredentialStuffingGuard({ eventCounts, clock, scale, kind: 'password' }),
    welcome: email.addressChange.welcome,
  })
  const identities = createIdentities({
    ...base,
    providers,
    sessions,
    signIns,
    fetcher: fetchers.keys,
    assertWayIn,
  })
  providersOf.provide((userId, tx) => identities.identities.of(userId, tx))
  providerProofsOf.provide((about) => identities.federated.proofsFor(about))
  const embedSignIn = createEmbedSignIn({ ...base, sessions, isRegisteredOrigin: partnerOrigins.isRegistered })
  const viewers = createViewers({ ...base, mayAdminister: accountSecurity.mayAdminister })

  const parts = { ...base, ...factors, ...email, ...identities, sessions, passwordSignIn, embedSignIn }
  sessionRoutes(mount, parts)
  sessionListRoutes(mount, parts)
  emailRoutes(mount, parts)
  secondFactorRoutes(mount, parts)
  identityRoutes(mount, parts)
  const { schedule } = platform.jobs
  schedule({ name: 'forget sessions', everyMs: 10 * MINUTE_MS, run: () => sessions.cleanUp() })
  schedule({ name: 'forget used proofs', everyMs: 10 * MINUTE_MS, run: () => base.usedProofs.cleanUp() })
  schedule({ name: 'forget mailed links', everyMs: 10 * MINUTE_MS, run: email.forgetMailed })

  const { accessTokens, cookies, devices, emailProofs, lockout } = base
  return {
    ...{ accessTokens, cookies, devices, emailProofs, lockout },
    ...{ sessions, revokeLinks, passwordSignIn, embedSignIn, viewers },
    ...factors,
    ...email,
    ...identities,
  }
}
