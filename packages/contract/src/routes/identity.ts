import type { Route } from './route.ts'

/** HTTP routes of calls about one's own account. */
export const identityRoutes = {
  userUsername: {
    method: 'POST',
    path: '/user/username',
    access: 'user',
  },
  userEdit: {
    method: 'POST',
    path: '/user/edit',
    access: 'user',
  },
  pictureCheck: {
    method: 'GET',
    path: '/picture/check',
    access: 'user',
  },
  userDelete: {
    method: 'POST',
    path: '/user/delete',
    access: 'user',
    endsSession: true,
  },
  userExport: {
    method: 'POST',
    path: '/user/export',
    access: 'user',
  },
  userExportDownload: {
    method: 'GET',
    path: '/user/export/{token}',
    access: 'public',
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
    endsSession: true,
  },
  userForwardUndo: {
    method: 'POST',
    path: '/user/forward/undo',
    access: 'user',
  },
  userForwarded: {
    method: 'GET',
    path: '/user/forwarded',
    access: 'user',
  },
  userVisit: {
    method: 'POST',
    path: '/user/visit',
    access: 'user',
  },
  communityVisit: {
    method: 'POST',
    path: '/community/visit',
    access: 'user',
  },
  notificationSettings: {
    method: 'POST',
    path: '/notification/settings',
    access: 'user',
  },
  notificationSettingsGet: {
    method: 'GET',
    path: '/notification/settings',
    access: 'user',
  },
} as const satisfies Record<string, Route>
