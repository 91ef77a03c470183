import type { Me } from '@stoa/contract'
import type { CallRequest } from '../../../platform/calls/context.ts'
import { MINUTE_MS } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { isDomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountsDomain } from '../accounts/index.ts'
import type { CommunitiesDomain } from '../communities/index.ts'
import type { MembershipsDomain } from '../memberships/index.ts'
import type { PartnerOriginsDomain } from '../partner-origins/index.ts'
import type { TenantSettings, TenantsDomain } from '../tenants/index.ts'
import { createApiKeys } from './api-keys/service.ts'
import { createAddressChange } from './email-link/address-change.ts'
import { createAddressOwners, createWaitingAddresses } from './email-link/address-owner.ts'
import { createEmailLink } from './email-link/email-link.ts'
import { createMailRateLimit } from './email-link/mail-rate-limit.ts'
import { createPasswordChange } from './email-link/password-change.ts'
import { createEmailProofs } from './email-link/proofs.ts'
import { createOperatorChanges } from './operator-changes.ts'
import { createAttempts } from './providers/attempts.ts'
import { createCredentialSignIn } from './providers/credential-sign-in.ts'
import { createFederatedSignIn } from './providers/federated.ts'
import { createUsedProofs } from './providers/proofs.ts'
import { createProviderClients } from './providers/provider-clients.ts'
import { createPublishers, createPublisherTokens } from './providers/publishers.ts'
import { createProviderRedirects } from './providers/redirects.ts'
import { createIdentityService } from './providers/service.ts'
import { createTokenReader } from './providers/token-issuers.ts'
import { createAccountSecurity } from './second-factor/account-security.ts'
import { createChallenges } from './second-factor/challenges.ts'
import { createAssertSignInMethod } from './second-factor/last-sign-in-method.ts'
import { createOwnerNotice } from './second-factor/owner-notice.ts'
import { createPasskeyProofs, createPasskeySignIn } from './second-factor/passkey-proofs.ts'
import { createPasskeys } from './second-factor/passkeys.ts'
import { createReauthentication, type ProviderProofs } from './second-factor/reauthentication.ts'
import { createRecoveryCodes } from './second-factor/recovery-codes.ts'
import { createSecondFactor, createSecondFactorDemand } from './second-factor/second-factor.ts'
import { createTotp } from './second-factor/totp.ts'
import { createAccessTokens, createRefreshTokens } from './sessions/access-tokens.ts'
import { createCookieSessions } from './sessions/cookie-sessions.ts'
import { createCookies } from './sessions/cookies.ts'
import { createCredentialStuffingGuard } from './sessions/credential-stuffing-guard.ts'
import { createDevices } from './sessions/devices.ts'
import { createEmbedSignIn } from './sessions/embed-sign-in.ts'
import { createExportLinks } from './sessions/export-links.ts'
import { createLockout } from './sessions/lockout.ts'
import { createPasswordSignIn } from './sessions/password-sign-in.ts'
import { createPasswords } from './sessions/passwords.ts'
import { createSessionService } from './sessions/service.ts'
import { createSharedSources } from './sessions/shared-sources.ts'
import { createSignInExchange } from './sessions/sign-in-exchange.ts'
import { createSignIns } from './sessions/sign-ins.ts'
import { createUnlocking } from './sessions/unlock-commands.ts'
import { createViewers } from './sessions/viewers.ts'
import { authTables } from './tables.ts'

export type { EmailProofs } from './email-link/proofs.ts'
export type { OwnerNotice } from './second-factor/owner-notice.ts'
export type { AccessClaims, AccessTokens } from './sessions/access-tokens.ts'
export { deviceWords } from './sessions/devices.ts'
export type { ExportLinks } from './sessions/export-links.ts'
export type { PasswordSignIn } from './sessions/password-sign-in.ts'
export { createPasswords } from './sessions/passwords.ts'
export type { IssuedSession, SessionService } from './sessions/service.ts'
export type { SharedSources } from './sessions/shared-sources.ts'
export type { SignInContext } from './sessions/sign-in-context.ts'
export type { Viewers } from './sessions/viewers.ts'

type Earlier = CommunitiesDomain &
  MembershipsDomain &
  PartnerOriginsDomain &
  TenantsDomain &
  AccountsDomain & { tenantSettings: TenantSettings }
export type AuthDomain = ReturnType<typeof registerAuth>
export const authDomain = { tables: authTables, register: registerAuth }

/** Sessions and all sign-in methods. */
function registerAuth(platform: Platform, earlier: Earlier) {
  const { config, secret, database, clock, eventCounts, logger } = platform
  const { accounts, partnerOrigins } = earlier
  const { providers } = earlier.tenantSettings
  const scale = config.rateScale
  const accessTokens = createAccessTokens({ secret, clock })
  const cookies = createCookies(config.url)
  const devices = createDevices({ database, clock, secret })
  const sharedSources = createSharedSources({ database, clock, secret })
  const emailProofs = createEmailProofs(platform)
  const lockout = createLockout({ database, clock, eventCounts })
  const usedProofs = createUsedProofs(platform)
  const exportLinks = createExportLinks(platform)
  const sessions = createSessionService({
    ...platform,
    ...earlier,
    accessTokens,
    devices,
    refreshTokens: createRefreshTokens(secret),
    exportLinks,
    forgetWaiting: createWaitingAddresses({ accounts, proofs: emailProofs }).forget,
  })

  // Second factors.
  const challenges = createChallenges({ secret, clock, usedProofs })
  const recoveryCodes = createRecoveryCodes({ database, clock })
  const passkeyProofs = createPasskeyProofs({ database, clock, accounts })
  const base = {
    ...platform,
    ...earlier,
    accessTokens,
    cookies,
    devices,
    emailProofs,
    lockout,
    usedProofs,
    sessions,
    challenges,
    recoveryCodes,
    passkeyProofs,
    sharedSources,
    mailRateLimit: createMailRateLimit({ eventCounts, scale }),
    passwords: createPasswords(),
    totp: createTotp({ ...platform, sessions, recoveryCodes }),
    adminsNeedSecondFactor: config.adminsNeedSecondFactor,
    providersOf: (userId: string, tx?: Transaction) => identities.of(userId, tx),
    providerProofsOf: (...about: Parameters<ProviderProofs>) => federated.proofsFor(...about),
  }
  const assertWayIn = createAssertSignInMethod({
    accounts,
    hasPasskey: passkeyProofs.has,
    providersOf: async (userId, tx) => (await identities.of(userId, tx)).map(({ providerId }) => providerId),
  })
  const identities = createIdentityService({ ...base, assertWayIn, names: providers.names })

  // The single entry point for sign-ins, which requests a second factor.
  const signIns = createSignIns({ ...base, now: clock.now, secondFactor: createSecondFactorDemand(base) })
  const parts = { ...base, assertWayIn, identities, signIns }
  const passkeys = createPasskeys(parts)
  const accountSecurity = createAccountSecurity({ ...parts, passkeys })

  const mailing = { ...parts, proofs: emailProofs, readerOf: createAddressOwners(base), send: earlier.postLetter }
  const addressChange = createAddressChange(mailing)
  const stuffing = { eventCounts, clock, scale }
  const guards = {
    password: createCredentialStuffingGuard({ ...stuffing, kind: 'password' }),
    code: createCredentialStuffingGuard({ ...stuffing, kind: 'code' }),
  }

  const federated = createFederatedSignIn({
    ...parts,
    attempts: createAttempts(platform),
    proofs: usedProofs,
    clients: createProviderClients({ clock }),
  })
  const reader = createTokenReader({ clock, logger })
  const tokens = createPublisherTokens({ ...platform, fetcher: earlier.fetchers.keys })

  const embedSignIn = createEmbedSignIn({ ...base, isRegisteredOrigin: partnerOrigins.isRegistered })
  const signInExchange = createSignInExchange(base)

  const viewers = createViewers({ ...base, mayAdminister: accountSecurity.mayAdminister })
  const ownerNotice = createOwnerNotice(parts)

  const { schedule } = platform.jobs
  schedule({ name: 'forget sessions', everyMs: 10 * MINUTE_MS, run: () => sessions.cleanUp() })
  schedule({ name: 'forget sign-in networks', everyMs: 60 * MINUTE_MS, run: () => sharedSources.cleanUp() })
  schedule({ name: 'forget used proofs', everyMs: 10 * MINUTE_MS, run: () => usedProofs.cleanUp() })
  schedule({ name: 'forget archives', everyMs: 60 * MINUTE_MS, run: () => exportLinks.cleanUp() })
  schedule({ name: 'forget mailed links', everyMs: 10 * MINUTE_MS, run: () => emailProofs.cleanUp() })
  return {
    signIns,
    challenges,
    totp: base.totp,
    passkeys,
    assertWayIn,
    accountSecurity,
    /** The person signed in on the forum in the browser of a request that has only cookies, such as a picture's; or null. */
    async browserViewer(request: Pick<CallRequest, 'headers'>): Promise<Me | null> {
      const session = await sessions.holderOf(cookies.refresh.read({ request }))
      return session && viewers.byClaims({ ...session, site: '' }).catch(unlessSignedOut)
    },
    /** Accounts that have signed in in the browser of a request; none without one. */
    accountsInBrowser: (request: CallRequest | null, tx?: Transaction) =>
      devices.accountsIn(request && cookies.device.read({ request }), tx),
    addressChange,
    passwords: base.passwords,
    identities,
    federated,
    accessTokens,
    cookies,
    cookieSessions: createCookieSessions({ cookies, sessions, embedSignIn }),
    devices,
    emailProofs,
    lockout,
    sessions,
    sharedSources,
    exportLinks,
    secondFactor: createSecondFactor(parts),
    passkeySignIn: createPasskeySignIn(parts),
    reauthentication: createReauthentication(parts),
    unlocking: createUnlocking({ ...parts, guards }),
    ownerNotice,
    apiKeys: createApiKeys({ ...platform, viewers, ownerNotice }),
    operatorChanges: createOperatorChanges(mailing),
    emailLink: createEmailLink({ ...mailing, guard: guards.code }),
    passwordChange: createPasswordChange(mailing),
    passwordSignIn: createPasswordSignIn({
      ...parts,
      guard: guards.password,
      addressChange,
    }),
    credentialSignIn: createCredentialSignIn({ reader, federated, providers, now: clock.now }),
    providerRedirects: createProviderRedirects({ ...base, federated, signInExchange }),
    publishers: createPublishers({ ...parts, tokens, proofs: usedProofs }),
    embedSignIn,
    signInExchange,
    viewers,
  }
}

function unlessSignedOut(error: unknown): null {
  if (isDomainError(error) && error.code === 'AUTH_REQUIRED') return null
  throw error
}
