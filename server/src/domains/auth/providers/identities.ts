import type { Fetcher } from '../../../platform/fetcher/fetcher.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountService } from '../../accounts/service.ts'
import type { Providers } from '../../tenants/provider-config.ts'
import type { AssertWayIn } from '../second-factor/ways-in.ts'
import type { SessionService } from '../sessions/service.ts'
import type { SignIns } from '../sessions/sign-ins.ts'
import { createAttempts } from './attempts.ts'
import { createCredentialSignIn } from './credential-sign-in.ts'
import { createFederatedSignIn } from './federated.ts'
import type { UsedProofs } from './proofs.ts'
import { createProviderClients } from './provider-clients.ts'
import { createPublishers, createPublisherTokens } from './publishers.ts'
import { createIdentityService } from './service.ts'
import { createTokenReader } from './token-issuers.ts'

/** Wires the parts of signing in by somebody else's word to each other. */
export function createIdentities(
  dependencies: Pick<Platform, 'database' | 'clock' | 'logger' | 'secret' | 'mail'> & {
    providers: Providers
    accounts: AccountService
    sessions: SessionService
    signIns: SignIns
    fetcher: Pick<Fetcher, 'fetchJson'>
    usedProofs: UsedProofs
    assertWayIn: AssertWayIn
  },
) {
  const { clock, logger, providers, usedProofs } = dependencies
  const identities = createIdentityService({ ...dependencies, names: providers.names })
  const federated = createFederatedSignIn({
    ...dependencies,
    identities,
    attempts: createAttempts(dependencies),
    proofs: usedProofs,
    clients: createProviderClients({ clock }),
    all: providers.all,
  })
  const reader = createTokenReader({ clock, logger })
  const credentialSignIn = createCredentialSignIn({ reader, federated, providers, now: clock.now })
  const tokens = createPublisherTokens(dependencies)
  const publishers = createPublishers({ ...dependencies, tokens, proofs: usedProofs, identities })
  return { identities, federated, credentialSignIn, publishers }
}
