import * as z from 'zod'
import { NUMBERS_PERIODS } from '../domain-rules.ts'
import { time, tokenName } from '../schemas/scalars.ts'
import type { Call } from './call.ts'

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
  series: z
    .array(amount)
    .max(31)
    .describe('By bucket. Null: after now, or before counting began.'),
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
  isFirst: z.boolean().describe('Nothing was counted before this period.'),
  buckets: z.array(time).max(31).describe('Starts of the hours of a day, or of the days.'),
  numbers: z.array(networkNumber),
  communities: z.array(communityNumbers).max(50).describe('The largest communities with any numbers, by posts.'),
})

/** Calls for those who run the installation. */
export const networkCalls = {
  networkOverview: {
    method: 'GET',
    path: '/network/overview',
    access: 'user',
    errors: ['FORBIDDEN', 'DOMAIN_NOT_FOUND', 'COMMUNITY_NOT_FOUND'],
    summary: 'What happened in a day, week or month. For network admins, and of their own domain for its admins.',
    input: z.object({
      domain: z
        .string()
        .max(40)
        .optional()
        .describe('Name of a domain. Omitted: all domains, or the caller’s own for a domain’s admin.'),
      community: tokenName.optional().describe('Token name. Omitted: all communities.'),
      period: period.default('month'),
      at: z.coerce
        .number()
        .pipe(time)
        .optional()
        .describe('Any time of the period. Omitted: now.'),
    }),
    output: z.object({ overview: networkOverview }),
  },
} as const satisfies Record<string, Call>
