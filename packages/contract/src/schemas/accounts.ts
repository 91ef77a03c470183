import * as z from 'zod'
import { PERMISSIONS } from '../permissions.ts'
import { id, string, time } from './common.ts'

export const permission = z.enum(PERMISSIONS)

export const user = z.object({
  id,
  username: z.string(),
  /** The name that is shown wherever this person is named: the profile's, or else the username. */
  displayName: z.string(),
  slugUrl: z.string(),
  profileName: z.string(),
  profileTitle: z.string(),
  profileAbout: z.string(),
  profileImageUrl: z.string(),
  createdAt: time,
  deleted: z.boolean(),
})

/** The signed-in person with everything that permission rules look at. */
export const me = user.extend({
  networkAdmin: z.boolean(),
  domainAdmin: z.boolean(),
  /** Token name of the only community of the domain whose admin this is; null: all communities. */
  domainCommunity: z.string().nullable(),
  joinedCommunities: z.array(z.string()),
  /** When a ban ends, by token name; 0: never. */
  bannedCommunities: z.record(z.string(), z.int()),
  tokenOwner: z.array(z.string()),
  tokenPermissions: z.record(z.string(), z.array(permission)),
  /** Partner rights by token name. */
  enableSell: z.array(z.string()),
  moderator: z.array(z.string()),
  /** Accounts merged into this one. */
  ForwardedFrom: z.array(id),
  /** The username was made up at the first sign-in: suggest once to choose one. Left out: no. */
  hasMadeUpName: z.boolean().optional(),
  /** The only origin this sign-in is good for; null on the forum itself. */
  site: z.string().nullable(),
})

/** How much of what the viewer is told of is new; counted up to 100, which means 100 or more. */
export const unreadCounts = z.object({
  /** Unread notifications: as many as the list's tab `unread` has items. */
  notifications: z.int().min(0).max(100),
  /** Those among them that came since the viewer looked at the list: what the badge shows. */
  unseen: z.int().min(0).max(100),
})

export const accountCalls = {
  userGet: {
    input: z.object({ idOrSlug: string(100).min(1) }),
    output: z.object({
      user,
      /** How many people follow them. */
      followers: z.int().nonnegative(),
    }),
  },
}
