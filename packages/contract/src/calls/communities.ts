import { communityRoutes } from '../routes/communities.ts'
import type { Call } from './call.ts'

/** Calls about communities and their members. */
export const communityCalls = {
  communityList: {
    ...communityRoutes.communityList,
    errors: ['CURSOR_INVALID'],
    summary: 'Published communities: all, those matching a search, or those named.',
  },
  communityGet: {
    ...communityRoutes.communityGet,
    errors: ['COMMUNITY_NOT_FOUND'],
    summary: 'One community by token name or URL slug.',
  },
  communityMembers: {
    ...communityRoutes.communityMembers,
    errors: ['COMMUNITY_NOT_FOUND', 'CURSOR_INVALID'],
    summary: 'Members of a community, newest first: all, or those matching a search.',
  },
  communityLeaderboard: {
    ...communityRoutes.communityLeaderboard,
    errors: ['COMMUNITY_NOT_FOUND'],
    summary: 'The members with the most reputation of the current day, week or month, or of all time.',
  },
  communityCreate: {
    ...communityRoutes.communityCreate,
    errors: ['FORBIDDEN', 'COMMUNITY_EXISTS', 'COMMUNITY_NAME_RESERVED', 'FLAIR_EXISTS'],
    summary: 'Create a community and become its owner. The domain’s setting `communityFounders` says who may.',
  },
  communityEdit: {
    ...communityRoutes.communityEdit,
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
  },
  communityTransfer: {
    ...communityRoutes.communityTransfer,
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
  },
  communityTransferGet: {
    ...communityRoutes.communityTransferGet,
    errors: ['COMMUNITY_NOT_FOUND', 'FORBIDDEN', 'BANNED'],
    summary: 'The pending transfer of ownership. For the owner.',
  },
  flairCreate: {
    ...communityRoutes.flairCreate,
    errors: ['COMMUNITY_NOT_FOUND', 'FORBIDDEN', 'BANNED', 'FLAIR_LIMIT', 'FLAIR_EXISTS'],
    summary: 'Add a topic to a community. Needs editBBS.',
  },
  flairEdit: {
    ...communityRoutes.flairEdit,
    errors: ['COMMUNITY_NOT_FOUND', 'FLAIR_NOT_FOUND', 'FORBIDDEN', 'BANNED', 'FLAIR_EXISTS'],
    summary: 'Rename, recolour or reorder a topic. Needs editBBS.',
  },
  flairDelete: {
    ...communityRoutes.flairDelete,
    errors: ['COMMUNITY_NOT_FOUND', 'FLAIR_NOT_FOUND', 'FORBIDDEN', 'BANNED'],
    summary: 'Delete a topic, or merge it into another one. Needs editBBS.',
  },
  communityJoin: {
    ...communityRoutes.communityJoin,
    errors: ['COMMUNITY_NOT_FOUND', 'BANNED', 'COMMUNITY_ARCHIVED'],
    summary: 'Join or leave a community.',
  },
  communityHide: {
    ...communityRoutes.communityHide,
    errors: ['COMMUNITY_NOT_FOUND'],
    summary: 'Hide a community from the viewer’s feeds, or show it again. Its own pages stay open.',
  },
} as const satisfies Record<keyof typeof communityRoutes, Call>
