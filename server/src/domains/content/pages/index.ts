import type { Platform } from '../../../platform/platform.ts'
import type { AccountsDomain } from '../../people/accounts/index.ts'
import type { MediaDomain } from '../../people/media/index.ts'
import type { TenantsDomain } from '../../people/tenants/index.ts'
import { createPages } from './service.ts'
import { pagesTables } from './tables.ts'

export type PagesDomain = ReturnType<typeof registerPages>
export const pagesDomain = { tables: pagesTables, register: registerPages }

function registerPages(platform: Platform, earlier: MediaDomain & TenantsDomain & AccountsDomain) {
  return { pages: createPages({ ...platform, ...earlier }) }
}
