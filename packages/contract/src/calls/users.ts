import * as z from 'zod'
import { USERNAME } from '../account-rules.ts'
import { situationMessages } from '../errors.ts'
import {
  DISPLAY_NAME_MAX_LENGTH,
  PROFILE_ABOUT_MAX_LENGTH,
  PROFILE_IMAGE_MAX_LENGTH,
  PROFILE_TITLE_MAX_LENGTH,
} from '../limits.ts'
import { PERMISSIONS } from '../permissions.ts'
import { shortMediaUrl } from '../schemas/images.ts'
import { cursor, limit, page } from '../schemas/paging.ts'
import { communityRole, entityType } from '../schemas/references.ts'
import { actorId, communitySlug, id, matching, personId, string, time, tokenName } from '../schemas/scalars.ts'
import { isBlankText, normalizeText, onOneLine, textLength } from '../text.ts'
import type { Call } from './call.ts'

export const permission = z.enum(PERMISSIONS)

export const user = z.object({
  id,
  username: z.string(),
  displayName: z.string().describe('The name shown for this person: the profile’s, or else the username.'),
  slugUrl: z.string(),
  profileName: z.string(),
  profileTitle: z.string(),
  profileAbout: z.string(),
  profileImageUrl: z.string(),
  createdAt: time,
  deleted: z.boolean(),
  isAdmin: z.literal(true).optional().describe('Admin of the network. Omitted for everybody else.'),
})

export const username = matching(20, USERNAME, 'Use 3 to 20 letters, digits or underscores.')

/** A profile field of at most `max` code points. Empty or invisible text clears it. */
function profileText(max: number, tidy = (value: string) => value) {
  return string(max * 8, `Must have at most ${max} characters.`)
    .transform((value) => tidy(normalizeText(value)))
    .transform((value) => (isBlankText(value) ? '' : value))
    .refine((value) => textLength(value) <= max, `Must have at most ${max} characters.`)
}

const points = z.int().describe('Points of reputation.')

/** A person's reputation in a community. */
const communityReputation = z.object({
  tokenName,
  communitySlug,
  communityTitle: z.string().describe('Title of the community.'),
  points,
})

/** A community in which a person has a role. */
export const heldRole = z.object({
  id,
  tokenName,
  title: z.string().describe('Title of the community.'),
  role: communityRole.exclude(['admin']).describe('The person’s highest role there.'),
})

/** A post or comment that gave reputation. */
export const reputationSource = z.object({
  entityType,
  entityId: id,
  tokenName,
  communitySlug,
  communityTitle: z.string().describe('Title of the community.'),
  title: z.string().describe('Title of the post, or of the comment’s post.'),
  path: z.string().describe('Its path, from the root of the forum.'),
  excerpt: z.string().describe('The beginning of the comment; empty for posts.'),
  points: points.describe('Points of all reactions to it.'),
  createdAt: time,
})

const follows = z.object({
  follows: z.boolean().describe('Whether the viewer follows them.'),
  followers: z.int().nonnegative().describe('Number of followers.'),
})

/** A person in a list of followers, or of people whom somebody follows. */
export const followedPerson = z
  .object({
    user,
    followers: z.int().nonnegative().describe('Number of their followers.'),
    follows: z.boolean().optional().describe('Whether the viewer follows them. Omitted for visitors.'),
  })
  .describe('A person in a list of followers, or of people whom somebody follows.')

/** The account after the call. */
export const userResponse = z.object({ user }).describe('The account after the call.')

const { invalidUserId, invalidStatsUserId } = situationMessages

/** Calls about people and their profiles. */
export const userCalls = {
  userGet: {
    method: 'GET',
    path: '/users/{idOrSlug}',
    access: 'public',
    errors: ['USER_NOT_FOUND'],
    summary: 'A public profile with its number of followers and the person’s roles in communities.',
    input: z.object({
      idOrSlug: string(100, invalidUserId)
        .min(1, invalidUserId)
        .describe('Id, slug or username, or a display name that exactly one person has.'),
    }),
    output: z.object({
      user,
      followers: z.int().nonnegative().describe('Number of followers.'),
      following: z.int().nonnegative().describe('Number of people whom they follow; at most 10,000.'),
      communities: z.array(heldRole).describe('Communities in which they have a role, owned ones first; at most 100.'),
    }),
  },
  userReputation: {
    method: 'GET',
    path: '/users/{idOrSlug}/reputation',
    access: 'public',
    errors: ['USER_NOT_FOUND', 'CURSOR_INVALID'],
    summary: 'A person’s reputation in each community, and the posts and comments it came from.',
    input: z.object({ idOrSlug: string(100, invalidStatsUserId).min(1, invalidStatsUserId), limit, cursor }),
    output: page(reputationSource).extend({
      communities: z
        .array(communityReputation)
        .describe('Communities where they have reputation, highest first; up to 100, on the first page only.'),
    }),
  },
  followList: {
    method: 'GET',
    path: '/users/{idOrSlug}/follows',
    access: 'optional',
    errors: ['USER_NOT_FOUND', 'CURSOR_INVALID'],
    summary:
      'A person’s followers or the people whom they follow, newest first, without people whom the viewer has blocked or muted.',
    input: z.object({
      idOrSlug: string(100, invalidUserId).min(1, invalidUserId),
      type: z.enum(['followers', 'following']).describe('Which of the two lists.'),
      limit,
      cursor,
    }),
    output: page(followedPerson).extend({
      hidden: z
        .int()
        .positive()
        .optional()
        .describe('How many people this page leaves out because the viewer has blocked or muted them.'),
    }),
  },
  userUsername: {
    method: 'POST',
    path: '/user/username',
    access: 'user',
    errors: ['USERNAME_EXISTS', 'USERNAME_OF_COMMUNITY', 'USERNAME_RESERVED', 'USERNAME_TOO_SOON'],
    summary:
      'Change the username, once in 30 days after the first change. Former names redirect to the new one. Sending the current name keeps it and ends the suggestion to choose another.',
    input: z.strictObject({ username }),
    output: userResponse,
  },
  userEdit: {
    method: 'POST',
    path: '/user/edit',
    access: 'user',
    errors: [
      'FORBIDDEN',
      'USER_NOT_FOUND',
      'COMMUNITY_NOT_FOUND',
      'BANNED',
      'NOT_A_MEMBER',
      'USERNAME_EXISTS',
      'USERNAME_OF_COMMUNITY',
      'USERNAME_RESERVED',
    ],
    summary: 'Change the fields of a profile that are sent; empty clears. Or make a person partner or moderator.',
    input: z.strictObject({
      userId: actorId,
      editedUserId: personId.optional().describe('Whose profile. Default: the viewer’s.'),
      profileName: profileText(DISPLAY_NAME_MAX_LENGTH, onOneLine).optional(),
      profileTitle: profileText(PROFILE_TITLE_MAX_LENGTH, onOneLine).optional(),
      profileAbout: profileText(PROFILE_ABOUT_MAX_LENGTH).optional(),
      profileImage: z
        .literal('')
        .or(shortMediaUrl(PROFILE_IMAGE_MAX_LENGTH))
        .optional()
        .describe('Address of a picture: http or https, or the path of a public file of the forum.'),
      approveSell: z
        .boolean()
        .optional()
        .describe('Makes the edited person a partner of the community, or revokes that.'),
      addModerator: z
        .boolean()
        .optional()
        .describe('Makes the edited person a moderator of the community, or revokes that.'),
      tokenName: tokenName.optional().describe('The community of the role.'),
    }),
    output: userResponse,
  },
  userFollow: {
    method: 'POST',
    path: '/user/follow',
    access: 'user',
    errors: ['USER_NOT_FOUND', 'FORBIDDEN'],
    summary: 'Follow or unfollow a user. Followers are notified of new posts.',
    input: z.strictObject({
      userId: actorId,
      followedUserId: personId.describe('A merged account stands for its main account.'),
      follow: z.boolean(),
    }),
    output: follows,
  },
  userFollowGet: {
    method: 'GET',
    path: '/user/follow',
    access: 'user',
    errors: ['USER_NOT_FOUND'],
    summary: 'Whether the viewer follows a user.',
    input: z.object({ followedUserId: personId }),
    output: follows,
  },
} as const satisfies Record<string, Call>
