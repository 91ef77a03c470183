import { communityRoutes } from '../routes/communities.ts'
import type { Call } from './call.ts'

/** The calls of communities and who belongs to them. */
export const communityCalls = {
  communityList: {
    ...communityRoutes.communityList,
    errors: ['CURSOR_INVALID'],
    summary: 'Published communities, largest first.',
  },
  communityGet: {
    ...communityRoutes.communityGet,
    errors: ['COMMUNITY_NOT_FOUND'],
    summary: 'One community by token name or URL slug.',
  },
  communityMembers: {
    ...communityRoutes.communityMembers,
    errors: ['COMMUNITY_NOT_FOUND', 'CURSOR_INVALID'],
    summary: 'Members of a community, newest first.',
  },
  communityJoin: {
    ...communityRoutes.communityJoin,
    errors: ['COMMUNITY_NOT_FOUND', 'BANNED'],
    summary: 'Join or leave a community.',
  },
} as const satisfies Record<keyof typeof communityRoutes, Call>
