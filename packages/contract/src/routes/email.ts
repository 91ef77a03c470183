import type { Route } from './route.ts'

/** HTTP routes of calls about e-mail: sign-in links, passwords, addresses. */
export const emailRoutes = {
  authEmailLinkRequest: {
    method: 'POST',
    path: '/auth/emailLink/request',
    access: 'public',
    rate: 'mail',
    cookie: true,
  },
  authEmailLinkConfirm: {
    method: 'POST',
    path: '/auth/emailLink/confirm',
    access: 'public',
    rate: 'signIn',
    cookie: true,
  },
  authPasswordResetRequest: {
    method: 'POST',
    path: '/auth/password/reset/request',
    access: 'public',
    rate: 'mail',
    cookie: true,
  },
  authPasswordReset: {
    method: 'POST',
    path: '/auth/password/reset',
    access: 'public',
    rate: 'signIn',
    cookie: true,
  },
  authPasswordChange: {
    method: 'POST',
    path: '/auth/password',
    access: 'user',
    rate: 'signIn',
    cookie: true,
  },
  userEmailChange: {
    method: 'POST',
    path: '/user/email',
    access: 'user',
    rate: 'mail',
    cookie: true,
  },
  userEmailConfirm: {
    method: 'POST',
    path: '/user/email/confirm',
    access: 'optional',
    rate: 'signIn',
    cookie: true,
  },
  userGetByEmail: {
    method: 'POST',
    path: '/user/getByEmail',
    access: 'public',
    rate: 'read',
  },
} as const satisfies Record<string, Route>
