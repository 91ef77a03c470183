import type { LinkedProvider } from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountService } from '../../accounts/service.ts'
import type { MailRateLimit } from '../email-link/mail-rate-limit.ts'
import type { EmailProofs } from '../email-link/proofs.ts'
import type { UsedProofs } from '../providers/proofs.ts'
import type { Devices } from '../sessions/devices.ts'
import type { Lockout } from '../sessions/lockout.ts'
import type { Passwords } from '../sessions/passwords.ts'
import type { SessionService } from '../sessions/service.ts'
import { createSignIns } from '../sessions/sign-ins.ts'
import { createAccountSecurity } from './account-security.ts'
import { createChallenges } from './challenges.ts'
import { createOwnerNotice } from './owner-notice.ts'
import { createPasskeyProofs, createPasskeySignIn } from './passkey-proofs.ts'
import { createPasskeys } from './passkeys.ts'
import { createReauthentication, type ProviderProofs } from './reauthentication.ts'
import { createRecoveryCodes } from './recovery-codes.ts'
import { createSecondFactor, createSecondFactorDemand } from './second-factor.ts'
import { createTotp } from './totp.ts'
import { createAssertWayIn } from './ways-in.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'ids' | 'events' | 'secret' | 'mail'> {
  usedProofs: UsedProofs
  emailProofs: EmailProofs
  allowance: MailRateLimit
  accounts: AccountService
  sessions: SessionService
  lockout: Lockout
  passwords: Passwords
  devices: Devices
  adminsNeedSecondFactor: boolean
  providersOf(userId: string, tx?: Transaction): Promise<LinkedProvider[]>
  providerProofsOf: ProviderProofs
}

/** What people prove beside a password, and the one way into the forum, which asks for it. */
export function createSecondFactorServices(dependencies: Dependencies) {
  const { database, clock, secret, accounts, mail, sessions, devices, providersOf } = dependencies
  const challenges = createChallenges({ secret, clock, usedProofs: dependencies.usedProofs })
  const recoveryCodes = createRecoveryCodes({ database, clock })
  const totp = createTotp({ ...dependencies, recoveryCodes })
  const passkeyProofs = createPasskeyProofs({ database, clock, accounts })
  const parts = { ...dependencies, challenges, recoveryCodes, totp, passkeyProofs }
  const signIns = createSignIns({
    database,
    sessions,
    devices,
    accounts,
    mail,
    now: clock.now,
    secondFactor: createSecondFactorDemand(parts),
  })
  const assertWayIn = createAssertWayIn({
    accounts,
    hasPasskey: passkeyProofs.has,
    providersOf: async (userId, tx) => (await providersOf(userId, tx)).map(({ providerId }) => providerId),
  })
  const passkeys = createPasskeys({ ...parts, assertWayIn })
  return {
    signIns,
    challenges,
    totp,
    passkeys,
    assertWayIn,
    secondFactor: createSecondFactor({ ...parts, signIns }),
    passkeySignIn: createPasskeySignIn({ ...parts, signIns }),
    reauthentication: createReauthentication(parts),
    accountSecurity: createAccountSecurity({ ...parts, passkeys }),
    ownerNotice: createOwnerNotice(parts),
  }
}
