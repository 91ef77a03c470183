import { emailRoutes } from '../routes/email.ts'
import type { Call } from './call.ts'

/** Calls about e-mail: sign-in links, passwords, addresses. */
export const emailCalls = {
  authEmailLinkRequest: {
    ...emailRoutes.authEmailLinkRequest,
    errors: [],
    way: 'emailLink',
    summary: 'Mail a link and a code that sign in. Nothing tells whether somebody has the address.',
  },
  authEmailLinkConfirm: {
    ...emailRoutes.authEmailLinkConfirm,
    errors: ['LINK_INVALID', 'SIGN_IN_LOCKED', 'SECOND_FACTOR_REQUIRED'],
    way: 'emailLink',
    summary: 'Sign in with the token of a mailed link, or with the code; an address that is nobody’s gets an account.',
  },
  authPasswordResetRequest: {
    ...emailRoutes.authPasswordResetRequest,
    errors: [],
    way: 'password',
    summary: 'Mail a link that sets a new password. Nothing tells whether somebody has the address.',
  },
  authPasswordReset: {
    ...emailRoutes.authPasswordReset,
    errors: ['LINK_INVALID', 'BUSY', 'SECOND_FACTOR_REQUIRED'],
    way: 'password',
    summary: 'Set a new password with the token of a mailed link, end all sessions, and sign in.',
  },
  authPasswordChange: {
    ...emailRoutes.authPasswordChange,
    errors: ['REAUTHENTICATION_REQUIRED', 'BUSY'],
    summary: 'Set or change the password; all other sessions end.',
  },
  userEmailChange: {
    ...emailRoutes.userEmailChange,
    errors: ['REAUTHENTICATION_REQUIRED'],
    summary: 'Ask for another e-mail address, or for another mail to confirm the one that waits.',
  },
  userEmailConfirm: {
    ...emailRoutes.userEmailConfirm,
    errors: ['LINK_INVALID', 'CONFIRM_SIGNED_IN'],
    summary:
      'Confirm an address, or that the old one may be given up, with the token of a mailed link. A new address only in a browser, or session, of the account.',
  },
  userGetByEmail: {
    ...emailRoutes.userGetByEmail,
    errors: [],
    summary: 'The ways to sign in that the domain offers; the same for every address.',
  },
} as const satisfies Record<keyof typeof emailRoutes, Call>
