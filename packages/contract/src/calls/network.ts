import * as z from 'zod'
import { ACTIVITY_GROUPS } from '../activity-actions.ts'
import { NUMBERS_PERIODS } from '../domain-rules.ts'
import { COMMUNITY_QUERY_MAX_LENGTH } from '../limits.ts'
import { RETENTION_KINDS, RETENTION_MAX_DAYS } from '../retention.ts'
import { units } from '../schemas/money.ts'
import { cursor, limit, page } from '../schemas/paging.ts'
import { actorId, id, string, time, tokenName } from '../schemas/scalars.ts'
import type { Call } from './call.ts'
import { community } from './communities.ts'
import { activityAction } from './moderation-log.ts'

const period = z.enum(NUMBERS_PERIODS)
const amount = z.number().nullable()

/** A number of the dashboard over a period, beside the period before. */
export const networkNumber = z.object({
  name: z.enum([
    ...(['visits', 'pageViews', 'activeMembers', 'signUps', 'posts', 'comments', 'reports'] as const),
    'decisionMs',
  ]),
  total: amount.describe('Null: nothing was counted yet, or there is no average.'),
  before: amount.describe('The same part of the period before. Null: it wasn’t counted as a whole.'),
  series: z.array(amount).max(31).describe('By bucket. Null: after now, or before counting began.'),
  seriesBefore: z.array(amount).max(31).describe('The period before, by bucket.'),
})

/** What a community contributes to a period. */
export const communityNumbers = z.object({
  tokenName: z.string(),
  title: z.string(),
  logo: z.string().describe('Address of the logo; empty: none.'),
  visits: z.int(),
  signUps: z.int().describe('New members of the community.'),
  posts: z.int(),
  comments: z.int(),
  reports: z.int(),
})

const span = z.object({
  start: time,
  end: time.describe('The first moment after it.'),
})

export const networkOverview = z.object({
  domain: z.string().nullable().describe('Null: all domains.'),
  community: z.string().nullable().describe('Token name; null: all communities that the domain shows.'),
  timeZone: z.string().describe('Zone of the buckets: the domain’s, or that of the default domain.'),
  period,
  now: span,
  until: time.describe('The numbers end here: at the end of the period, or now.'),
  before: span,
  isFirst: z.boolean().describe('The period before wasn’t counted as a whole.'),
  buckets: z.array(time).max(31).describe('Starts of the hours of a day, or of the days.'),
  numbers: z.array(networkNumber),
  communities: z.array(communityNumbers).max(50).describe('The largest communities with any numbers, by posts.'),
})

/** A job that failed. */
export const failedJob = z.object({
  id,
  kind: z.string(),
  state: z.enum(['waiting', 'parked']).describe('A parked job isn’t tried again unless somebody asks for it.'),
  tries: z.int(),
  lastError: z.string(),
  createdAt: time,
  runAt: time.describe('The next try; of a parked job, the last.'),
})

/** What admins do to the installation, and operators to accounts. */
const networkActCode = z.enum([
  ...(['secondFactorReset', 'addressSet', 'deleted', 'renamed', 'merged', 'credited', 'debited'] as const),
  ...(['viewedAs', 'createdDomain', 'savedDomain', 'publishedDomain', 'deletedDomain'] as const),
  ...(['turnedOnMoney', 'turnedOffMoney', 'changedMoney'] as const),
  ...(['addedHost', 'provedHost', 'removedHost', 'changedMainHost'] as const),
  ...(['savedMenu', 'publishedPage', 'unpublishedPage', 'deletedPage', 'savedAd', 'deletedAd'] as const),
  ...(['changedWebhooks', 'retriedJob', 'keeps', 'fundedCommunity', 'reversedTransfer', 'refundedPurchase'] as const),
  ...(['acceptedShortfall', 'acceptedContract', 'setSmallestWithdrawal', 'acceptedTransactions'] as const),
  ...(['beganSweep', 'sentAgain', 'raisedFee', 'endedPaidWithdrawal', 'endedUnpaidWithdrawal'] as const),
  ...(['endedPaidSweep', 'endedUnpaidSweep'] as const),
])

/** How the installation is doing. */
export const networkHealth = z.object({
  version: z.string(),
  time: time.describe('The server’s clock.'),
  database: z.object({
    kind: z.enum(['sqlite', 'mysql']),
    ms: z.number().nullable().describe('How long a query takes. Null: it can’t be reached.'),
    clockMs: z.number().nullable().describe('How far its clock is ahead of the server’s. Null: it is the same one.'),
  }),
  redis: z.boolean().nullable().describe('Whether it can be reached. Null: there is none.'),
  storage: z.enum(['folder', 's3']).describe('Where uploads are.'),
  disk: z.object({ freeBytes: z.number().nullable(), isLow: z.boolean() }),
  mail: z.object({ hasServer: z.boolean(), waiting: z.int(), failed: z.int() }),
  heldSince: time
    .nullable()
    .describe('Since when mails, push messages, webhooks and scheduled posts wait, after a restore. Null: they don’t.'),
  holdsWithdrawals: z.boolean().describe('What waits after a restore includes withdrawals.'),
  outboxMs: z.number().describe('Age of the oldest event that wasn’t delivered.'),
  queues: z.array(z.object({ kind: z.string(), waiting: z.int(), parked: z.int() })).describe('Jobs by kind.'),
  parked: z.array(failedJob).max(100),
  certificate: z
    .object({ validUntil: time.nullable(), problem: z.string().nullable() })
    .nullable()
    .describe('Of the public address. Null: it has none, since it isn’t https.'),
  ledgerFrozen: z
    .object({ since: time, differences: z.int() })
    .nullable()
    .describe('The books don’t add up, and payouts are frozen. Null: they do.'),
  withdrawals: z
    .object({
      review: z.int().describe('How many moved something else on the chain than they should.'),
      unknown: z.int().describe('Of how many it isn’t known whether they were sent.'),
      nonce: z
        .object({ known: z.int().describe('Known here.'), found: z.int().describe('On the chain.') })
        .nullable()
        .describe('Counts of the paying wallet’s transactions. Null: the chain has no more than are known.'),
    })
    .nullable()
    .describe('What of withdrawals an operator must look at. Null: no token is on a chain.'),
  missingTokens: z
    .array(z.object({ tokenName: z.string(), amount: units }))
    .describe('What the chain holds less than the books say. Withdrawals stop as long as something is missing.'),
  countedUntil: time.nullable().describe('The hour up to which the dashboard’s numbers are counted.'),
})

export const networkPerson = z.object({
  userId: id,
  username: z.string(),
  displayName: z.string(),
  slugUrl: z.string(),
  email: z.string().nullable().describe('Null: there is none, or the caller is no network admin.'),
  networkAdmin: z.boolean(),
  adminDomain: z
    .string()
    .nullable()
    .describe('Name of the domain that the person administers. A domain’s admins get that of their own only.'),
  bans: z.int().describe('Communities, of those that the list is about, that ban the account at present.'),
  createdAt: time,
})

export const networkOrigin = z.object({
  origin: z.string(),
  tokenName: z.string().describe('The community that registered it.'),
  communityTitle: z.string(),
  registeredAt: time,
})

export const networkFile = z.object({
  id,
  kind: z.string(),
  status: z.string(),
  error: z.string().nullable(),
  filename: z.string(),
  bytes: z.number(),
  url: z.string().describe('Empty until it is ready.'),
  owner: z.string().describe('Username; empty: nobody’s anymore.'),
  createdAt: time,
})

export const networkAct = z.object({
  id,
  at: time,
  action: activityAction.nullable().describe('Null: an act of an admin, or an operator’s command.'),
  detail: z.string().describe('The reason, or in English what an admin or operator did.'),
  act: networkActCode.nullable().describe('What an admin or operator did. Null: `action` says what was decided.'),
  about: z
    .string()
    .describe('Of an admin’s act, the domain’s name, job, transfer, purchase, role or kind of data. Empty: nothing.'),
  days: z.int().nullable().describe('Of `keeps`, for how many days; 0: forever. Null: another act.'),
  tokenName: z.string().describe('Empty: no community.'),
  actor: z.string().describe('Username; empty: an operator, or the program itself.'),
  person: z.string().describe('Username of whom it is about; empty: nobody.'),
  postId: id.nullable(),
  commentId: id.nullable(),
})

const retentionKind = z.enum(RETENTION_KINDS)
const retentionDays = z.int().min(0).max(RETENTION_MAX_DAYS).describe('Days; 0: forever.')

/** A kind of data that is deleted some time after it was made. */
export const keptData = z.object({
  kind: retentionKind,
  days: retentionDays,
  defaultDays: retentionDays.describe('The period of installations that haven’t chosen one.'),
  minDays: z.int().describe('A shorter period is refused.'),
  rows: z.int().nullable().describe('Rows kept after the last run. Null: it hasn’t run yet.'),
  removed: z.int().describe('Rows that the last run deleted.'),
  ranAt: time.nullable().describe('When the job ran last.'),
})

const LIST_ERRORS = ['FORBIDDEN', 'CURSOR_INVALID'] as const
const ofDomain = z
  .string()
  .max(40)
  .optional()
  .describe('Name of a domain. Omitted: all domains, or the caller’s own for a domain’s admin.')

/** Calls for those who run the installation. */
export const networkCalls = {
  networkOverview: {
    method: 'GET',
    path: '/network/overview',
    access: 'user',
    errors: ['FORBIDDEN', 'DOMAIN_NOT_FOUND', 'COMMUNITY_NOT_FOUND'],
    summary: 'What happened in a day, week or month. For network admins, and of their own domain for its admins.',
    input: z.object({
      domain: ofDomain,
      community: tokenName.optional().describe('Token name. Omitted: all communities.'),
      period: period.default('month'),
      at: z.coerce.number().pipe(time).optional().describe('Any time of the period. Omitted: now.'),
    }),
    output: z.object({ overview: networkOverview }),
  },
  networkHealth: {
    method: 'GET',
    path: '/network/health',
    access: 'user',
    errors: ['FORBIDDEN'],
    summary: 'State of the installation’s parts, and jobs that failed for good. For network admins.',
    input: z.object({}),
    output: z.object({ health: networkHealth }),
  },
  networkJobRetry: {
    method: 'POST',
    path: '/network/job/retry',
    access: 'user',
    errors: ['FORBIDDEN'],
    summary: 'Try a failed job again, such as sending an email. For network admins.',
    input: z.strictObject({ jobId: id.describe('Id of the job.'), userId: actorId }),
    output: z.object({ isRetried: z.boolean().describe('False: it is done meanwhile.') }),
  },
  networkRetention: {
    method: 'GET',
    path: '/network/retention',
    access: 'user',
    errors: ['FORBIDDEN'],
    summary: 'How long each kind of data is kept, and what the last job deleted. For network admins.',
    input: z.object({}),
    output: z.object({ items: z.array(keptData) }),
  },
  networkRetentionSet: {
    method: 'POST',
    path: '/network/retention/set',
    access: 'user',
    errors: ['FORBIDDEN'],
    summary: 'Set how long a kind of data is kept. A job deletes older data within the hour. For network admins.',
    input: z.strictObject({ kind: retentionKind, days: retentionDays, userId: actorId }),
    output: z.object({ items: z.array(keptData) }),
  },
  networkPeople: {
    method: 'GET',
    path: '/network/people',
    access: 'user',
    errors: [...LIST_ERRORS, 'DOMAIN_NOT_FOUND'],
    summary:
      'Accounts by username. For network admins; for a domain’s admins those that joined or wrote in its communities.',
    input: z.object({
      domain: ofDomain,
      query: string(20).optional().describe('Beginning of a username.'),
      limit,
      cursor,
    }),
    output: page(networkPerson),
  },
  networkCommunities: {
    method: 'GET',
    path: '/network/communities',
    access: 'user',
    errors: [...LIST_ERRORS, 'DOMAIN_NOT_FOUND'],
    summary:
      'Communities that a domain shows, largest first. For network admins, and of their own domain for its admins.',
    input: z.object({
      domain: ofDomain,
      query: string(COMMUNITY_QUERY_MAX_LENGTH)
        .optional()
        .describe('Part of a title, or the beginning of a token name.'),
      limit,
      cursor,
    }),
    output: page(community),
  },
  networkOrigins: {
    method: 'GET',
    path: '/network/origins',
    access: 'user',
    errors: LIST_ERRORS,
    summary: 'Registered sites by address. For network admins.',
    input: z.object({ query: string(100).optional().describe('Part of an address.'), limit, cursor }),
    output: page(networkOrigin),
  },
  networkFiles: {
    method: 'GET',
    path: '/network/files',
    access: 'user',
    errors: LIST_ERRORS,
    summary: 'Uploads, newest first. For network admins.',
    input: z.object({ limit, cursor }),
    output: page(networkFile),
  },
  networkMail: {
    method: 'GET',
    path: '/network/mail',
    access: 'user',
    errors: LIST_ERRORS,
    summary: 'Emails that couldn’t be sent yet, newest first. For network admins.',
    input: z.object({ limit, cursor }),
    output: page(failedJob),
  },
  networkLog: {
    method: 'GET',
    path: '/network/log',
    access: 'user',
    errors: [...LIST_ERRORS, 'COMMUNITY_NOT_FOUND'],
    summary: 'What moderators, admins and operators did, newest first. For network admins.',
    input: z.object({
      community: tokenName.optional().describe('Token name. Omitted: everywhere.'),
      group: z.enum(ACTIVITY_GROUPS).optional().describe('Only acts about this.'),
      limit,
      cursor,
    }),
    output: page(networkAct),
  },
} as const satisfies Record<string, Call>
