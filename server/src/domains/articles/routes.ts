import type { Mount } from '../../http/mount.ts'
import type { ArticleService } from './service.ts'

export function articleRoutes(mount: Mount, { articles }: { articles: ArticleService }): void {
  mount('articleThread', ({ input }) => articles.thread(input))
  mount('articleCounts', async ({ input }) => ({ counts: await articles.counts(input.community, input.articles) }))
}
