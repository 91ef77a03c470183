import { identityRoutes } from '../routes/identity.ts'
import type { Call } from './call.ts'

/** Calls about one's own account. */
export const identityCalls = {
  userUsername: {
    ...identityRoutes.userUsername,
    errors: ['USERNAME_EXISTS', 'USERNAME_RESERVED', 'USERNAME_TOO_SOON'],
    summary:
      'Change the username, once in 30 days after the first time; former names redirect to the new one. Sending the present one keeps it and ends the suggestion to choose another.',
  },
  userEdit: {
    ...identityRoutes.userEdit,
    errors: [
      ...(['FORBIDDEN', 'USER_NOT_FOUND', 'COMMUNITY_NOT_FOUND', 'BANNED', 'NOT_A_MEMBER'] as const),
      'USERNAME_EXISTS',
      'USERNAME_RESERVED',
    ],
    summary:
      'Change the fields of the own profile that are sent; an empty one clears. Or make somebody partner or moderator.',
  },
  pictureCheck: {
    ...identityRoutes.pictureCheck,
    errors: ['BUSY'],
    summary:
      'Whether a picture can be loaded from an address, and where browsers get it; for forms, before they save it.',
  },
  userDelete: {
    ...identityRoutes.userDelete,
    errors: ['REAUTHENTICATION_REQUIRED', 'FORBIDDEN'],
    summary: 'Delete the own account: signed out everywhere at once, nothing left that names its owner.',
  },
  userExport: {
    ...identityRoutes.userExport,
    errors: ['REAUTHENTICATION_REQUIRED'],
    summary: 'A link to an archive of everything that is kept of the viewer: good once, for 10 minutes.',
  },
  userExportDownload: {
    ...identityRoutes.userExportDownload,
    errors: ['NOT_FOUND'],
    summary: 'The archive of such a link: JSON files, and a page to read them by.',
  },
  userForwardProve: {
    ...identityRoutes.userForwardProve,
    errors: ['REAUTHENTICATION_REQUIRED', 'INVALID_CREDENTIALS', 'SIGN_IN_LOCKED', 'SECOND_FACTOR_REQUIRED', 'BUSY'],
    summary:
      'Prove to own another account by its password, or in its own session this one for another: good for 10 minutes.',
  },
  userForward: {
    ...identityRoutes.userForward,
    errors: ['REAUTHENTICATION_REQUIRED', 'CODE_INVALID', 'MERGE_REFUSED', 'BUSY'],
    summary:
      'Merge two accounts of one person: the main one shows what both have written, and signing in to either signs in to it. An account with a second factor can’t be merged into one without.',
  },
  userForwardUndo: {
    ...identityRoutes.userForwardUndo,
    errors: ['REAUTHENTICATION_REQUIRED', 'USER_NOT_FOUND', 'MERGE_NOT_LATEST'],
    summary: 'Undo the latest merge into the viewer’s account.',
  },
  userForwarded: {
    ...identityRoutes.userForwarded,
    errors: [],
    summary: 'The accounts that were merged into the viewer’s, the latest merge last.',
  },
  userVisit: {
    ...identityRoutes.userVisit,
    errors: [],
    summary: 'Note that the viewer is here.',
  },
  communityVisit: {
    ...identityRoutes.communityVisit,
    errors: ['COMMUNITY_NOT_FOUND'],
    summary: 'Note that the viewer is in a community.',
  },
  notificationSettings: {
    ...identityRoutes.notificationSettings,
    errors: [],
    summary: 'Change the notification settings; only the switches that are sent change.',
  },
  notificationSettingsGet: {
    ...identityRoutes.notificationSettingsGet,
    errors: [],
    summary: 'The viewer’s notification settings.',
  },
} as const satisfies Record<keyof typeof identityRoutes, Call>
