import { secondFactorRoutes } from '../routes/second-factor.ts'
import type { Call } from './call.ts'

/** Calls about account security. */
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
    errors: ['INVALID_CREDENTIALS', 'CODE_INVALID', 'PASSKEY_INVALID', 'FORBIDDEN', 'SIGN_IN_LOCKED', 'BUSY'],
    summary:
      'Prove again who one is, so that for some minutes one may change how one signs in; with a second factor by that or a passkey.',
  },
  authReauthenticateOptions: {
    ...secondFactorRoutes.authReauthenticateOptions,
    errors: [],
    summary: 'How the viewer can prove again who they are.',
  },
  authReauthenticateMail: {
    ...secondFactorRoutes.authReauthenticateMail,
    errors: ['FORBIDDEN'],
    summary:
      'Mail the viewer a code to prove again who they are, where their address is confirmed and they have no second factor.',
  },
  authSecondFactor: {
    ...secondFactorRoutes.authSecondFactor,
    errors: ['CHALLENGE_INVALID', 'CODE_INVALID', 'PASSKEY_INVALID', 'SIGN_IN_LOCKED'],
    summary: 'Finish a sign-in that asked for the second factor.',
  },
  totpBegin: {
    ...secondFactorRoutes.totpBegin,
    errors: ['REAUTHENTICATION_REQUIRED', 'SECOND_FACTOR_EXISTS'],
    summary: 'Make a secret for an application that shows codes; it counts once a code of it is confirmed.',
  },
  totpConfirm: {
    ...secondFactorRoutes.totpConfirm,
    errors: ['REAUTHENTICATION_REQUIRED', 'SECOND_FACTOR_EXISTS', 'CODE_INVALID'],
    summary: 'Ask for codes at every sign-in from now on; answers the recovery codes, which are not shown again.',
  },
  totpDelete: {
    ...secondFactorRoutes.totpDelete,
    errors: ['REAUTHENTICATION_REQUIRED'],
    summary: 'Ask for no second factor any more.',
  },
  recoveryCodesRenew: {
    ...secondFactorRoutes.recoveryCodesRenew,
    errors: ['REAUTHENTICATION_REQUIRED', 'FORBIDDEN'],
    summary: 'Replace all recovery codes by new ones.',
  },
  authPasskeyOptions: {
    ...secondFactorRoutes.authPasskeyOptions,
    way: 'passkey',
    errors: [],
    summary: 'What the browser asks a passkey for.',
  },
  authPasskeySignIn: {
    ...secondFactorRoutes.authPasskeySignIn,
    way: 'passkey',
    errors: ['PASSKEY_INVALID'],
    summary: 'Sign in with a passkey, without a name.',
  },
  passkeyRegisterOptions: {
    ...secondFactorRoutes.passkeyRegisterOptions,
    errors: ['REAUTHENTICATION_REQUIRED'],
    summary: 'What the browser makes a passkey of.',
  },
  passkeyRegister: {
    ...secondFactorRoutes.passkeyRegister,
    errors: ['REAUTHENTICATION_REQUIRED', 'PASSKEY_INVALID'],
    summary: 'Add a passkey to the account.',
  },
  passkeyEdit: {
    ...secondFactorRoutes.passkeyEdit,
    errors: ['PASSKEY_NOT_FOUND'],
    summary: 'Give a passkey another name.',
  },
  passkeyDelete: {
    ...secondFactorRoutes.passkeyDelete,
    errors: ['REAUTHENTICATION_REQUIRED', 'PASSKEY_NOT_FOUND', 'LAST_WAY_IN'],
    summary: 'Take a passkey from the account.',
  },
} as const satisfies Record<keyof typeof secondFactorRoutes, Call>
