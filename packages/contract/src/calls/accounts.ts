import { accountRoutes } from '../routes/accounts.ts'
import type { Call } from './call.ts'

/** Calls about people and their own data. */
export const accountCalls = {
  me: {
    ...accountRoutes.me,
    errors: [],
    summary: 'The viewer with permissions and communities, and unread counts.',
  },
  userGet: {
    ...accountRoutes.userGet,
    errors: ['USER_NOT_FOUND'],
    summary: 'A public profile with its number of followers and the person’s roles in communities.',
  },
  userReputation: {
    ...accountRoutes.userReputation,
    errors: ['USER_NOT_FOUND', 'CURSOR_INVALID'],
    summary: 'A person’s reputation in each community, and the posts and comments it came from.',
  },
  viewerFacts: {
    ...accountRoutes.viewerFacts,
    errors: [],
    summary: 'The viewer’s own reactions, votes and saved items for a page of items.',
  },
} as const satisfies Record<keyof typeof accountRoutes, Call>
