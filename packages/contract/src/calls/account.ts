import * as z from 'zod'
import { EMAIL_MAX_LENGTH, PASSWORD_MAX_LENGTH } from '../limits.ts'
import { units } from '../schemas/money.ts'
import { newPassword } from '../schemas/passwords.ts'
import { actorId, email, id, string, time } from '../schemas/scalars.ts'
import type { Call } from './call.ts'
import { passkey } from './passkeys.ts'
import { linkedProvider } from './providers.ts'
import { user } from './users.ts'

/** A session, as listed for its owner. */
export const sessionInfo = z.object({
  id,
  device: z.string().describe('Browser and system, such as `Firefox on Windows`; empty: unknown.'),
  address: z.string().describe('Network of the address from which it was started; empty: unknown.'),
  site: z.string().nullable().describe('Origin of the partner’s site where it is valid; null: the forum itself.'),
  method: z.string().describe('How it was started, such as `password`; empty: unknown.'),
  createdAt: time,
  seenAt: time.describe('When it was last used.'),
  current: z.boolean().describe('It is the session that sends the request.'),
})

/** An account's sign-in methods, for its owner only. */
export const account = z.object({
  email: z.string().nullable().describe('Confirmed address, usable for sign-in.'),
  pendingEmail: z.string().nullable().describe('Address that isn’t confirmed yet.'),
  hasPassword: z.boolean(),
  providers: z.array(linkedProvider),
  passkeys: z.array(passkey),
  totp: z.boolean().describe('Codes of an authenticator app are required at every sign-in.'),
  recoveryCodesLeft: z.int().nonnegative(),
  mustHaveSecondFactor: z
    .boolean()
    .describe('The permissions of a network admin are off until the account has a second factor.'),
})

/** The part of a mailed link after the `#`. */
const token = string(100).min(1)

/** An account as seen by its owner. */
const mergedAccount = z.object({ userId: id, username: z.string() })

/** Numbers of removed items and of items kept without a name, by kind. */
const countsByKind = z.record(z.string(), z.int().nonnegative())

export const deletionReceipt = z.object({
  userId: id,
  content: z.enum(['keep', 'remove']),
  requestedAt: time,
  removed: countsByKind,
  keptWithoutName: countsByKind,
  lost: z
    .record(z.string(), units)
    .optional()
    .describe('What was in the wallet, credit included, by token name. Omitted: nothing.'),
})

/** Calls about the viewer’s own account: how it signs in, where it is signed in, and merging, exporting and deleting it. */
export const accountCalls = {
  accountSecurity: {
    method: 'GET',
    path: '/account',
    access: 'user',
    errors: [],
    summary: 'All sign-in methods of the viewer.',
    input: z.object({}),
    output: z.object({ account }),
  },
  sessionList: {
    method: 'GET',
    path: '/auth/sessions',
    access: 'user',
    errors: [],
    summary: 'The viewer’s sessions, last used first.',
    input: z.object({}),
    output: z.object({ items: z.array(sessionInfo) }),
  },
  sessionEnd: {
    method: 'POST',
    path: '/auth/sessions/end',
    access: 'user',
    errors: ['SESSION_NOT_FOUND'],
    summary: 'End one of the viewer’s sessions, or all others.',
    input: z
      .strictObject({
        sessionId: id.optional(),
        others: z.literal(true).optional().describe('All sessions except the one that sends the request.'),
      })
      .refine(
        ({ sessionId, others }) => (sessionId === undefined) !== (others === undefined),
        'Name one session, or the others.',
      ),
    output: z.object({}),
  },
  authPasswordChange: {
    method: 'POST',
    path: '/auth/password',
    access: 'user',
    rate: 'signIn',
    cookie: true,
    errors: ['REAUTHENTICATION_REQUIRED', 'BUSY'],
    summary: 'Set or change the password. All other sessions end.',
    input: z.strictObject({ password: newPassword }),
    output: z.object({}),
  },
  userEmailChange: {
    method: 'POST',
    path: '/user/email',
    access: 'user',
    rate: 'mail',
    cookie: true,
    errors: ['REAUTHENTICATION_REQUIRED'],
    summary: 'Request a change of the email address, or another mail to confirm the pending one.',
    input: z.strictObject({ email }),
    output: z.object({}),
  },
  userEmailConfirm: {
    method: 'POST',
    path: '/user/email/confirm',
    access: 'optional',
    rate: 'signIn',
    cookie: true,
    errors: ['LINK_INVALID', 'CONFIRM_SIGNED_IN'],
    summary:
      'Confirm an address, or the release of the old one, with the token of a mailed link. A new address needs a browser or session of the account.',
    input: z.strictObject({ token }),
    output: z.object({
      email: z.string(),
      confirmed: z.boolean().describe('False while the link mailed to the other address is still unconfirmed.'),
    }),
  },
  userForwardProve: {
    method: 'POST',
    path: '/user/forward/prove',
    access: 'user',
    rate: 'signIn',
    cookie: true,
    errors: [
      'REAUTHENTICATION_REQUIRED',
      'INVALID_CREDENTIALS',
      'EMAIL_UNCONFIRMED',
      'SIGN_IN_LOCKED',
      'SECOND_FACTOR_REQUIRED',
      'BUSY',
    ],
    summary:
      'Prove ownership of another account by its password, or, from that account’s session, of this one for another. Valid for 10 minutes.',
    input: z
      .strictObject({
        login: string(EMAIL_MAX_LENGTH).trim().min(1).optional(),
        password: string(PASSWORD_MAX_LENGTH).min(1).optional(),
        partner: string(20)
          .min(1)
          .optional()
          .describe(
            'Instead of these, in a session of an account with another sign-in method: the username of the account to merge it with.',
          ),
      })
      .refine(
        ({ login, password, partner }) => (partner === undefined ? login && password : !login && !password),
        'Send login and password, or partner.',
      ),
    output: z.object({ proof: z.string(), account: mergedAccount, expiresAt: time }),
  },
  userForward: {
    method: 'POST',
    path: '/user/forward',
    access: 'user',
    endsSession: true,
    errors: ['REAUTHENTICATION_REQUIRED', 'CODE_INVALID', 'MERGE_REFUSED', 'BUSY'],
    summary:
      'Merge two accounts of one person. The main account shows what both have written, and signing in to either signs in to it. An account with a second factor can’t be merged into one without.',
    input: z.strictObject({
      userId: actorId,
      proof: string(1000).min(1),
      mainAccount: z.enum(['this', 'other']).describe('Which account stays: the signed-in one, or the proved one.'),
    }),
    output: z.object({
      user: user.describe('The main account.'),
      signedOut: z
        .boolean()
        .describe('The signed-in account was merged away. Sign in again with either account’s credentials.'),
    }),
  },
  userForwardUndo: {
    method: 'POST',
    path: '/user/forward/undo',
    access: 'user',
    errors: ['REAUTHENTICATION_REQUIRED', 'USER_NOT_FOUND', 'MERGE_NOT_LATEST'],
    summary: 'Undo the latest merge into the viewer’s account.',
    input: z.strictObject({
      forwardedUserId: id.describe('The account that was merged away.'),
    }),
    output: z.object({ user: mergedAccount }),
  },
  userForwarded: {
    method: 'GET',
    path: '/user/forwarded',
    access: 'user',
    errors: [],
    summary: 'The accounts merged into the viewer’s, the latest merge last.',
    input: z.object({}),
    output: z.object({ items: z.array(mergedAccount.extend({ mergedAt: time })) }),
  },
  userExport: {
    method: 'POST',
    path: '/user/export',
    access: 'user',
    secret: true,
    errors: ['REAUTHENTICATION_REQUIRED'],
    summary: 'A link to an archive of all the viewer’s data, valid once within 10 minutes.',
    input: z.strictObject({ userId: actorId }),
    output: z.object({
      url: z.string().describe('Path of the download on this origin.'),
      expiresAt: time,
    }),
  },
  userExportDownload: {
    method: 'GET',
    path: '/user/export/{token}',
    access: 'public',
    responseFormat: 'file',
    errors: ['NOT_FOUND'],
    summary: 'The archive behind such a link: JSON files and a page for reading them.',
    input: z.object({ token: string(100).min(1) }),
    /** A ZIP archive. */
    output: z.unknown(),
  },
  userDelete: {
    method: 'POST',
    path: '/user/delete',
    access: 'user',
    endsSession: true,
    errors: ['REAUTHENTICATION_REQUIRED', 'FORBIDDEN'],
    summary:
      'Delete the viewer’s account: it is signed out everywhere at once, and nothing that names its owner remains.',
    input: z
      .strictObject({
        userId: actorId,
        confirm: string(60).optional().describe('The username, as typed. Optional where `userId` names the account.'),
        content: z
          .enum(['keep', 'remove'])
          .default('keep')
          .describe(
            'What happens to posts and comments: keep them without a name, or remove their text. Default: keep.',
          ),
      })
      .refine(({ userId, confirm }) => Boolean(userId) || confirm !== undefined, {
        path: ['confirm'],
        message: 'Type your username.',
      }),
    output: z.object({ receipt: deletionReceipt }),
  },
} as const satisfies Record<string, Call>
