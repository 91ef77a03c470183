import { MINUTE_MS } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { CommunitiesDomain } from '../../people/communities/index.ts'
import type { TenantsDomain } from '../../people/tenants/index.ts'
import { createBeacon } from './beacon.ts'
import { createOverview } from './overview.ts'
import { createRollUp } from './roll-up.ts'
import { numbersTables } from './tables.ts'

const COUNT_EVERY_MS = 5 * MINUTE_MS

type Earlier = CommunitiesDomain & TenantsDomain

export type { RollUp } from './roll-up.ts'
export type NumbersDomain = ReturnType<typeof registerNumbers>
export const numbersDomain = { tables: numbersTables, register: registerNumbers }

/** Registers the views that browsers report, and the numbers of admins' dashboards. */
function registerNumbers(platform: Platform, earlier: Earlier) {
  const { domains } = earlier
  const zones = () => [...new Set(domains.all.map(({ config }) => config.timeZone))]
  const rollUp = createRollUp({ ...platform, zones })
  platform.jobs.schedule({ name: 'count what happened', everyMs: COUNT_EVERY_MS, run: () => rollUp.run() })
  const base = { ...platform, ...earlier, rollUp }
  return { beacon: createBeacon(base), rollUp, overview: createOverview(base) }
}
