import type { PersonalColumn, Table } from '../../../platform/database/table.ts'
import { eventsTables } from '../../../platform/events/tables.ts'
import { idempotencyTables } from '../../../platform/idempotency/tables.ts'
import { jobsTables } from '../../../platform/jobs/tables.ts'
import { limitsTables } from '../../../platform/limits/tables.ts'
import { mailTables } from '../../../platform/mail/tables.ts'
import { activityLogTables } from '../../content/activity-log/tables.ts'
import { articlesTables } from '../../content/articles/tables.ts'
import { checksTables } from '../../content/checks/tables.ts'
import { commentsTables } from '../../content/comments/tables.ts'
import { marksTables } from '../../content/marks/tables.ts'
import { pollsTables } from '../../content/polls/tables.ts'
import { postsTables } from '../../content/posts/tables.ts'
import { reactionsTables } from '../../content/reactions/tables.ts'
import { moderationTables } from '../../moderation/moderation/tables.ts'
import { moderationQueueTables } from '../../moderation/moderation-queue/tables.ts'
import { reportsTables } from '../../moderation/reports/tables.ts'
import { accountsTables } from '../../people/accounts/tables.ts'
import { appCheckTables } from '../../people/app-check/tables.ts'
import { authTables } from '../../people/auth/tables.ts'
import { communitiesTables } from '../../people/communities/tables.ts'
import { followsTables } from '../../people/follows/tables.ts'
import { mediaTables } from '../../people/media/tables.ts'
import { membershipsTables } from '../../people/memberships/tables.ts'
import { reputationTables } from '../../people/reputation/tables.ts'
import { mergesTables } from '../merges/tables.ts'
import { notificationsTables } from '../notifications/tables.ts'
import { personalDataTables } from './tables.ts'

/** All tables of the database. A test compares them with the schema. */
export const TABLES: readonly Table[] = [
  ...jobsTables,
  ...eventsTables,
  ...idempotencyTables,
  ...mailTables,
  ...limitsTables,
  ...appCheckTables,
  ...mediaTables,
  ...communitiesTables,
  ...accountsTables,
  ...reputationTables,
  ...membershipsTables,
  ...authTables,
  ...activityLogTables,
  ...pollsTables,
  ...checksTables,
  ...postsTables,
  ...commentsTables,
  ...marksTables,
  ...followsTables,
  ...reactionsTables,
  ...articlesTables,
  ...moderationTables,
  ...moderationQueueTables,
  ...reportsTables,
  ...notificationsTables,
  ...mergesTables,
  ...personalDataTables,
]

/** A column with personal data, with its table. */
export interface PersonalData extends PersonalColumn {
  table: string
}

/** Every column with personal data. */
export const PERSONAL_DATA: readonly PersonalData[] = TABLES.flatMap(({ name, personal = [] }) =>
  personal.map((column) => ({ table: name, ...column })),
)
