import { MINUTE_MS } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import { createAppCheckService } from './service.ts'
import { appCheckTables } from './tables.ts'

export const appCheckDomain = { tables: appCheckTables, register: registerAppCheck }

function registerAppCheck(platform: Platform) {
  const appCheck = createAppCheckService(platform)
  platform.jobs.schedule({ name: 'forget challenges', everyMs: 10 * MINUTE_MS, run: () => appCheck.cleanUp() })
  return { appCheck }
}
