import * as z from 'zod'
import { USERNAME } from '../account-rules.ts'
import {
  DISPLAY_NAME_MAX_LENGTH,
  EMAIL_MAX_LENGTH,
  PASSWORD_MAX_LENGTH,
  PROFILE_ABOUT_MAX_LENGTH,
  PROFILE_IMAGE_MAX_LENGTH,
  PROFILE_TITLE_MAX_LENGTH,
} from '../limits.ts'
import { isBlankText, normalizeText, onOneLine, textLength } from '../text.ts'
import { me, unreadCounts, user } from './accounts.ts'
import { actorId, formed, id, mediaUrl, shortMediaUrl, string, time, tokenName } from './common.ts'

export const username = formed(20, USERNAME, 'Use 3 to 20 letters, digits or underscores.')

/** A profile field of at most `max` code points. Empty or invisible text clears it. */
function profileText(max: number, tidy = (value: string) => value) {
  return string(max * 8, `Must have at most ${max} characters.`)
    .transform((value) => tidy(normalizeText(value)))
    .transform((value) => (isBlankText(value) ? '' : value))
    .refine((value) => textLength(value) <= max, `Must have at most ${max} characters.`)
}

const onSiteSwitches = {
  reply: z.boolean().describe('Somebody replied to the person’s comment or responded to their post.'),
  mention: z.boolean().describe('Somebody mentioned the person.'),
  newPost: z.boolean().describe('A followed user posted.'),
  communityPost: z.boolean().describe('A new post in a joined community, by any author.'),
  message: z.boolean().describe('A direct message.'),
  follow: z.boolean().describe('Somebody followed the person.'),
  moderation: z.boolean().describe('Moderators’ decisions about the person’s own content.'),
}
const onSite = z.strictObject(onSiteSwitches)
const email = z.strictObject({
  ...onSiteSwitches,
  digest: z.boolean().describe('What the person missed, at most once a week.'),
})

export const notificationSettings = z.strictObject({ onSite, email })

/** Private facts about the viewer’s account, only on the forum itself, not on partners' sites. */
const ownAccount = z.object({
  mainAccount: id.describe('The person’s main account. Signing in to an account merged into it signs in here.'),
  forwardTo: id
    .nullable()
    .describe(
      'The account that this one is merged into. Always null for the viewer, who is signed in to the main account.',
    ),
  domain: z.string().nullable().describe('Host of the domain that this person administers; null: none.'),
  providers: z
    .array(z.object({ providerId: z.string(), isActive: z.boolean() }))
    .describe('Providers that this domain offers or that are linked. `isActive`: can sign in to this account.'),
  notificationSettings,
  profileImage: z.string().describe('The picture as it was set: an address, or a path on this origin.'),
})

/** An account as seen by its owner. */
const forwarded = z.object({ userId: id, username: z.string() })

/** Numbers of removed items and of items kept without a name, by kind. */
const counted = z.record(z.string(), z.int().nonnegative())

export const deletionReceipt = z.object({
  userId: id,
  content: z.enum(['keep', 'remove']),
  requestedAt: time,
  removed: counted,
  keptWithoutName: counted,
})

const visit = { userId: actorId, tokenName: tokenName.optional() }

/** The account after the call. */
export const userResponse = z.object({ user }).describe('The account after the call.')

export const identityCalls = {
  me: {
    input: z.object({}),
    output: z.object({
      user: me.extend(ownAccount.partial().shape),
      unread: unreadCounts.describe('Zero on a partner’s site: notifications are read on the forum.'),
    }),
  },
  userUsername: { input: z.strictObject({ username }), output: userResponse },
  userEdit: {
    input: z.strictObject({
      userId: actorId,
      editedUserId: id.optional().describe('Whose profile. Default: the viewer’s.'),
      profileName: profileText(DISPLAY_NAME_MAX_LENGTH, onOneLine).optional(),
      profileTitle: profileText(PROFILE_TITLE_MAX_LENGTH, onOneLine).optional(),
      profileAbout: profileText(PROFILE_ABOUT_MAX_LENGTH).optional(),
      profileImage: z
        .literal('')
        .or(shortMediaUrl(PROFILE_IMAGE_MAX_LENGTH))
        .optional()
        .describe('Address of a picture: http or https, or the path of a public file of the forum.'),
      approveSell: z
        .boolean()
        .optional()
        .describe('Makes the edited person a partner of the community, or revokes that.'),
      addModerator: z
        .boolean()
        .optional()
        .describe('Makes the edited person a moderator of the community, or revokes that.'),
      tokenName: tokenName.optional().describe('The community of the role.'),
    }),
    output: userResponse,
  },
  pictureCheck: {
    input: z.strictObject({ url: mediaUrl }),
    output: z.object({
      url: z.string().describe('Address of the picture for browsers, on the forum.'),
    }),
  },
  userDelete: {
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
  userExport: {
    input: z.strictObject({ userId: actorId }),
    output: z.object({
      url: z.string().describe('Path of the download on this origin.'),
      expiresAt: time,
    }),
  },
  userExportDownload: {
    input: z.object({ token: string(100).min(1) }),
    /** A ZIP archive. */
    output: z.unknown(),
  },
  userForwardProve: {
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
    output: z.object({ proof: z.string(), account: forwarded, expiresAt: time }),
  },
  userForward: {
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
    input: z.strictObject({
      forwardedUserId: id.describe('The account that was merged away.'),
    }),
    output: z.object({ user: forwarded }),
  },
  userForwarded: {
    input: z.object({}),
    output: z.object({ items: z.array(forwarded.extend({ mergedAt: time })) }),
  },
  userVisit: { input: z.strictObject(visit), output: z.object({}) },
  communityVisit: { input: z.strictObject({ ...visit, tokenName }), output: z.object({}) },
  notificationSettings: {
    input: z.strictObject({
      userId: actorId,
      notificationSettings: z.strictObject({ onSite: onSite.partial().optional(), email: email.partial().optional() }),
    }),
    output: z.object({ notificationSettings }),
  },
  notificationSettingsGet: { input: z.object({}), output: z.object({ notificationSettings }) },
}
