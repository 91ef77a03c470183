import * as z from 'zod'
import {
  CANNED_REASONS_MAX,
  CANNED_TITLE_MAX_LENGTH,
  CHECK_RULES_BODY_LIMIT,
  DECISION_REASON_MAX_LENGTH,
  DRY_RUN_EXAMPLES,
  HOLD_SCORE_MIN,
  LIST_ENTRIES_MAX,
  LIST_ENTRY_MAX_LENGTH,
  NEWCOMER_DAYS_MAX,
  NEWCOMER_LINKS_MAX,
  SLOW_MODE_SECONDS,
} from '../limits.ts'
import { actorId, id, text, time, tokenName } from '../schemas/scalars.ts'
import { onOneLine } from '../text.ts'
import type { Call } from './call.ts'

/** Consequence of a word or link on a list. */
export const checkAction = z.enum(['refuse', 'hold', 'flag'])

/** A word, phrase or link to search for. */
export const listEntry = z.strictObject({
  text: text(LIST_ENTRY_MAX_LENGTH, onOneLine).describe(
    'a word or phrase (a final `*` matches any ending), or an address such as `example.com/offer`',
  ),
  action: checkAction.describe('refuse the text, hold it for approval, or publish it and raise its score'),
})

/** How new members' links are treated. */
export const newcomerLinks = z.strictObject({
  days: z
    .int()
    .min(0)
    .max(NEWCOMER_DAYS_MAX)
    .describe('the age in days below which an account is new; 0: the rule is off'),
  links: z.int().min(0).max(NEWCOMER_LINKS_MAX).describe('links allowed in one text'),
  action: checkAction.exclude(['flag']).describe('what happens to a text with more links'),
})

/** Temporary stricter rules. */
export const storm = z.strictObject({
  until: time.describe('when it ends, in ms; at most seven days ahead'),
  membersOnly: z.boolean().describe('only people with an account can write'),
  slowModeSeconds: z
    .union([
      z.literal(SLOW_MODE_SECONDS[0]),
      z.literal(SLOW_MODE_SECONDS[1]),
      z.literal(SLOW_MODE_SECONDS[2]),
      z.literal(SLOW_MODE_SECONDS[3]),
      z.literal(SLOW_MODE_SECONDS[4]),
    ])
    .describe('minimum time between two texts of one person; 0: none'),
  holdNewcomers: z.boolean().describe('texts by accounts younger than a week wait for approval'),
})

/** The scope of rules: a community's, or network-wide. */
export const ruleScope = z
  .enum(['community', 'all'])
  .describe('the community’s own rules, or those of all communities, which network admins maintain')
  .default('community')

/** A reason that moderators choose when they hide, reject or warn. */
export const cannedReason = z.strictObject({
  title: text(CANNED_TITLE_MAX_LENGTH, onOneLine).describe('its name in the moderators’ list'),
  text: text(DECISION_REASON_MAX_LENGTH).describe('the text that the person concerned reads'),
})

const reasons = z.array(cannedReason).max(CANNED_REASONS_MAX)

const entries = z.array(listEntry).max(LIST_ENTRIES_MAX)

const holdFrom = z.int().min(HOLD_SCORE_MIN).max(100).nullable()

/** Rules that posts and comments are checked by before publication. */
export const contentRules = z.object({
  entries: entries.describe('Words, phrases and addresses to search for.'),
  newcomerLinks: newcomerLinks.describe('How new members’ links are treated.'),
  holdFrom: holdFrom.describe('Score from which a text waits for approval. Null: no limit.'),
  storm: storm.nullable().describe('Stricter rules for a limited time. Null: none.'),
  reasons: reasons.describe('Reasons that moderators choose from, in order.'),
  revision: z.int().nonnegative().describe('Increases with each change.'),
})

/** The check that found something. */
export const checkName = z.enum([
  'storm',
  'repeatedText',
  'newcomerLinks',
  'address',
  'word',
  'links',
  'newcomer',
  'speed',
  'filter',
  'scorer',
  'score',
])

/** A check's finding in a post or comment. */
export const finding = z.object({
  check: checkName.describe('The check.'),
  held: z.boolean().describe('This finding alone held the text for approval.'),
  points: z.int().min(0).max(100).describe('Points added to the score.'),
  text: z.string().describe('What was found: words, an address, a number. May be empty.'),
})

/** All findings in a post or comment. */
export const findings = z.object({
  entityId: id.describe('The post or comment.'),
  held: z.boolean().describe('The text waited for approval because of the findings.'),
  score: z.int().min(0).max(100).describe('Likelihood that it is unwanted.'),
  findings: z.array(finding).describe('In the order of the checks.'),
})

/** The current rules. */
export const contentRulesResponse = z
  .object({ rules: contentRules.describe('The current rules.') })
  .describe('The current rules.')

/** Errors of the checks before publication. */
export const CHECK_ERRORS = [
  'CONTENT_REFUSED',
  'LINKS_REFUSED',
  'TEXT_REPEATED',
  'MEMBERS_ONLY',
  'SLOW_MODE',
  'COMMUNITY_ARCHIVED',
] as const

/** Errors of the checks when an existing text is changed. */
export const CHANGE_ERRORS = ['CONTENT_REFUSED', 'LINKS_REFUSED', 'EDIT_REFUSED'] as const

/** Calls about the checks before publication. */
export const checkCalls = {
  checkRulesGet: {
    method: 'GET',
    path: '/communities/{tokenName}/checks',
    access: 'user',
    errors: ['COMMUNITY_NOT_FOUND', 'FORBIDDEN', 'BANNED'],
    summary: 'The rules that posts and comments are checked by before publication. For moderators.',
    input: z.object({ tokenName, scope: ruleScope }),
    output: contentRulesResponse,
  },
  checkRulesEdit: {
    method: 'POST',
    path: '/community/checks/edit',
    access: 'user',
    bodyLimit: CHECK_RULES_BODY_LIMIT,
    errors: ['COMMUNITY_NOT_FOUND', 'RULES_CHANGED', 'FORBIDDEN', 'BANNED'],
    summary: 'Change word and address lists, the rule for links by new members, or storm mode.',
    input: z.strictObject({
      tokenName,
      moderatorUserId: actorId,
      scope: ruleScope,
      revision: z.int().nonnegative().describe('revision of the rules being changed'),
      entries: entries.optional().describe('the complete lists; omitted: unchanged'),
      newcomerLinks: newcomerLinks.optional().describe('how links by new members are treated'),
      holdFrom: holdFrom.optional().describe('score from which a text waits for approval; null: none does'),
      storm: storm.nullable().optional().describe('null ends it'),
      reasons: reasons.optional().describe('all reasons that moderators choose from; omitted: unchanged'),
    }),
    output: contentRulesResponse,
  },
  checkRulesTest: {
    method: 'POST',
    path: '/community/checks/test',
    access: 'user',
    rate: 'listTest',
    bodyLimit: CHECK_RULES_BODY_LIMIT,
    errors: ['COMMUNITY_NOT_FOUND', 'FORBIDDEN', 'BANNED', 'BUSY'],
    summary: 'Test lists on the latest comments. Changes nothing.',
    input: z.strictObject({
      tokenName,
      moderatorUserId: actorId,
      scope: ruleScope,
      entries: entries.describe('the lists to try'),
    }),
    output: z.object({
      checked: z.int().nonnegative().describe('How many of the latest published comments were checked.'),
      matching: z.int().nonnegative().describe('How many of them match.'),
      outcomes: z
        .object({
          refuse: z.int().nonnegative().describe('Refused.'),
          hold: z.int().nonnegative().describe('Held.'),
          flag: z.int().nonnegative().describe('Flagged.'),
        })
        .describe('Number of comments by outcome. Each counts once, with its strictest outcome.'),
      matches: z
        .array(
          z.object({
            entry: z.string().describe('The entry, as sent.'),
            action: checkAction.describe('Its action.'),
            count: z.int().positive().describe('Number of matching comments.'),
          }),
        )
        .describe('Matching entries, most frequent first.'),
      examples: z
        .array(
          z.object({
            commentId: id.describe('The comment.'),
            excerpt: z.string().describe('The text around the match.'),
            entry: z.string().describe('The strictest matching entry.'),
            action: checkAction.describe('What would happen to the comment.'),
          }),
        )
        .max(DRY_RUN_EXAMPLES)
        .describe('The latest matching comments, some of each outcome, strictest first.'),
    }),
  },
} as const satisfies Record<string, Call>
