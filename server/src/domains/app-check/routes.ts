import type { IncomingMessage } from 'node:http'
import type { Mount } from '../../http/mount.ts'
import { DomainError } from '../../lib/domain-error.ts'
import type { AppCheckService } from './service.ts'

/** `originOf` tells what a request without an Origin header counts as: the forum's own page. */
export function appCheckRoutes(
  mount: Mount,
  about: { appCheck: AppCheckService; originOf: (request: IncomingMessage | undefined) => string },
): void {
  const { appCheck, originOf } = about
  mount('appCheckChallenge', () => appCheck.challenge())
  mount('appCheckToken', async ({ input, origin, exchange }) => {
    if (input.origin !== (origin || originOf(exchange?.request))) throw new DomainError('APP_CHECK_REQUIRED')
    return appCheck.token(input)
  })
}
