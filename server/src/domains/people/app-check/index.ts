import { MINUTE_MS } from '../../../platform/clock.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { TenantsDomain } from '../tenants/index.ts'
import { createAppCheckService } from './service.ts'
import { appCheckTables } from './tables.ts'

export const appCheckDomain = { tables: appCheckTables, register: registerAppCheck }

function registerAppCheck(platform: Platform, { originOf }: TenantsDomain) {
  const { mount } = platform
  const appCheck = createAppCheckService(platform)
  mount('appCheckChallenge', () => appCheck.challenge())
  mount('appCheckToken', async ({ input, origin, address, request, tx }) => {
    // A request without an Origin header counts as coming from the forum's own page.
    if (input.origin !== (origin || originOf(request))) throw new DomainError('APP_CHECK_REQUIRED')
    return appCheck.token(input.solution, { origin: input.origin, visitorId: input.visitorId ?? '', address }, tx)
  })
  platform.jobs.schedule({ name: 'forget challenges', everyMs: 10 * MINUTE_MS, run: () => appCheck.cleanUp() })
  return { appCheck }
}
