import type { Mount } from '../../http/mount.ts'
import { DomainError } from '../../lib/domain-error.ts'
import type { AppCheckService } from './service.ts'

/** `ownOrigin` is what a request without an Origin header counts as. */
export function appCheckRoutes(mount: Mount, about: { appCheck: AppCheckService; ownOrigin: string }): void {
  const { appCheck, ownOrigin } = about
  mount('appCheckChallenge', () => appCheck.challenge())
  mount('appCheckToken', async ({ input, origin }) => {
    if (input.origin !== (origin || ownOrigin)) throw new DomainError('APP_CHECK_REQUIRED')
    return appCheck.token(input)
  })
}
