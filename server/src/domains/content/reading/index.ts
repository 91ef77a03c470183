import { DAY_MS } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountsDomain } from '../../people/accounts/index.ts'
import type { CommunitiesDomain } from '../../people/communities/index.ts'
import type { MembershipsDomain } from '../../people/memberships/index.ts'
import type { PartnerOriginsDomain } from '../../people/partner-origins/index.ts'
import type { CommentsDomain } from '../comments/index.ts'
import type { PostsDomain } from '../posts/index.ts'
import { createReadingService } from './service.ts'
import { readingTables } from './tables.ts'

export type { ReadingService } from './service.ts'

type Earlier = CommunitiesDomain &
  PartnerOriginsDomain &
  AccountsDomain &
  MembershipsDomain &
  PostsDomain &
  CommentsDomain
export type ReadingDomain = ReturnType<typeof registerReading>
export const readingDomain = { tables: readingTables, register: registerReading }

/** Registers up to when people have read the comments of posts. */
function registerReading(platform: Platform, earlier: Earlier) {
  const reading = createReadingService({ ...platform, ...earlier })
  platform.jobs.schedule({ name: 'forget reading positions', everyMs: DAY_MS, run: () => reading.cleanUp() })
  return { reading }
}
