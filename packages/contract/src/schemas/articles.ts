import * as z from 'zod'
import { ARTICLE_COUNTS_MAX } from '../limits.ts'
import { commentSort, commentWithReplies } from './comments.ts'
import { articleRef, id, limit, page, tokenName } from './common.ts'
import { postSummary } from './posts.ts'

/** Which article, and which first page of its comments. */
const articleThread = z.object({
  community: tokenName,
  id: z.string().min(1).max(200).optional(),
  url: z.string().min(1).max(2000),
  canonical: z.string().min(1).max(2000).optional(),
  sort: commentSort.optional(),
  limit,
})

export const articleCalls = {
  articleThread: {
    input: articleThread,
    output: z.object({
      /** The address that the server decided on. */
      articleUrl: z.string(),
      community: z.object({ tokenName, title: z.string(), urlSlug: z.string() }),
      /** Null as long as nobody has commented, reacted or voted. */
      post: postSummary.nullable(),
      comments: page(commentWithReplies),
    }),
  },
  articleFragment: {
    input: articleThread.extend({
      /** BCP 47 tag of the texts around the thread; one that is no tag counts as `en`. */
      locale: z.string().max(100).optional(),
      /** `shadow`, the default: an element with a declarative shadow root. `plain`: a section that the page styles itself. */
      variant: z.enum(['shadow', 'plain']).optional(),
    }),
    /** The HTML itself, without an envelope. */
    output: z.string(),
  },
  articleCounts: {
    input: z.object({ community: tokenName, articles: z.array(articleRef).min(1).max(ARTICLE_COUNTS_MAX) }),
    output: z.object({
      /** In the order of the request; 0 for an article without a thread. */
      counts: z.array(z.int().nonnegative()),
      /** The posts that hold the threads, for what watches them; null for an article without a thread. */
      postIds: z.array(id.nullable()),
    }),
  },
}
