import * as z from 'zod'
import { FLAIR_NAME_MAX_LENGTH } from '../limits.ts'
import { onOneLine } from '../text.ts'
import { actorId, cursor, id, limit, page, text, time, tokenName } from './common.ts'

/** Colours of topics; what they look like is the theme's. */
export const flairColor = z.enum(['gray', 'teal', 'green', 'yellow', 'orange', 'red', 'purple', 'blue'])
export const flair = z.object({ id, name: z.string(), color: flairColor })
const flairName = text(FLAIR_NAME_MAX_LENGTH, onOneLine).refine(
  (name) => /^[\p{L}\p{M}\p{N} ]*$/u.test(name),
  'Use letters, digits and spaces only.',
)

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
  /** New posts wait for a moderator. */
  approvePosts: z.boolean(),
  postTypes: z.array(z.string()),
  publishStatus: z.int(),
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
})

export const communityCalls = {
  communityList: { input: z.object({ limit, cursor }), output: page(community) },
  communityGet: { input: z.object({ tokenName }), output: z.object({ community }) },
  communityMembers: {
    input: z.object({
      tokenName,
      type: z
        .enum(['all', 'partner'])
        .optional()
        .describe('default all, newest first; partners come up to 100 at once, each page in random order'),
      limit,
      cursor,
    }),
    output: page(member),
  },
  flairCreate: {
    input: z.strictObject({ tokenName, name: flairName, color: flairColor.default('gray'), userId: actorId }),
    output: z.object({ flair, community }),
  },
  flairEdit: {
    input: z.strictObject({
      tokenName,
      flairId: id,
      name: flairName.optional(),
      color: flairColor.optional(),
      userId: actorId,
    }),
    output: z.object({ flair, community }),
  },
  flairDelete: {
    input: z.strictObject({ tokenName, flairId: id, userId: actorId }),
    output: z.object({ community }),
  },
  communityJoin: {
    input: z
      .strictObject({
        tokenName,
        userId: actorId,
        join: z.boolean().optional().describe('true joins, false leaves; required, unless isJoin says it'),
        isJoin: z.boolean().optional().describe('older name of join'),
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
}
