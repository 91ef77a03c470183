import * as z from 'zod'
import { SEARCH_LIMIT_MAX, SEARCH_QUERY_MAX_LENGTH, SEARCH_TOTAL_MAX } from '../limits.ts'
import { cursor, page } from '../schemas/paging.ts'
import { namedPerson } from '../schemas/references.ts'
import { string, tokenName } from '../schemas/scalars.ts'
import type { Call } from './call.ts'
import { comment } from './comments.ts'
import { community } from './communities.ts'
import { postSummary } from './posts.ts'
import { user } from './users.ts'

/** A text with the places that match a query. */
export const markedText = z.object({
  text: z.string().describe('Plain text, shortened around the first match. Empty: there is none.'),
  hits: z
    .array(z.tuple([z.int().nonnegative(), z.int().nonnegative()]))
    .describe('Start and end of each match in UTF-16 units, in order, without overlaps.'),
})

/** A post that a search has found. */
export const foundPost = z.object({
  post: postSummary,
  title: markedText.describe('The whole title.'),
  excerpt: markedText.describe('The part of its text that matches best, else its beginning.'),
})

/** A comment that a search has found. */
export const foundComment = z.object({
  comment,
  post: postSummary.describe('Its post.'),
  excerpt: markedText.describe('The part of its text that matches best.'),
})

/** A person whom a search has found. */
export const foundPerson = z.object({
  user,
  name: markedText.describe('The displayed name.'),
  username: markedText,
  about: markedText.describe('The part of their title and description that matches best, else its beginning.'),
})

/** A community that a search has found. */
export const foundCommunity = z.object({
  community,
  title: markedText,
  about: markedText.describe('The part of its description that matches best, else its beginning.'),
})

const total = z
  .int()
  .min(0)
  .max(SEARCH_TOTAL_MAX + 1)
  .nullable()
  .describe(
    `Number of results, exact to ${SEARCH_TOTAL_MAX}; one more means more than that. Null: counting would take too long.`,
  )

/** A page of results. */
function results<Item extends z.ZodType>(item: Item) {
  return page(item).extend({
    total: total.describe(
      'Number of results as in `searchCounts`. Null after the first page, too, or without `count`.',
    ),
    didYouMean: string(SEARCH_QUERY_MAX_LENGTH)
      .nullable()
      .describe(
        'If little was found: a query that finds more, with corrected words or, if nothing was found, without one of them. Null: no suggestion.',
      ),
  })
}

const query = string(SEARCH_QUERY_MAX_LENGTH).describe(
  'Words, "exact phrases", -excluded words, and from:name, in:topic, before:2026-05-01, after:2026-05-01, has:poll, has:image, has:video, is:story. Operators without meaning for what is searched are ignored.',
)

const scope = {
  query,
  tokenName: tokenName.optional().describe('Only in this community. Default: everywhere.'),
}

const input = z.strictObject({
  ...scope,
  sort: z.enum(['relevance', 'new']).default('relevance').describe('the best matches first, or the newest'),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .transform((value) => Math.min(value, SEARCH_LIMIT_MAX))
    .optional(),
  cursor,
  count: z.boolean().default(true).describe('whether the first page says how many results there are'),
})

const reading = { method: 'POST', access: 'optional', rate: 'read' } as const

const ERRORS = ['COMMUNITY_NOT_FOUND', 'CURSOR_INVALID', 'BUSY'] as const

/** Calls that search what the caller may see. */
export const searchCalls = {
  searchPosts: {
    ...reading,
    path: '/search/posts',
    errors: ERRORS,
    summary: 'Posts that match a query, among those that the caller may see.',
    input,
    output: results(foundPost),
  },
  searchComments: {
    ...reading,
    path: '/search/comments',
    errors: ERRORS,
    summary: 'Comments that match a query, among those that the caller may see.',
    input,
    output: results(foundComment),
  },
  searchUsers: {
    ...reading,
    path: '/search/users',
    errors: ERRORS,
    summary: 'People whose name, username or profile matches a query. With `tokenName`: members of the community.',
    input,
    output: results(foundPerson),
  },
  searchCommunities: {
    ...reading,
    path: '/search/communities',
    errors: ERRORS,
    summary: 'Communities whose name, title or description matches a query.',
    input,
    output: results(foundCommunity),
  },
  searchCounts: {
    ...reading,
    path: '/search/counts',
    errors: ['COMMUNITY_NOT_FOUND', 'BUSY'],
    summary: 'How many posts, comments, people and communities match a query.',
    input: z.strictObject(scope),
    output: z.object({ posts: total, comments: total, users: total, communities: total }),
  },
  searchSuggestions: {
    method: 'GET',
    path: '/search/suggestions',
    access: 'optional',
    errors: ['COMMUNITY_NOT_FOUND', 'BUSY'],
    summary: 'Communities, people and posts whose names begin with what was typed.',
    input: z.object(scope),
    output: z.object({
      communities: z
        .array(
          community.pick({ tokenName: true, title: true, urlSlug: true, logoImageURI: true, numberOfMembers: true }),
        )
        .max(3),
      people: z.array(namedPerson.extend({ username: z.string() })).max(3),
      posts: z
        .array(
          postSummary.pick({ id: true, title: true, slugUrl: true, kind: true, tokenName: true, communitySlug: true }),
        )
        .max(5)
        .describe('The best matching titles.'),
    }),
  },
} as const satisfies Record<string, Call>
