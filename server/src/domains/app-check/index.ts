import { MINUTE_MS } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import type { TenantsDomain } from '../tenants/index.ts'
import { appCheckRoutes } from './routes.ts'
import { createAppCheckService } from './service.ts'

export function registerAppCheck(platform: Platform, { originOf }: TenantsDomain) {
  const appCheck = createAppCheckService(platform)
  appCheckRoutes(platform.mount, { appCheck, originOf })
  platform.jobs.schedule({ name: 'forget challenges', everyMs: 10 * MINUTE_MS, run: () => appCheck.cleanUp() })
  return { appCheck }
}
