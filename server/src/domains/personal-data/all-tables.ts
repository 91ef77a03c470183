import type { PersonalColumn, Table } from '../../platform/database/table.ts'
import { eventsTables } from '../../platform/events/tables.ts'
import { idempotencyTables } from '../../platform/idempotency/tables.ts'
import { jobsTables } from '../../platform/jobs/tables.ts'
import { limitsTables } from '../../platform/limits/tables.ts'
import { mailTables } from '../../platform/mail/tables.ts'
import { accountsTables } from '../accounts/tables.ts'
import { activityLogTables } from '../activity-log/tables.ts'
import { appCheckTables } from '../app-check/tables.ts'
import { articlesTables } from '../articles/tables.ts'
import { authTables } from '../auth/tables.ts'
import { checksTables } from '../checks/tables.ts'
import { commentsTables } from '../comments/tables.ts'
import { communitiesTables } from '../communities/tables.ts'
import { followsTables } from '../follows/tables.ts'
import { marksTables } from '../marks/tables.ts'
import { mediaTables } from '../media/tables.ts'
import { membershipsTables } from '../memberships/tables.ts'
import { mergesTables } from '../merges/tables.ts'
import { moderationTables } from '../moderation/tables.ts'
import { moderationQueueTables } from '../moderation-queue/tables.ts'
import { notificationsTables } from '../notifications/tables.ts'
import { pollsTables } from '../polls/tables.ts'
import { postsTables } from '../posts/tables.ts'
import { reactionsTables } from '../reactions/tables.ts'
import { reportsTables } from '../reports/tables.ts'
import { reputationTables } from '../reputation/tables.ts'
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
