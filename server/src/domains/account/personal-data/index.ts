import type { Table } from '../../../platform/database/table.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { CommentsDomain } from '../../content/comments/index.ts'
import type { PostsDomain } from '../../content/posts/index.ts'
import type { SearchDomain } from '../../content/search/index.ts'
import type { AccountsDomain } from '../../people/accounts/index.ts'
import type { AuthDomain } from '../../people/auth/index.ts'
import type { CommunitiesDomain } from '../../people/communities/index.ts'
import type { FollowsDomain } from '../../people/follows/index.ts'
import type { LedgerDomain } from '../../people/ledger/index.ts'
import type { MediaDomain } from '../../people/media/index.ts'
import type { MembershipsDomain } from '../../people/memberships/index.ts'
import type { TenantsDomain } from '../../people/tenants/index.ts'
import type { MessagesDomain } from '../messages/index.ts'
import type { NotificationsDomain } from '../notifications/index.ts'
import { createDeletions } from './deletion.ts'
import { createExports } from './export.ts'
import { personalDataIn } from './personal-columns.ts'
import { personalDataTables } from './tables.ts'

type Earlier = TenantsDomain &
  MediaDomain &
  CommunitiesDomain &
  AccountsDomain &
  MembershipsDomain &
  AuthDomain &
  PostsDomain &
  CommentsDomain &
  SearchDomain &
  FollowsDomain &
  LedgerDomain &
  MessagesDomain &
  NotificationsDomain & { tables: readonly Table[] }

export const personalDataDomain = { tables: personalDataTables, register: registerPersonalData }

function registerPersonalData(platform: Platform, earlier: Earlier) {
  const { accounts } = earlier
  const parts = { ...platform, ...earlier, personalData: personalDataIn(earlier.tables) }
  const exports = createExports(parts)
  const deletions = createDeletions({ ...parts, accountsOf: accounts.accountsOf })
  return { deletions, exports }
}
