import type { Clock } from '../../../platform/clock.ts'
import type { EventCounts } from '../../../platform/limits/event-counts.ts'
import { createCredentialStuffingGuard } from '../sessions/credential-stuffing-guard.ts'
import { createAddressChange } from './address-change.ts'
import { createAddressOwners, createSender } from './address-owner.ts'
import { createEmailLink } from './email-link.ts'
import { createPasswordChange } from './password-change.ts'

type Dependencies = Omit<
  Parameters<typeof createEmailLink>[0] &
    Parameters<typeof createPasswordChange>[0] &
    Parameters<typeof createAddressChange>[0],
  'readerOf' | 'send' | 'storm'
> &
  Parameters<typeof createAddressOwners>[0] &
  Parameters<typeof createSender>[0] & {
    clock: Clock
    eventCounts: EventCounts
    /** Multiplies how many wrong codes are minded. */
    rateScale: number
  }

/** What goes by e-mail. */
export function createEmailServices(dependencies: Dependencies) {
  const { clock, eventCounts, proofs, rateScale } = dependencies
  const storm = createCredentialStuffingGuard({ eventCounts, clock, scale: rateScale, kind: 'code' })
  const readerOf = createAddressOwners(dependencies)
  const send = createSender(dependencies)
  const about = { ...dependencies, storm, readerOf, send }
  return {
    emailLink: createEmailLink(about),
    passwordChange: createPasswordChange(about),
    addressChange: createAddressChange(about),
    /** Job: forgets links and codes that are over. */
    forgetMailed: () => proofs.cleanUp(),
  }
}
