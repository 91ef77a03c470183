import * as z from 'zod'
import { ARTICLE_COUNTS_MAX, FRAGMENTS_MAX, FRAGMENTS_MAX_LENGTH } from '../limits.ts'
import { limit, page } from '../schemas/paging.ts'
import { articleRef } from '../schemas/references.ts'
import { id, string, tokenName } from '../schemas/scalars.ts'
import type { Call } from './call.ts'
import { commentSort, commentWithReplies } from './comments.ts'
import { articleSite, post, postSummary } from './posts.ts'

/** The article, and the first page of its comments. */
const articleThread = z.object({
  community: tokenName,
  id: string(200).min(1).optional(),
  url: string(2000).min(1),
  canonical: string(2000).min(1).optional(),
  sort: commentSort.optional(),
  limit,
})

/** One widget of a page. */
const fragmentRequest = articleThread.omit({ community: true }).extend({
  part: z.enum(['comments', 'reactions', 'poll']).default('comments'),
  // Like in the widget: invalid values fall back to the default.
  sort: commentSort.optional().catch(undefined),
  limit: limit.catch(undefined),
})

/** A query field with a JSON list of flat objects. Drops nested values, on which validation may throw. */
function flatList(text: string, context: z.RefinementCtx): unknown {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list.map(flat) : null
  } catch {
    context.addIssue({ code: 'custom', message: 'This is not JSON.' })
    return z.NEVER
  }
}

function flat(item: unknown): unknown {
  if (typeof item !== 'object' || item === null) return null
  return Object.fromEntries(Object.entries(item).filter(([, value]) => typeof value !== 'object'))
}

/** Calls about partners’ articles. */
export const articleCalls = {
  articleThread: {
    method: 'GET',
    path: '/articles/thread',
    access: 'public',
    site: true,
    widget: 'all',
    errors: ['COMMUNITY_NOT_FOUND', 'ORIGIN_NOT_REGISTERED'],
    summary: 'Everything a widget needs for its first view of an article’s thread.',
    input: articleThread,
    output: z.object({
      articleUrl: z.string().describe('The article’s address, as chosen by the server.'),
      community: z.object({
        tokenName,
        title: z.string(),
        urlSlug: z.string(),
        anonymousComments: z.boolean().describe('Anonymous comments are allowed.'),
        membersOnly: z.boolean().optional().describe('Only members can currently write. Omitted: no.'),
        archived: z.boolean().optional().describe('Nobody can take part anymore. Omitted: no.'),
        money: z.boolean().optional().describe('Members can tip in the forum. Omitted: no.'),
        logoImageURI: z.string().optional().describe('Omitted: none.'),
      }),
      post: postSummary
        .nullable()
        .describe('Null until somebody has commented, reacted or voted, and while it is hidden.'),
      isHidden: z.boolean().optional().describe('The conversation was hidden. Omitted: no.'),
      comments: page(commentWithReplies),
    }),
  },
  articleAddress: {
    method: 'GET',
    path: '/articles/address',
    access: 'public',
    errors: ['COMMUNITY_NOT_FOUND', 'POST_NOT_FOUND'],
    summary: 'The address of an article with a public thread, by the publisher’s id.',
    input: z.object({ community: tokenName, id: string(200).min(1) }),
    output: z.object({ articleUrl: z.string().describe('The article’s address, as chosen by the server.') }),
  },
  articleSite: {
    method: 'GET',
    path: '/articles/site',
    access: 'public',
    errors: ['ORIGIN_NOT_REGISTERED'],
    summary: 'A partner’s site by its origin, for the window in which its readers sign in.',
    input: z.object({ origin: string(2000).min(1).describe('such as `https://news.example`') }),
    output: z.object({
      site: articleSite,
      community: z
        .object({ tokenName, title: z.string(), logoImageURI: z.string() })
        .nullable()
        .describe('The community that the site shows; null: several.'),
    }),
  },
  articlePost: {
    method: 'GET',
    path: '/articles/post',
    access: 'user',
    site: true,
    widget: 'moderators',
    errors: ['COMMUNITY_NOT_FOUND', 'ORIGIN_NOT_REGISTERED', 'POST_NOT_FOUND'],
    summary: 'The post of an article’s thread, for those who may see it while it is hidden.',
    input: articleThread.omit({ sort: true, limit: true }),
    output: z.object({ post }),
  },
  articleFragment: {
    method: 'GET',
    path: '/articles/fragment',
    access: 'public',
    site: true,
    responseFormat: 'html',
    errors: ['COMMUNITY_NOT_FOUND', 'ORIGIN_NOT_REGISTERED'],
    summary: 'An article’s thread rendered as HTML, as a visitor sees it, for inclusion in a page.',
    input: articleThread.extend({
      locale: string(100)
        .optional()
        .describe(
          'BCP 47 tag of the language around the thread. Omitted, empty, invalid or not offered by the domain: the domain’s language.',
        ),
      variant: z
        .enum(['shadow', 'plain'])
        .optional()
        .describe(
          '`shadow`, the default: an element with a declarative shadow root. `plain`: a section that the page styles.',
        ),
    }),
    /** The HTML itself, without an envelope. */
    output: z.string(),
  },
  articleFragments: {
    method: 'GET',
    path: '/articles/fragments',
    access: 'public',
    site: true,
    widget: 'all',
    errors: ['COMMUNITY_NOT_FOUND'],
    summary: 'The first views of a page’s widgets as HTML, in one request.',
    input: z.object({
      community: tokenName,
      locale: z.string().max(100).optional().describe('As in `articleFragment`.'),
      articles: z
        .string()
        .max(FRAGMENTS_MAX_LENGTH)
        .transform(flatList)
        .pipe(z.array(fragmentRequest.nullable().catch(null)).min(1).max(FRAGMENTS_MAX))
        .describe(
          'JSON: a list of at most 10 objects, each with `part` (`comments`, the default, `reactions` or `poll`), `url` and, as in `articleFragment`, `id`, `canonical`, `sort` and `limit`. Together they have at most 200 comments, not counting replies.',
        ),
    }),
    output: z.object({
      fragments: z
        .array(
          z.union([
            z.object({ html: z.string() }),
            z.object({
              code: z.enum(['ORIGIN_NOT_REGISTERED', 'VALIDATION_FAILED']),
              message: z.string(),
              details: z
                .array(z.object({ field: z.string().describe('`url`.'), message: z.string() }))
                .optional()
                .describe('The origin of the article, if it isn’t registered; absent if that of the page isn’t.'),
            }),
          ]),
        )
        .describe('In the order of the request: the HTML, or the reason why there is none.'),
      theme: z
        .object({
          css: z.string().describe('Rules for the shadow root.'),
          fonts: z
            .array(
              z.object({
                family: z.string().describe('Name of the font.'),
                source: z.string().describe('Its file.'),
                weight: z.string().describe('Weight, or range of weights.'),
              }),
            )
            .describe('Font files, as in `new FontFace(family, source, { weight })`.'),
        })
        .optional()
        .describe('How the domain looks; absent: like Stoa.'),
    }),
  },
  articleCounts: {
    method: 'POST',
    path: '/articles/counts',
    access: 'public',
    rate: 'read',
    site: true,
    widget: 'all',
    // Enough for a hundred articles with ids and addresses of maximum length.
    bodyLimit: 512 * 1024,
    errors: ['COMMUNITY_NOT_FOUND'],
    summary: 'Comment counts of many articles.',
    input: z.strictObject({ community: tokenName, articles: z.array(articleRef).min(1).max(ARTICLE_COUNTS_MAX) }),
    output: z.object({
      counts: z
        .array(z.int().nonnegative())
        .describe('In the order of the request; 0 for an article without a thread.'),
      postIds: z
        .array(id.nullable())
        .describe('The posts of the threads, for subscribing to them; null for an article without a thread.'),
    }),
  },
} as const satisfies Record<string, Call>
