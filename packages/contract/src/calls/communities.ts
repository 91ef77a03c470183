import { communitieRoutes } from '../routes/communities.ts'
import type { Call } from './call.ts'

/** The calls of communities and who belongs to them. */
export const communitieCalls = {
  communityList: {
    ...communitieRoutes.communityList,
    errors: ['CURSOR_INVALID'],
    summary: 'Published communities, largest first.',
  },
  communityGet: {
    ...communitieRoutes.communityGet,
    errors: ['COMMUNITY_NOT_FOUND'],
    summary: 'One community by token name or URL slug.',
  },
  communityMembers: {
    ...communitieRoutes.communityMembers,
    errors: ['COMMUNITY_NOT_FOUND', 'CURSOR_INVALID'],
    summary: 'Members of a community, newest first.',
  },
  communityJoin: {
    ...communitieRoutes.communityJoin,
    errors: ['COMMUNITY_NOT_FOUND', 'BANNED'],
    summary: 'Join or leave a community.',
  },
} as const satisfies Record<keyof typeof communitieRoutes, Call>
