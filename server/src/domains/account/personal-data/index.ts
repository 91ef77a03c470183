import { viewerOf } from '../../../platform/calls/mount.ts'
import type { Table } from '../../../platform/database/table.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { CommentsDomain } from '../../content/comments/index.ts'
import type { PostsDomain } from '../../content/posts/index.ts'
import type { AccountsDomain } from '../../people/accounts/index.ts'
import { type AuthDomain, exchangeOf } from '../../people/auth/index.ts'
import type { CommunitiesDomain } from '../../people/communities/index.ts'
import type { FollowsDomain } from '../../people/follows/index.ts'
import type { MediaDomain } from '../../people/media/index.ts'
import type { MembershipsDomain } from '../../people/memberships/index.ts'
import type { TenantsDomain } from '../../people/tenants/index.ts'
import type { NotificationsDomain } from '../notifications/index.ts'
import { createDeletions } from './deletion.ts'
import { createExports } from './export.ts'
import { personalDataIn } from './personal-columns.ts'
import { personalDataTables } from './tables.ts'

type Earlier = MediaDomain &
  CommunitiesDomain &
  TenantsDomain &
  AccountsDomain &
  MembershipsDomain &
  AuthDomain &
  PostsDomain &
  CommentsDomain &
  FollowsDomain &
  NotificationsDomain & { tables: readonly Table[] }

export const personalDataDomain = { tables: personalDataTables, register: registerPersonalData }

function registerPersonalData(platform: Platform, earlier: Earlier) {
  const { mount } = platform
  const { accounts, domainOf } = earlier
  const parts = { ...platform, ...earlier, personalData: personalDataIn(earlier.tables) }
  const exports = createExports(parts)
  const deletions = createDeletions({ ...parts, accountsOf: accounts.accountsOf })
  mount('userDelete', async (context) => {
    const { sessionId } = context
    const from = domainOf(exchangeOf(context).request).config.domainDisplayName
    return { receipt: await deletions.request(viewerOf(context), context.input, { sessionId, from, tx: context.tx }) }
  })

  mount('userExport', (context) => exports.request(viewerOf(context), context.sessionId, context.tx))

  mount('userExportDownload', async (context) => {
    // HEAD must not consume the link.
    if (exchangeOf(context).request.method === 'HEAD') throw new DomainError('NOT_FOUND')
    return exports.download(context.input.token)
  })
  return { deletions, exports }
}
