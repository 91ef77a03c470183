import { emailRoutes } from '../routes/email.ts'
import type { Call } from './call.ts'

/** Calls about e-mail: sign-in links, passwords, addresses. */
export const emailCalls = {
  authEmailLinkRequest: {
    ...emailRoutes.authEmailLinkRequest,
    errors: [],
    way: 'emailLink',
    summary: 'Mail a link and a code for signing in. The response doesn’t reveal whether the address has an account.',
  },
  authEmailLinkConfirm: {
    ...emailRoutes.authEmailLinkConfirm,
    errors: ['LINK_INVALID', 'SIGN_IN_LOCKED', 'SECOND_FACTOR_REQUIRED'],
    way: 'emailLink',
    summary: 'Sign in with the token of a mailed link or with the code. An unknown address gets an account.',
  },
  authPasswordResetRequest: {
    ...emailRoutes.authPasswordResetRequest,
    errors: [],
    way: 'password',
    summary: 'Mail a link for setting a new password. The response doesn’t reveal whether the address has an account.',
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
    summary: 'Set or change the password. All other sessions end.',
  },
  userEmailChange: {
    ...emailRoutes.userEmailChange,
    errors: ['REAUTHENTICATION_REQUIRED'],
    summary: 'Request a change of the e-mail address, or another mail to confirm the pending one.',
  },
  userEmailConfirm: {
    ...emailRoutes.userEmailConfirm,
    errors: ['LINK_INVALID', 'CONFIRM_SIGNED_IN'],
    summary:
      'Confirm an address, or the release of the old one, with the token of a mailed link. A new address needs a browser or session of the account.',
  },
  userGetByEmail: {
    ...emailRoutes.userGetByEmail,
    errors: [],
    summary: 'The sign-in methods that the domain offers, the same for every address.',
  },
} as const satisfies Record<keyof typeof emailRoutes, Call>
