import { identityRoutes } from '../routes/identity.ts'
import type { Call } from './call.ts'

/** Calls about one's own account. */
export const identityCalls = {
  userUsername: {
    ...identityRoutes.userUsername,
    errors: ['USERNAME_EXISTS', 'USERNAME_RESERVED', 'USERNAME_TOO_SOON'],
    summary:
      'Change the username, once in 30 days after the first change. Former names redirect to the new one. Sending the current name keeps it and ends the suggestion to choose another.',
  },
  userEdit: {
    ...identityRoutes.userEdit,
    errors: [
      ...(['FORBIDDEN', 'USER_NOT_FOUND', 'COMMUNITY_NOT_FOUND', 'BANNED', 'NOT_A_MEMBER'] as const),
      'USERNAME_EXISTS',
      'USERNAME_RESERVED',
    ],
    summary: 'Change the fields of a profile that are sent; empty clears. Or make a person partner or moderator.',
  },
  pictureCheck: {
    ...identityRoutes.pictureCheck,
    errors: ['BUSY'],
    summary:
      'Check that a picture can be loaded from an address, and get its address for browsers. For forms, before saving.',
  },
  userDelete: {
    ...identityRoutes.userDelete,
    errors: ['REAUTHENTICATION_REQUIRED', 'FORBIDDEN'],
    summary:
      'Delete the viewer’s account: it is signed out everywhere at once, and nothing that names its owner remains.',
  },
  userExport: {
    ...identityRoutes.userExport,
    secret: true,
    errors: ['REAUTHENTICATION_REQUIRED'],
    summary: 'A link to an archive of all the viewer’s data, valid once within 10 minutes.',
  },
  userExportDownload: {
    ...identityRoutes.userExportDownload,
    errors: ['NOT_FOUND'],
    summary: 'The archive behind such a link: JSON files and a page for reading them.',
  },
  userForwardProve: {
    ...identityRoutes.userForwardProve,
    errors: ['REAUTHENTICATION_REQUIRED', 'INVALID_CREDENTIALS', 'SIGN_IN_LOCKED', 'SECOND_FACTOR_REQUIRED', 'BUSY'],
    summary:
      'Prove ownership of another account by its password, or, from that account’s session, of this one for another. Valid for 10 minutes.',
  },
  userForward: {
    ...identityRoutes.userForward,
    errors: ['REAUTHENTICATION_REQUIRED', 'CODE_INVALID', 'MERGE_REFUSED', 'BUSY'],
    summary:
      'Merge two accounts of one person. The main account shows what both have written, and signing in to either signs in to it. An account with a second factor can’t be merged into one without.',
  },
  userForwardUndo: {
    ...identityRoutes.userForwardUndo,
    errors: ['REAUTHENTICATION_REQUIRED', 'USER_NOT_FOUND', 'MERGE_NOT_LATEST'],
    summary: 'Undo the latest merge into the viewer’s account.',
  },
  userForwarded: {
    ...identityRoutes.userForwarded,
    errors: [],
    summary: 'The accounts merged into the viewer’s, the latest merge last.',
  },
  userVisit: {
    ...identityRoutes.userVisit,
    errors: [],
    summary: 'Record that the viewer is active.',
  },
  communityVisit: {
    ...identityRoutes.communityVisit,
    errors: ['COMMUNITY_NOT_FOUND'],
    summary: 'Record that the viewer is active in a community.',
  },
  notificationSettings: {
    ...identityRoutes.notificationSettings,
    errors: [],
    summary: 'Change the notification settings that are sent.',
  },
  notificationSettingsGet: {
    ...identityRoutes.notificationSettingsGet,
    errors: [],
    summary: 'The viewer’s notification settings.',
  },
} as const satisfies Record<keyof typeof identityRoutes, Call>
