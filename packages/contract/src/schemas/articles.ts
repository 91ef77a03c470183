import { z } from 'zod'
import { ARTICLE_COUNTS_MAX } from '../limits.ts'
import { commentSort, commentWithReplies } from './comments.ts'
import { articleRef, limit, page, tokenName } from './common.ts'
import { postSummary } from './posts.ts'

export const articleCalls = {
  articleThread: {
    input: z.object({
      community: tokenName,
      id: z.string().min(1).max(200).optional(),
      url: z.string().min(1).max(2000),
      canonical: z.string().min(1).max(2000).optional(),
      sort: commentSort.optional(),
      limit,
    }),
    output: z.object({
      /** The address that the server decided on. */
      articleUrl: z.string(),
      community: z.object({ tokenName, title: z.string(), urlSlug: z.string() }),
      /** Null as long as nobody has commented, reacted or voted. */
      post: postSummary.nullable(),
      comments: page(commentWithReplies),
    }),
  },
  articleCounts: {
    input: z.object({ community: tokenName, articles: z.array(articleRef).min(1).max(ARTICLE_COUNTS_MAX) }),
    /** In the order of the request; 0 for an article without a thread. */
    output: z.object({ counts: z.array(z.int().nonnegative()) }),
  },
}
