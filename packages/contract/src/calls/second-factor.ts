import { secondFactorRoutes } from '../routes/second-factor.ts'
import type { Call } from './call.ts'

/** The calls by which people keep their account safe. */
export const secondFactorCalls = {
  accountSecurity: {
    ...secondFactorRoutes.accountSecurity,
    errors: [],
    summary: 'Every way in which the viewer can sign in.',
  },
  sessionList: {
    ...secondFactorRoutes.sessionList,
    errors: [],
    summary: 'Where the viewer is signed in, the place used last first.',
  },
  sessionEnd: {
    ...secondFactorRoutes.sessionEnd,
    errors: ['SESSION_NOT_FOUND'],
    summary: 'Sign the viewer out of one place, or of every other one.',
  },
  authReauthenticate: {
    ...secondFactorRoutes.authReauthenticate,
    errors: ['INVALID_CREDENTIALS', 'SIGN_IN_LOCKED', 'BUSY'],
    summary: 'Prove again who one is, so that for some minutes one may change how one signs in.',
  },
  authReauthenticateOptions: {
    ...secondFactorRoutes.authReauthenticateOptions,
    errors: [],
    summary: 'How the viewer can prove again who they are.',
  },
} as const satisfies Record<keyof typeof secondFactorRoutes, Call>
