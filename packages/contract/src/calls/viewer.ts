import * as z from 'zod'
import { USERNAME } from '../account-rules.ts'
import { situationMessages } from '../errors.ts'
import { KEY_SCOPES } from '../key-scopes.ts'
import { VIEW_AS_ROLES } from '../policy/view-as.ts'
import { actorId, id, matching, string, tokenName } from '../schemas/scalars.ts'
import type { Call } from './call.ts'
import { viewerFactsPayload } from './comments.ts'
import { community } from './communities.ts'
import { notificationSettings, unreadCounts } from './notifications.ts'
import { permission, user } from './users.ts'

/** What a person doesn't want to see, newest first. */
export const ownMutes = z.object({
  blocked: z.array(id).describe('Ids of the people whom this person has blocked.'),
  users: z.array(id).describe('Ids of muted people.'),
  posts: z.array(id).describe('Ids of muted posts.'),
  topics: z.array(id).describe('Ids of muted topics.'),
  words: z.array(z.string()).describe('Muted words and phrases, as they were written.'),
})

/** The signed-in person with everything that permission rules depend on. */
export const me = user.extend({
  networkAdmin: z.boolean(),
  domainAdmin: z.boolean(),
  domainCommunity: z
    .string()
    .nullable()
    .describe('Token name of the only community of the domain that this person administers; null: all communities.'),
  adminDomain: z.string().optional().describe('Name of the domain that this person administers. Omitted: none.'),
  sectionCommunities: z
    .array(z.string())
    .optional()
    .describe('Token names of the communities in the sections that this person administers. Omitted: none.'),
  joinedCommunities: z.array(z.string()),
  hiddenCommunities: z
    .array(z.string())
    .describe('Token names of the communities hidden from this person’s feeds. Empty on a partner’s site.'),
  bannedCommunities: z.record(z.string(), z.int()).describe('When each ban ends, by token name; 0: never.'),
  timeouts: z
    .array(z.string())
    .optional()
    .describe('Token names of the communities where the ban is only a time-out. Omitted: none.'),
  banReasons: z
    .record(z.string(), z.string())
    .optional()
    .describe('The moderator’s reason for each ban that has one, by token name. Omitted: none.'),
  tokenOwner: z.array(z.string()),
  tokenPermissions: z.record(z.string(), z.array(permission)),
  enableSell: z.array(z.string()).describe('Token names of the communities where this person is a partner.'),
  moderator: z.array(z.string()),
  ForwardedFrom: z.array(id).describe('Accounts merged into this one.'),
  hasMadeUpName: z
    .boolean()
    .optional()
    .describe('The username was generated at the first sign-in: suggest once to choose one. Omitted: no.'),
  mutes: ownMutes
    .optional()
    .describe(
      'What this person has blocked and muted, besides communities. Omitted: nothing, or this is a partner’s site.',
    ),
  hasMutes: z
    .boolean()
    .optional()
    .describe(
      'Only on a partner’s site, which doesn’t get the lists: this person has blocked or muted something. `viewerFacts` tells which comments. Omitted: no.',
    ),
  keyScopes: z
    .array(z.enum(KEY_SCOPES))
    .optional()
    .describe('What the API key of this request may do. Omitted: no key, this person is signed in.'),
  site: z.string().nullable().describe('The only origin where this sign-in is valid; null on the forum itself.'),
})

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
  dmBlockUsers: z.array(id).describe('Ids of the people whom this person has blocked.'),
  tagBlockUsers: z.array(id).describe('Ids of the people whose mentions don’t notify: the same people.'),
  profileImage: z.string().describe('The picture as it was set: an address, or a path on this origin.'),
})

/** A community that the viewer has joined, as navigation shows it. */
export const joinedCommunity = community
  .pick({ tokenName: true, title: true, urlSlug: true, logoImageURI: true })
  .extend({ hasNew: z.boolean().describe('It has a post that is newer than the viewer’s last visit.') })

/** Calls about the viewer. */
export const viewerCalls = {
  me: {
    method: 'GET',
    path: '/me',
    access: 'user',
    site: true,
    widget: 'all',
    errors: [],
    summary: 'The viewer with permissions and communities, and unread counts.',
    input: z.object({
      username: matching(20, USERNAME, situationMessages.invalidOwnUsername)
        .optional()
        .describe('The viewer’s username, a former one, or that of a merged account. Any other is refused.'),
    }),
    output: z.object({
      user: me.extend(ownAccount.partial().shape),
      unread: unreadCounts.describe('Zero on a partner’s site: notifications are read on the forum.'),
    }),
  },
  viewerFacts: {
    method: 'GET',
    path: '/viewer/facts',
    access: 'user',
    site: true,
    widget: 'all',
    errors: [],
    summary: 'The viewer’s own reactions, votes and saved items for a page of items.',
    input: z.object({
      postIds: string(5000).optional().describe('Comma-separated ids.'),
      commentIds: string(5000).optional(),
    }),
    output: viewerFactsPayload,
  },
  viewAsStart: {
    method: 'POST',
    path: '/view-as',
    access: 'user',
    errors: ['FORBIDDEN'],
    summary:
      'Log that an admin begins to view the forum as a role. Requests then name it in the header `X-Stoa-View-As`.',
    input: z.strictObject({ role: z.enum(VIEW_AS_ROLES).describe('The role.'), userId: actorId }),
    output: z.object({}),
  },
  languageChoose: {
    method: 'POST',
    path: '/viewer/language',
    access: 'optional',
    errors: [],
    summary: 'Choose the language of the forum’s pages in this browser, and of the mails to a signed-in person.',
    input: z.strictObject({
      language: string(35).describe('One of the domain’s languages, as a BCP 47 tag.'),
      userId: actorId.optional(),
    }),
    output: z.object({}),
  },
  joinedList: {
    method: 'GET',
    path: '/me/communities',
    access: 'user',
    errors: [],
    summary: 'The communities that the viewer has joined, last visited first; at most 100.',
    input: z.object({}),
    output: z.object({ items: z.array(joinedCommunity) }),
  },
  userVisit: {
    method: 'POST',
    path: '/user/visit',
    access: 'user',
    errors: [],
    summary: 'Record that the viewer is active.',
    input: z.strictObject({ userId: actorId, tokenName: tokenName.optional() }),
    output: z.object({}),
  },
} as const satisfies Record<string, Call>
