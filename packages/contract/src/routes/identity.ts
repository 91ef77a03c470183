import type { Route } from './route.ts'

/** HTTP routes of calls about one's own account. */
export const identityRoutes = {
  userUsername: {
    method: 'POST',
    path: '/user/username',
    access: 'user',
    rate: 'write',
  },
  userEdit: {
    method: 'POST',
    path: '/user/edit',
    access: 'user',
    rate: 'write',
  },
  pictureCheck: {
    method: 'GET',
    path: '/picture/check',
    access: 'user',
    rate: 'read',
  },
  userDelete: {
    method: 'POST',
    path: '/user/delete',
    access: 'user',
    rate: 'write',
    endsSession: true,
  },
  userExport: {
    method: 'POST',
    path: '/user/export',
    access: 'user',
    rate: 'write',
  },
  userExportDownload: {
    method: 'GET',
    path: '/user/export/{token}',
    access: 'public',
    rate: 'read',
    answers: 'file',
  },
  userForwardProve: {
    method: 'POST',
    path: '/user/forward/prove',
    access: 'user',
    rate: 'signIn',
    cookie: true,
  },
  userForward: {
    method: 'POST',
    path: '/user/forward',
    access: 'user',
    rate: 'write',
    endsSession: true,
  },
  userForwardUndo: {
    method: 'POST',
    path: '/user/forward/undo',
    access: 'user',
    rate: 'write',
  },
  userForwarded: {
    method: 'GET',
    path: '/user/forwarded',
    access: 'user',
    rate: 'read',
  },
  userVisit: {
    method: 'POST',
    path: '/user/visit',
    access: 'user',
    rate: 'write',
  },
  communityVisit: {
    method: 'POST',
    path: '/community/visit',
    access: 'user',
    rate: 'write',
  },
  notificationSettings: {
    method: 'POST',
    path: '/notification/settings',
    access: 'user',
    rate: 'write',
  },
  notificationSettingsGet: {
    method: 'GET',
    path: '/notification/settings',
    access: 'user',
    rate: 'read',
  },
} as const satisfies Record<string, Route>
