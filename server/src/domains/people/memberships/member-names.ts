import { jobKind } from '../../../platform/jobs/queue.ts'
import type { Platform } from '../../../platform/platform.ts'
import { membershipRepository } from './repository.ts'

/** Enqueued by a migration, because earlier versions kept names with memberships, by which they searched. */
const FORGET_NAMES = jobKind<{ after: string }>('forget-member-names')
const FORGOTTEN_AT_ONCE = 100

/** Jobs of earlier versions that kept these names. Nobody handles them any more. */
const FORMER_JOBS = ['index-member-names', 'names-changed']

/** Removes names that are no longer searched by. */
export function forgetMemberNames({ jobs }: Pick<Platform, 'jobs'>): void {
  jobs.transactional(FORGET_NAMES, {
    pause: 1,
    async work(tx, [job]) {
      const repository = membershipRepository(tx.connection)
      const userIds = await repository.peopleAfter({ after: job?.payload.after ?? '', limit: FORGOTTEN_AT_ONCE })
      await repository.forgetNames(userIds)
      await jobs.discardKinds(tx, FORMER_JOBS)
      const after = userIds.at(-1)
      return after !== undefined && userIds.length === FORGOTTEN_AT_ONCE ? { after } : undefined
    },
  })
}
