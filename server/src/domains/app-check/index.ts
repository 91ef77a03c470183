import type { IncomingMessage } from 'node:http'
import type { Mount } from '../../platform/calls/mount.ts'
import { MINUTE_MS } from '../../platform/clock.ts'
import { DomainError } from '../../platform/domain-error.ts'
import type { Platform } from '../../platform/platform.ts'
import type { TenantsDomain } from '../tenants/index.ts'
import { type AppCheckService, createAppCheckService } from './service.ts'

export function registerAppCheck(platform: Platform, { originOf }: TenantsDomain) {
  const appCheck = createAppCheckService(platform)
  appCheckRoutes(platform.mount, { appCheck, originOf })
  platform.jobs.schedule({ name: 'forget challenges', everyMs: 10 * MINUTE_MS, run: () => appCheck.cleanUp() })
  return { appCheck }
}

/** `originOf` tells what a request without an Origin header counts as: the forum's own page. */
function appCheckRoutes(
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
