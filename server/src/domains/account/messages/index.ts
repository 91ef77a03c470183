import type { Platform } from '../../../platform/platform.ts'
import type { ReportsDomain } from '../../moderation/reports/index.ts'
import type { AccountsDomain } from '../../people/accounts/index.ts'
import type { CommunitiesDomain } from '../../people/communities/index.ts'
import type { FollowsDomain } from '../../people/follows/index.ts'
import type { MembershipsDomain } from '../../people/memberships/index.ts'
import type { MutesDomain } from '../../people/mutes/index.ts'
import type { TenantsDomain } from '../../people/tenants/index.ts'
import type { PushDomain } from '../push/index.ts'
import { createContacts } from './contacts.ts'
import { createConversationReader } from './reader.ts'
import { createMessageSender, MESSAGE_MAIL } from './sender.ts'
import { createMessageService } from './service.ts'
import { messagesTables } from './tables.ts'
import { createThreads } from './threads.ts'

export type { MessageService } from './service.ts'
export { MESSAGE_MAIL }

type Earlier = CommunitiesDomain &
  TenantsDomain &
  AccountsDomain &
  MembershipsDomain &
  FollowsDomain &
  MutesDomain &
  ReportsDomain &
  PushDomain

export type MessagesDomain = ReturnType<typeof registerMessages>
export const messagesDomain = { tables: messagesTables, register: registerMessages }

/** Direct messages between two people. Nobody else can read them, except what one of them reports. */
function registerMessages(platform: Platform, earlier: Earlier) {
  const base = { ...platform, ...earlier, blocks: earlier.mutes }
  const threads = createThreads(base)
  const contactsOf = createContacts(base)
  const parts = { ...base, threads, contactsOf }
  const reader = createConversationReader(parts)
  return { messages: { ...createMessageService({ ...parts, reader }), ...createMessageSender(parts) } }
}
