import { identityRoutes } from '../routes/identity.ts'
import type { Call } from './call.ts'

/** The calls by which people keep their own account. */
export const identityCalls = {
  userUsername: {
    ...identityRoutes.userUsername,
    errors: ['USERNAME_EXISTS', 'USERNAME_RESERVED'],
    summary: 'Change the username, once in 30 days after the first time; former names lead to the new one.',
  },
} as const satisfies Record<keyof typeof identityRoutes, Call>
