import type { IncomingMessage } from 'node:http'
import type { Mount } from '../../platform/calls/mount.ts'
import { DomainError } from '../../platform/domain-error.ts'
import type { AppCheckService } from './service.ts'

/** `originOf` tells what a request without an Origin header counts as: the forum's own page. */
export function appCheckRoutes(
  mount: Mount,
  about: { appCheck: AppCheckService; originOf: (request: IncomingMessage | null) => string },
): void {
  const { appCheck, originOf } = about
  mount('appCheckChallenge', () => appCheck.challenge())
  mount('appCheckToken', async ({ input, origin, address, request, tx }) => {
    if (input.origin !== (origin || originOf(request))) throw new DomainError('APP_CHECK_REQUIRED')
    return appCheck.token(input.solution, { origin: input.origin, visitorId: input.visitorId ?? '', address }, tx)
  })
}
