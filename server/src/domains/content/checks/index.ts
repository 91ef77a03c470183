import { viewerOf } from '../../../platform/calls/mount.ts'
import { createProvided, type Platform } from '../../../platform/platform.ts'
import type { CommunitiesDomain } from '../../people/communities/index.ts'
import type { ActivityLogDomain } from '../activity-log/index.ts'
import { createArrivals } from './arrivals.ts'
import { createContentChecks } from './content-checks.ts'
import { type ContentText, createFilterTraining } from './filter-trainer.ts'
import { createContentFindings } from './findings.ts'
import { createRuleEditing, type LatestComments } from './rule-editor.ts'
import { createRuleStore } from './rules.ts'
import { createHttpScorer } from './scorer.ts'
import { checksTables } from './tables.ts'

export { ANNOUNCE_ARRIVALS, type Arrival, type Arrivals } from './arrivals.ts'
export type { CheckRun, ContentChecks, Outcome, Scored, Scoring } from './content-checks.ts'
export type { ContentFindings } from './findings.ts'
export { type Sender, senderOf } from './sender.ts'

export type ChecksDomain = ReturnType<typeof registerChecks>
export const checksDomain = { tables: checksTables, register: registerChecks }

/** Registers the checks that posts and comments pass before publication. */
function registerChecks(platform: Platform, earlier: CommunitiesDomain & ActivityLogDomain) {
  const { mount, config } = platform
  const latestComments = createProvided<Parameters<LatestComments>, ReturnType<LatestComments>>('the latest comments')
  const contentText = createProvided<Parameters<ContentText>, ReturnType<ContentText>>('words of posts and comments')
  const ruleStore = createRuleStore(platform)
  const scorer = config.scorerUrl === null ? null : createHttpScorer({ ...platform, address: config.scorerUrl })
  const contentChecks = createContentChecks({ ...platform, ruleStore, scorer })
  const contentFindings = createContentFindings(platform)
  const arrivals = createArrivals(platform)
  const base = { ...platform, ...earlier, ruleStore }
  const editing = createRuleEditing({ ...base, latestComments: latestComments.call })
  const training = createFilterTraining({ ...base, contentText: contentText.call })
  earlier.activityLog.onDecisions(training.follow)
  mount('checkRulesGet', (context) => editing.get(viewerOf(context), context.input))
  mount('checkRulesEdit', (context) => editing.edit(viewerOf(context), context.input, context.tx))
  mount('checkRulesTest', (context) => editing.test(viewerOf(context), context.input))
  /** Reasons that moderators of a community can choose from. */
  const cannedReasons = async (communityId: string) => (await ruleStore.inForce(communityId)).rules.reasons
  return { arrivals, cannedReasons, contentChecks, contentFindings, latestComments, contentText }
}
