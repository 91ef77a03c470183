import type { Platform } from '../../../platform/platform.ts'
import type { AccountsDomain } from '../../people/accounts/index.ts'
import type { CommunitiesDomain } from '../../people/communities/index.ts'
import type { TenantsDomain } from '../../people/tenants/index.ts'
import type { PagesDomain } from '../pages/index.ts'
import type { PostsDomain } from '../posts/index.ts'
import { createMainMenus } from './service.ts'
import { mainMenuTables } from './tables.ts'

export const mainMenuDomain = { tables: mainMenuTables, register: registerMainMenus }

function registerMainMenus(
  platform: Platform,
  earlier: CommunitiesDomain & TenantsDomain & AccountsDomain & PostsDomain & PagesDomain,
) {
  return { mainMenus: createMainMenus({ ...platform, ...earlier }) }
}
