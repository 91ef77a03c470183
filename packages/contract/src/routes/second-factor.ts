import type { Route } from './route.ts'

/** HTTP routes of calls about account security. */
export const secondFactorRoutes = {
  accountSecurity: {
    method: 'GET',
    path: '/account',
    access: 'user',
  },
  sessionList: {
    method: 'GET',
    path: '/auth/sessions',
    access: 'user',
  },
  sessionEnd: {
    method: 'POST',
    path: '/auth/sessions/end',
    access: 'user',
  },
  authReauthenticate: {
    method: 'POST',
    path: '/auth/reauthenticate',
    access: 'user',
    rate: 'signIn',
    cookie: true,
  },
  authReauthenticateOptions: {
    method: 'POST',
    path: '/auth/reauthenticate/options',
    access: 'user',
    rate: 'read',
  },
  authReauthenticateMail: {
    method: 'POST',
    path: '/auth/reauthenticate/mail',
    access: 'user',
    rate: 'mail',
    cookie: true,
  },
  authSecondFactor: {
    method: 'POST',
    path: '/auth/secondFactor',
    access: 'public',
    rate: 'signIn',
    cookie: true,
  },
  totpBegin: {
    method: 'POST',
    path: '/auth/totp/begin',
    access: 'user',
  },
  totpConfirm: {
    method: 'POST',
    path: '/auth/totp',
    access: 'user',
  },
  totpDelete: {
    method: 'POST',
    path: '/auth/totp/delete',
    access: 'user',
  },
  recoveryCodesRenew: {
    method: 'POST',
    path: '/auth/recoveryCodes',
    access: 'user',
  },
  authPasskeyOptions: {
    method: 'POST',
    path: '/auth/passkey/options',
    access: 'public',
    rate: 'read',
  },
  authPasskeySignIn: {
    method: 'POST',
    path: '/auth/passkey',
    access: 'public',
    rate: 'signIn',
    cookie: true,
  },
  passkeyRegisterOptions: {
    method: 'POST',
    path: '/auth/passkeys/options',
    access: 'user',
    rate: 'read',
  },
  passkeyRegister: {
    method: 'POST',
    path: '/auth/passkeys',
    access: 'user',
  },
  passkeyEdit: {
    method: 'POST',
    path: '/auth/passkeys/edit',
    access: 'user',
  },
  passkeyDelete: {
    method: 'POST',
    path: '/auth/passkeys/delete',
    access: 'user',
  },
} as const satisfies Record<string, Route>
