import * as z from 'zod'
import { PERMISSIONS } from '../permissions.ts'
import { communityRole, communitySlug, cursor, entityType, id, limit, page, string, time, tokenName } from './common.ts'

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

/** The signed-in person with everything that permission rules depend on. */
export const me = user.extend({
  networkAdmin: z.boolean(),
  domainAdmin: z.boolean(),
  domainCommunity: z
    .string()
    .nullable()
    .describe('Token name of the only community of the domain that this person administers; null: all communities.'),
  joinedCommunities: z.array(z.string()),
  hiddenCommunities: z.array(z.string()).describe('Token names of the communities hidden from this person’s feeds.'),
  bannedCommunities: z.record(z.string(), z.int()).describe('When each ban ends, by token name; 0: never.'),
  timeouts: z
    .array(z.string())
    .optional()
    .describe('Token names of the communities where the ban is only a time-out. Omitted: none.'),
  tokenOwner: z.array(z.string()),
  tokenPermissions: z.record(z.string(), z.array(permission)),
  enableSell: z.array(z.string()).describe('Token names of the communities where this person is a partner.'),
  moderator: z.array(z.string()),
  ForwardedFrom: z.array(id).describe('Accounts merged into this one.'),
  hasMadeUpName: z
    .boolean()
    .optional()
    .describe('The username was generated at the first sign-in: suggest once to choose one. Omitted: no.'),
  site: z.string().nullable().describe('The only origin where this sign-in is valid; null on the forum itself.'),
})

/** Number of unread notifications, up to 100, which means 100 or more. */
export const unreadCounts = z.object({
  notifications: z
    .int()
    .min(0)
    .max(100)
    .describe('Unread notifications: the number of items in the list’s tab `unread`.'),
  unseen: z
    .int()
    .min(0)
    .max(100)
    .describe('Unread notifications since the viewer last saw the list. The badge shows this number.'),
})

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

export const accountCalls = {
  userGet: {
    input: z.object({ idOrSlug: string(100).min(1) }),
    output: z.object({
      user,
      followers: z.int().nonnegative().describe('Number of followers.'),
      communities: z.array(heldRole).describe('Communities in which they have a role, owned ones first; at most 100.'),
    }),
  },
  userReputation: {
    input: z.object({ idOrSlug: string(100).min(1), limit, cursor }),
    output: page(reputationSource).extend({
      communities: z
        .array(communityReputation)
        .describe('Communities where they have reputation, highest first; up to 100, on the first page only.'),
    }),
  },
}
