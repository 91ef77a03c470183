import { secondFactorRoutes } from '../routes/second-factor.ts'
import type { Call } from './call.ts'

/** Calls about account security. */
export const secondFactorCalls = {
  accountSecurity: {
    ...secondFactorRoutes.accountSecurity,
    errors: [],
    summary: 'All sign-in methods of the viewer.',
  },
  sessionList: {
    ...secondFactorRoutes.sessionList,
    errors: [],
    summary: 'The viewer’s sessions, last used first.',
  },
  sessionEnd: {
    ...secondFactorRoutes.sessionEnd,
    errors: ['SESSION_NOT_FOUND'],
    summary: 'End one of the viewer’s sessions, or all others.',
  },
  authReauthenticate: {
    ...secondFactorRoutes.authReauthenticate,
    errors: ['INVALID_CREDENTIALS', 'CODE_INVALID', 'PASSKEY_INVALID', 'FORBIDDEN', 'SIGN_IN_LOCKED', 'BUSY'],
    summary:
      'Reauthenticate, which allows changes to sign-in methods for some minutes. With a second factor, it needs that or a passkey.',
  },
  authReauthenticateOptions: {
    ...secondFactorRoutes.authReauthenticateOptions,
    errors: [],
    summary: 'The viewer’s methods of reauthentication.',
  },
  authReauthenticateMail: {
    ...secondFactorRoutes.authReauthenticateMail,
    errors: ['FORBIDDEN'],
    summary: 'Mail the viewer a code for reauthentication. Needs a confirmed address and no second factor.',
  },
  authSecondFactor: {
    ...secondFactorRoutes.authSecondFactor,
    errors: ['CHALLENGE_INVALID', 'CODE_INVALID', 'PASSKEY_INVALID', 'SIGN_IN_LOCKED'],
    summary: 'Finish a sign-in that requires the second factor.',
  },
  totpBegin: {
    ...secondFactorRoutes.totpBegin,
    secret: true,
    errors: ['REAUTHENTICATION_REQUIRED', 'SECOND_FACTOR_EXISTS'],
    summary: 'Create a secret for an authenticator app. It takes effect once one of its codes is confirmed.',
  },
  totpConfirm: {
    ...secondFactorRoutes.totpConfirm,
    secret: true,
    errors: ['REAUTHENTICATION_REQUIRED', 'SECOND_FACTOR_EXISTS', 'CODE_INVALID'],
    summary: 'Require codes at every sign-in from now on. Returns the recovery codes, which are not shown again.',
  },
  totpDelete: {
    ...secondFactorRoutes.totpDelete,
    errors: ['REAUTHENTICATION_REQUIRED'],
    summary: 'Turn the second factor off.',
  },
  recoveryCodesRenew: {
    ...secondFactorRoutes.recoveryCodesRenew,
    secret: true,
    errors: ['REAUTHENTICATION_REQUIRED', 'FORBIDDEN'],
    summary: 'Replace all recovery codes with new ones.',
  },
  authPasskeyOptions: {
    ...secondFactorRoutes.authPasskeyOptions,
    way: 'passkey',
    errors: [],
    summary: 'The browser’s options for signing in with a passkey.',
  },
  authPasskeySignIn: {
    ...secondFactorRoutes.authPasskeySignIn,
    way: 'passkey',
    errors: ['PASSKEY_INVALID'],
    summary: 'Sign in with a passkey, without a username.',
  },
  passkeyRegisterOptions: {
    ...secondFactorRoutes.passkeyRegisterOptions,
    errors: ['REAUTHENTICATION_REQUIRED'],
    summary: 'The browser’s options for creating a passkey.',
  },
  passkeyRegister: {
    ...secondFactorRoutes.passkeyRegister,
    errors: ['REAUTHENTICATION_REQUIRED', 'PASSKEY_INVALID'],
    summary: 'Add a passkey to the account.',
  },
  passkeyEdit: {
    ...secondFactorRoutes.passkeyEdit,
    errors: ['PASSKEY_NOT_FOUND'],
    summary: 'Rename a passkey.',
  },
  passkeyDelete: {
    ...secondFactorRoutes.passkeyDelete,
    errors: ['REAUTHENTICATION_REQUIRED', 'PASSKEY_NOT_FOUND', 'LAST_WAY_IN'],
    summary: 'Remove a passkey from the account.',
  },
} as const satisfies Record<keyof typeof secondFactorRoutes, Call>
