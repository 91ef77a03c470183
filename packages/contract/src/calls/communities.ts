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
  flairCreate: {
    ...communityRoutes.flairCreate,
    errors: ['COMMUNITY_NOT_FOUND', 'FORBIDDEN', 'BANNED', 'FLAIR_LIMIT', 'FLAIR_EXISTS'],
    summary: 'Add a topic to a community. Needs editBBS.',
  },
  flairEdit: {
    ...communityRoutes.flairEdit,
    errors: ['COMMUNITY_NOT_FOUND', 'FLAIR_NOT_FOUND', 'FORBIDDEN', 'BANNED', 'FLAIR_EXISTS'],
    summary: 'Rename a topic, or give it another colour. Needs editBBS.',
  },
  flairDelete: {
    ...communityRoutes.flairDelete,
    errors: ['COMMUNITY_NOT_FOUND', 'FLAIR_NOT_FOUND', 'FORBIDDEN', 'BANNED'],
    summary: 'Delete a topic. Posts that have it keep it. Needs editBBS.',
  },
  communityJoin: {
    ...communityRoutes.communityJoin,
    errors: ['COMMUNITY_NOT_FOUND', 'BANNED'],
    summary: 'Join or leave a community.',
  },
} as const satisfies Record<keyof typeof communityRoutes, Call>
