import * as z from 'zod'
import { ACCENT, accentColors } from '../accent.ts'
import { FEATURED_COMMUNITIES_MAX, LASTING_SLOW_MODE_SECONDS, POST_TYPES } from '../community-limits.ts'
import {
  COMMUNITY_ABOUT_MAX_LENGTH,
  COMMUNITY_FACES_MAX,
  COMMUNITY_LOGO_MAX_LENGTH,
  COMMUNITY_QUERY_MAX_LENGTH,
  COMMUNITY_RULE_TEXT_MAX_LENGTH,
  COMMUNITY_RULE_TITLE_MAX_LENGTH,
  COMMUNITY_RULES_MAX,
  COMMUNITY_SLUG_MAX_LENGTH,
  COMMUNITY_SORTS,
  COMMUNITY_TITLE_MAX_LENGTH,
  PAGE_SIZE_MAX,
  TOPICS_MAX,
} from '../limits.ts'
import { isId, SLUG } from '../rules.ts'
import { shortMediaUrl } from '../schemas/images.ts'
import { cursor, limit, page } from '../schemas/paging.ts'
import { actorId, id, matching, newTokenName, string, text, time, tokenName } from '../schemas/scalars.ts'
import { topic, topicColor, topicName } from '../schemas/topics.ts'
import { onOneLine } from '../text.ts'
import type { Call } from './call.ts'

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
  bannerImageURI: z.string().optional().describe('The picture above its pages. Omitted: none.'),
  accent: z.string().optional().describe('Its color, such as `#0b5563`. Omitted: the domain’s.'),
  urlSlug: z.string(),
  activeFlairs: z.array(topic),
  numberOfMembers: z.int().nonnegative(),
  totalPosts: z.int().nonnegative(),
  approvePosts: z.boolean().describe('New posts require approval.'),
  requireTranscripts: z.boolean().describe('Posts with a video or recording wait until it has captions.'),
  anonymousComments: z.boolean().describe('Anonymous comments and posts are allowed.'),
  membersOnly: z.boolean().optional().describe('Only members can currently write (storm mode). Omitted: no.'),
  teamSeesEmails: z
    .boolean()
    .optional()
    .describe(
      'Its team can see the confirmed email addresses of those who were told so when they joined. Omitted: no.',
    ),
  rules: z.array(communityRule).describe('The rules, in order.'),
  showRules: z.boolean().describe('The rules are shown where posts are written.'),
  postTypes: z.array(z.enum(POST_TYPES)),
  featuredTokens: z.array(tokenName).describe('Token names of recommended communities, in order.'),
  slowModeSeconds: z.int().nonnegative().describe('Minimum time between posts and comments of a member. 0: none.'),
  publishStatus: z.int(),
  revision: z.int().nonnegative().describe('Increases with each change of the settings.'),
  createdAt: time,
  activeAt: time.optional().describe('Time of the latest post, or of its creation.'),
  moneyOff: z
    .boolean()
    .optional()
    .describe('Its own domain has no money, so nobody tips or promotes here, on any domain. Omitted: no.'),
  promotionDayPrice: z
    .string()
    .optional()
    .describe(
      'The lowest price of a promotion for a day at its own domain, in tokens. Another domain that shows it may ask for more, but not for less. Omitted: nobody has money.',
    ),
  faces: z
    .array(z.object({ userId: id, displayName: z.string(), imageUrl: z.string() }))
    .max(COMMUNITY_FACES_MAX)
    .optional()
    .describe('The newest members, in lists of communities only.'),
})

/** The community's slug in addresses, next to its token name. Former ones redirect to it. */
const newSlug = matching(
  COMMUNITY_SLUG_MAX_LENGTH,
  SLUG,
  'Use lowercase letters, digits and single hyphens only.',
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

const communityBanner = z
  .literal('')
  .or(shortMediaUrl(COMMUNITY_LOGO_MAX_LENGTH))
  .optional()
  .describe('Address of the banner, like that of the logo. Empty: none.')

const communityAccent = string(7, 'Use a color such as #0b5563.')
  .toLowerCase()
  .refine((accent) => accent === '' || ACCENT.test(accent), 'Use a color such as #0b5563.')
  .refine(
    (accent) => !ACCENT.test(accent) || accentColors(accent) !== null,
    'This color is too light for text on a light background. Choose a darker one.',
  )
  .optional()
  .describe(
    'Color of links and buttons. It must be readable on light backgrounds; the dark theme lightens it. Empty: the domain’s.',
  )

const approvesPosts = z.boolean().optional().describe('New posts require approval, except those of moderators.')

/** A pending transfer of ownership. */
export const transfer = z
  .object({
    newOwner: z.object({ userId: id, displayName: z.string(), slugUrl: z.string() }).describe('The new owner.'),
    executesAt: time.describe('When ownership changes.'),
  })
  .describe('A pending transfer of ownership.')

/** Cached lists of a community that can be refreshed. */
const CACHE_KEY = /^(whitelistedUsers_[A-Za-z]{1,40}|partnerPosts_[A-Za-z]{1,40}_\*)$/

/** The community after the call. */
export const communityResponse = z.object({ community }).describe('The community after the call.')

/** Calls about communities. */
export const communityCalls = {
  communityList: {
    method: 'GET',
    path: '/communities',
    access: 'public',
    errors: ['CURSOR_INVALID'],
    summary: 'Published communities: all, those matching a search, or those named. Ten per page by default.',
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
  communityGet: {
    method: 'GET',
    path: '/communities/{tokenName}',
    access: 'public',
    site: true,
    widget: 'all',
    errors: ['COMMUNITY_NOT_FOUND'],
    summary: 'One community by token name or URL slug.',
    input: z.object({ tokenName }),
    output: communityResponse,
  },
  communityCreate: {
    method: 'POST',
    path: '/community/create',
    access: 'user',
    quota: 'community',
    errors: ['FORBIDDEN', 'COMMUNITY_EXISTS', 'COMMUNITY_NAME_RESERVED', 'FLAIR_EXISTS'],
    summary: 'Create a community and become its owner. The domain’s setting `communityFounders` says who may.',
    input: z.strictObject({
      tokenName: newTokenName,
      title: text(COMMUNITY_TITLE_MAX_LENGTH, onOneLine),
      about: communityAbout,
      logoImageURI: communityLogo,
      bannerImageURI: communityBanner,
      accent: communityAccent,
      flairs: z
        .array(z.strictObject({ name: topicName, color: topicColor.default('gray') }))
        .max(TOPICS_MAX)
        .optional()
        .describe('The initial topics.'),
      approvePosts: approvesPosts,
      userId: actorId,
    }),
    output: communityResponse,
  },
  communityEdit: {
    method: 'POST',
    path: '/community/edit',
    access: 'user',
    // Enough for all rules at maximum length, in four-byte characters, and the description.
    bodyLimit: 128 * 1024,
    errors: [
      'COMMUNITY_NOT_FOUND',
      'FORBIDDEN',
      'BANNED',
      'EDIT_CONFLICT',
      'COMMUNITY_SLUG_EXISTS',
      'COMMUNITY_SLUG_TOO_SOON',
      'COMMUNITY_NAME_RESERVED',
    ],
    summary: 'Change the settings of a community, such as its logo. Omitted settings stay. Needs editBBS.',
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
      urlSlug: newSlug.optional(),
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
      bannerImageURI: communityBanner,
      accent: communityAccent,
      userId: actorId,
    }),
    output: communityResponse,
  },
  communityJoin: {
    method: 'POST',
    path: '/community/join',
    access: 'user',
    site: true,
    widget: 'all',
    errors: ['COMMUNITY_NOT_FOUND', 'BANNED', 'COMMUNITY_ARCHIVED'],
    summary: 'Join or leave a community.',
    input: z
      .strictObject({
        tokenName,
        userId: actorId,
        join: z.boolean().optional().describe('true joins, false leaves; required without isJoin'),
        isJoin: z.boolean().optional().describe('older name of `join`'),
        sawEmailNotice: z
          .boolean()
          .optional()
          .describe('The person was told that the team can see the address. Default: false, and it can’t.'),
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
    method: 'POST',
    path: '/community/hide',
    access: 'user',
    errors: ['COMMUNITY_NOT_FOUND'],
    summary: 'Hide a community from the viewer’s feeds, or show it again. Its own pages stay open.',
    input: z.strictObject({ tokenName, userId: actorId, hide: z.boolean().describe('false shows it again') }),
    output: z.object({ hiddenCommunities: z.array(z.string()) }),
  },
  communityVisit: {
    method: 'POST',
    path: '/community/visit',
    access: 'user',
    errors: ['COMMUNITY_NOT_FOUND'],
    summary: 'Record that the viewer is active in a community.',
    input: z.strictObject({ userId: actorId, tokenName }),
    output: z.object({}),
  },
  communityTransfer: {
    method: 'POST',
    path: '/community/transfer',
    access: 'user',
    errors: [
      'COMMUNITY_NOT_FOUND',
      'FORBIDDEN',
      'BANNED',
      'REAUTHENTICATION_REQUIRED',
      'TRANSFER_PENDING',
      'TRANSFER_REFUSED',
    ],
    summary:
      'Transfer a community permanently to another member, within three minutes. For its owner, after recent reauthentication.',
    input: z.strictObject({
      tokenName,
      newOwnerId: id.describe('A member of the community.'),
      confirm: string(40).describe('The token name, as typed by the owner.'),
      userId: actorId,
    }),
    output: z.object({ transfer: transfer.describe('The pending transfer.') }),
  },
  communityTransferGet: {
    method: 'GET',
    path: '/communities/{tokenName}/transfer',
    access: 'user',
    errors: ['COMMUNITY_NOT_FOUND', 'FORBIDDEN', 'BANNED'],
    summary: 'The pending transfer of ownership. For the owner.',
    input: z.object({ tokenName }),
    output: z.object({ transfer: transfer.nullable().describe('Null: no transfer is pending.') }),
  },
  communityTransferCancel: {
    method: 'POST',
    path: '/community/transfer/cancel',
    access: 'user',
    errors: ['COMMUNITY_NOT_FOUND', 'FORBIDDEN', 'BANNED'],
    summary: 'Cancel the pending transfer of ownership, if any. For the owner.',
    input: z.strictObject({ tokenName, userId: actorId }),
    output: z.object({}),
  },
  cacheDelete: {
    method: 'DELETE',
    path: '/cache',
    access: 'user',
    errors: ['COMMUNITY_NOT_FOUND', 'FORBIDDEN'],
    summary: 'Reload a community’s lists of partners and of their posts. For those who manage it.',
    input: z.object({
      key: matching(100, CACHE_KEY, 'This key is not known.').describe(
        'whitelistedUsers_{tokenName} or partnerPosts_{tokenName}_*',
      ),
    }),
    output: z.object({}),
  },
} as const satisfies Record<string, Call>
