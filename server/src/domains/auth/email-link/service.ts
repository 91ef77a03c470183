import type { Clock } from '../../../platform/clock.ts'
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
    /** Multiplies how many wrong codes are minded. */
    rateScale: number
  }

/** What goes by e-mail. */
export function createEmailServices(dependencies: Dependencies) {
  const { database, clock, proofs, allowance, rateScale } = dependencies
  const storm = createCredentialStuffingGuard({ database, clock, scale: rateScale, kind: 'code' })
  const readerOf = createAddressOwners(dependencies)
  const send = createSender(dependencies)
  const about = { ...dependencies, storm, readerOf, send }
  return {
    emailLink: createEmailLink(about),
    passwordChange: createPasswordChange(about),
    addressChange: createAddressChange(about),
    /** Job: forgets links, codes and counts of mails that are over. */
    async forgetMailed(): Promise<void> {
      await proofs.cleanUp()
      await allowance.cleanUp()
    },
  }
}
