import * as z from 'zod'
import {
  FEATURED_COMMUNITIES_MAX,
  LASTING_SLOW_MODE_SECONDS,
  MEMBER_QUERY_MAX_LENGTH,
  POST_TYPES,
} from '../community-limits.ts'
import {
  COMMUNITY_ABOUT_MAX_LENGTH,
  COMMUNITY_LOGO_MAX_LENGTH,
  COMMUNITY_QUERY_MAX_LENGTH,
  COMMUNITY_RULE_TEXT_MAX_LENGTH,
  COMMUNITY_RULE_TITLE_MAX_LENGTH,
  COMMUNITY_RULES_MAX,
  COMMUNITY_SLUG_MAX_LENGTH,
  COMMUNITY_SORTS,
  COMMUNITY_TITLE_MAX_LENGTH,
  FLAIR_NAME_MAX_LENGTH,
  FLAIRS_MAX,
  PAGE_SIZE_MAX,
} from '../limits.ts'
import { LEADERBOARD_PERIODS } from '../reputation.ts'
import { isId, SLUG } from '../rules.ts'
import { onOneLine } from '../text.ts'
import {
  actorId,
  communityRole,
  cursor,
  formed,
  id,
  limit,
  newTokenName,
  page,
  shortMediaUrl,
  string,
  text,
  time,
  tokenName,
} from './common.ts'

/** Colours of topics; the theme defines their appearance. */
export const flairColor = z.enum(['gray', 'teal', 'green', 'yellow', 'orange', 'red', 'purple', 'blue'])
export const flair = z.object({
  id,
  name: z.string(),
  color: flairColor,
  formerIds: z
    .array(id)
    .optional()
    .describe('Topics that were merged into it. Their addresses redirect to it. Omitted: none.'),
})
const flairName = text(FLAIR_NAME_MAX_LENGTH, onOneLine).refine(
  (name) => /^[\p{L}\p{M}\p{N} ]*$/u.test(name),
  'Use letters, digits and spaces only.',
)

/** A rule of a community. */
const communityRule = z.object({
  title: z.string().describe('The rule, on one line.'),
  text: z.string().describe('An explanation; may be empty.'),
})

export const community = z.object({
  id,
  tokenName,
  title: z.string(),
  about: z.string(),
  creatorID: z.union([id, z.literal('')]),
  logoImageURI: z.string(),
  urlSlug: z.string(),
  activeFlairs: z.array(flair),
  numberOfMembers: z.int().nonnegative(),
  totalPosts: z.int().nonnegative(),
  approvePosts: z.boolean().describe('New posts require approval.'),
  requireTranscripts: z.boolean().describe('Posts with a video or recording wait until it has captions.'),
  anonymousComments: z.boolean().describe('Anonymous comments and posts are allowed.'),
  membersOnly: z.boolean().optional().describe('Only members can currently write (storm mode). Omitted: no.'),
  rules: z.array(communityRule).describe('The rules, in order.'),
  showRules: z.boolean().describe('The rules are shown where posts are written.'),
  postTypes: z.array(z.enum(POST_TYPES)),
  featuredTokens: z.array(tokenName).describe('Token names of recommended communities, in order.'),
  slowModeSeconds: z.int().nonnegative().describe('Minimum time between posts and comments of a member. 0: none.'),
  publishStatus: z.int(),
  revision: z.int().nonnegative().describe('Increases with each change of the settings.'),
  createdAt: time,
})

export const member = z.object({
  userId: id,
  username: z.string(),
  displayName: z.string(),
  slugUrl: z.string(),
  imageUrl: z.string(),
  joinedAt: time,
  isPartner: z.boolean(),
  role: communityRole.optional().describe('Omitted for most.'),
  reputation: z.int().optional().describe('Points of reputation in the community. Omitted: none.'),
  roleSince: time.optional().describe('When the person got this role. Omitted: unknown.'),
})

/** A rank on a leaderboard. */
export const leaderboardEntry = z.object({
  rank: z.int().positive().describe('From 1 for the most points. People with equal points share a rank.'),
  userId: id,
  username: z.string(),
  displayName: z.string(),
  slugUrl: z.string(),
  imageUrl: z.string(),
  role: communityRole.optional().describe('The person’s role in the community; omitted for most.'),
  points: z.int().positive().describe('Points of reputation in the period.'),
})

/** The community's slug in addresses, next to its token name. Former ones redirect to it. */
const communitySlug = formed(
  COMMUNITY_SLUG_MAX_LENGTH,
  SLUG,
  'Use lower-case letters, digits and single hyphens only.',
).refine((slug) => !isId(slug), 'This looks like an id.')
const communityAbout = z
  .literal('')
  .or(text(COMMUNITY_ABOUT_MAX_LENGTH))
  .optional()
  .describe('Description. Empty: none.')
const communityLogo = z
  .literal('')
  .or(shortMediaUrl(COMMUNITY_LOGO_MAX_LENGTH))
  .optional()
  .describe('Address of the logo: http or https, or the path of a public file of the forum. Empty: none.')
const approvesPosts = z.boolean().optional().describe('New posts require approval, except those of moderators.')

/** A pending transfer of ownership. */
export const transfer = z
  .object({
    newOwner: z.object({ userId: id, displayName: z.string(), slugUrl: z.string() }).describe('The new owner.'),
    executesAt: time.describe('When ownership changes.'),
  })
  .describe('A pending transfer of ownership.')

/** The community after the call. */
export const communityResponse = z.object({ community }).describe('The community after the call.')

/** The topic and its community after the call. */
export const flairResponse = z.object({ flair, community }).describe('The topic and its community after the call.')

export const communityCalls = {
  communityList: {
    input: z.object({
      sort: z
        .enum(COMMUNITY_SORTS)
        .optional()
        .describe('members (default): most first; activity: latest post first; newest first; name'),
      query: string(COMMUNITY_QUERY_MAX_LENGTH)
        .optional()
        .describe('Part of a title, or the beginning of a token name.'),
      tokenNames: string(PAGE_SIZE_MAX * 8)
        .optional()
        .describe('Only these communities: up to 100 token names, separated by commas.'),
      limit,
      cursor,
    }),
    output: page(community),
  },
  communityGet: { input: z.object({ tokenName }), output: communityResponse },
  communityMembers: {
    input: z.object({
      tokenName,
      type: z
        .enum(['all', 'partner', 'staff'])
        .optional()
        .describe(
          'default all, newest first; partners: all in up to 100 per page, each page in random order; staff: owners, then moderators, one page',
        ),
      query: string(MEMBER_QUERY_MAX_LENGTH)
        .optional()
        .describe(
          'The beginning of a username or display name, in any case, with or without accents. Sorted by name. Not for staff.',
        ),
      limit,
      cursor,
    }),
    output: page(member),
  },
  communityLeaderboard: {
    input: z.object({
      tokenName,
      period: z
        .enum(LEADERBOARD_PERIODS)
        .optional()
        .describe('Default month. Periods are the current day, week and month in UTC; weeks begin on Monday.'),
    }),
    output: z.object({
      items: z.array(leaderboardEntry).describe('The first 50, most points first.'),
      own: leaderboardEntry.nullable().describe('The viewer’s rank, even beyond the first 50; null without points.'),
    }),
  },
  communityCreate: {
    input: z.strictObject({
      tokenName: newTokenName,
      title: text(COMMUNITY_TITLE_MAX_LENGTH, onOneLine),
      about: communityAbout,
      logoImageURI: communityLogo,
      flairs: z
        .array(z.strictObject({ name: flairName, color: flairColor.default('gray') }))
        .max(FLAIRS_MAX)
        .optional()
        .describe('The initial topics.'),
      approvePosts: approvesPosts,
      userId: actorId,
    }),
    output: communityResponse,
  },
  communityEdit: {
    input: z.strictObject({
      tokenName,
      title: text(COMMUNITY_TITLE_MAX_LENGTH, onOneLine).optional(),
      about: communityAbout,
      approvePosts: approvesPosts,
      rules: z
        .array(
          z.strictObject({
            title: text(COMMUNITY_RULE_TITLE_MAX_LENGTH, onOneLine),
            text: z
              .literal('')
              .or(text(COMMUNITY_RULE_TEXT_MAX_LENGTH))
              .default('')
              .describe('an explanation; may be empty'),
          }),
        )
        .max(COMMUNITY_RULES_MAX)
        .refine(
          (rules) => new Set(rules.map(({ title }) => title.toLowerCase())).size === rules.length,
          'Name each once.',
        )
        .optional()
        .describe('All rules, in order.'),
      showRules: z.boolean().optional().describe('Show the rules where posts are written.'),
      postTypes: z
        .array(z.enum(POST_TYPES))
        .max(POST_TYPES.length)
        .refine((types) => new Set(types).size === types.length, 'Name each once.')
        .optional()
        .describe('All types of posts that it accepts from now on.'),
      anonymousComments: z.boolean().optional().describe('Allow anonymous comments and posts.'),
      slowModeSeconds: z
        .literal(LASTING_SLOW_MODE_SECONDS)
        .optional()
        .describe('Minimum time between posts and comments of a member, except moderators. 0: none.'),
      featuredTokens: z
        .array(tokenName)
        .max(FEATURED_COMMUNITIES_MAX)
        .refine((names) => new Set(names).size === names.length, 'Name each once.')
        .optional()
        .describe('Token names of all recommended communities, in order.'),
      archived: z
        .boolean()
        .optional()
        .describe('true archives the community, which makes it read-only; false reopens it. For owners and admins.'),
      urlSlug: communitySlug.optional(),
      revision: z
        .int()
        .nonnegative()
        .optional()
        .describe(
          '`revision` of the community that was edited. If it has changed, the call fails with EDIT_CONFLICT. Default: overwrite.',
        ),
      requireTranscripts: z
        .boolean()
        .optional()
        .describe(
          'Posts with a video or recording wait until it has captions. Switching this off publishes waiting ones.',
        ),
      logoImageURI: communityLogo,
      userId: actorId,
    }),
    output: communityResponse,
  },
  communityTransfer: {
    input: z.strictObject({
      tokenName,
      newOwnerId: id.describe('A member of the community.'),
      confirm: string(40).describe('The token name, as typed by the owner.'),
      userId: actorId,
    }),
    output: z.object({ transfer: transfer.describe('The pending transfer.') }),
  },
  communityTransferGet: {
    input: z.object({ tokenName }),
    output: z.object({ transfer: transfer.nullable().describe('Null: no transfer is pending.') }),
  },
  flairCreate: {
    input: z.strictObject({ tokenName, name: flairName, color: flairColor.default('gray'), userId: actorId }),
    output: flairResponse,
  },
  flairEdit: {
    input: z.strictObject({
      tokenName,
      flairId: id,
      name: flairName.optional(),
      color: flairColor.optional(),
      position: z
        .int()
        .min(0)
        .max(FLAIRS_MAX - 1)
        .optional()
        .describe('Its new position among the topics, from 0.'),
      userId: actorId,
    }),
    output: flairResponse,
  },
  flairDelete: {
    input: z.strictObject({
      tokenName,
      flairId: id,
      intoFlairId: id.optional().describe('The new topic of its posts. Default: they keep the deleted one.'),
      userId: actorId,
    }),
    output: communityResponse,
  },
  communityJoin: {
    input: z
      .strictObject({
        tokenName,
        userId: actorId,
        join: z.boolean().optional().describe('true joins, false leaves; required without isJoin'),
        isJoin: z.boolean().optional().describe('older name of `join`'),
      })
      .refine(({ join, isJoin }) => join !== undefined || isJoin !== undefined, {
        message: 'Say whether to join or to leave.',
        path: ['join'],
      })
      .refine(({ join, isJoin }) => join === undefined || isJoin === undefined || join === isJoin, {
        message: 'Must say the same as join.',
        path: ['isJoin'],
      }),
    output: z.object({ community, joinedCommunities: z.array(z.string()) }),
  },
  communityHide: {
    input: z.strictObject({ tokenName, userId: actorId, hide: z.boolean().describe('false shows it again') }),
    output: z.object({ hiddenCommunities: z.array(z.string()) }),
  },
}
