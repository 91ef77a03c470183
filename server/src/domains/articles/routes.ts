import type { Handler, Mount } from '../../http/mount.ts'
import type { ArticleService } from './service.ts'

/** `fragment` renders the thread: that is not the domain's to know. */
export function articleRoutes(
  mount: Mount,
  { articles, fragment }: { articles: ArticleService; fragment: Handler<'articleFragment'> },
): void {
  mount('articleThread', ({ input, site }) => articles.thread({ ...input, site }))
  mount('articleFragment', fragment)
  mount('articleCounts', ({ input: { community, articles: refs }, site }) => articles.counts({ community, refs, site }))
}
