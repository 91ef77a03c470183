import type { Platform } from '../../../platform/platform.ts'
import type { CommunitiesDomain } from '../../people/communities/index.ts'
import type { ActivityLogDomain } from '../activity-log/index.ts'
import { createArrivals } from './arrivals.ts'
import { createContentChecks } from './content-checks.ts'
import { createFilterTraining } from './filter-trainer.ts'
import { createContentFindings } from './findings.ts'
import { createRuleEditing } from './rule-editor.ts'
import { createRuleStore } from './rules.ts'
import { createHttpScorer } from './scorer.ts'
import { checksTables } from './tables.ts'

export {
  ANNOUNCE_ARRIVALS,
  type Arrival,
  type Arrivals,
  QUEUE_REMINDER,
  REMINDED_AFTER_MS,
  SETTLE_QUEUE,
} from './arrivals.ts'
export type { CheckRun, ContentChecks, Outcome, Scored } from './content-checks.ts'
export type { ContentFindings } from './findings.ts'
export { linksIn } from './links.ts'
export { type Sender, senderOf } from './sender.ts'

export type ChecksDomain = ReturnType<typeof registerChecks>
export const checksDomain = { tables: checksTables, register: registerChecks }

/** Registers the checks that posts and comments pass before publication. */
function registerChecks(platform: Platform, earlier: CommunitiesDomain & ActivityLogDomain) {
  const { config } = platform
  const ruleStore = createRuleStore(platform)
  const scorer = config.scorerUrl === null ? null : createHttpScorer({ ...platform, address: config.scorerUrl })
  const contentChecks = createContentChecks({ ...platform, ruleStore, scorer })
  const contentFindings = createContentFindings(platform)
  const arrivals = createArrivals(platform)
  const base = { ...platform, ...earlier, ruleStore }
  /** Reasons that moderators of a community can choose from. */
  const cannedReasons = async (communityId: string) => (await ruleStore.inForce(communityId)).rules.reasons
  return {
    arrivals,
    cannedReasons,
    checkRules: createRuleEditing(base),
    contentChecks,
    contentFindings,
    filterTraining: createFilterTraining(base),
  }
}
