import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../db/database.ts'
import { DomainError } from '../../lib/domain-error.ts'
import { FRESH_MS } from '../../lib/fresh-cache.ts'
import type { CommentService } from '../comments/service.ts'
import type { PollService } from '../polls/service.ts'
import type { PostService } from '../posts/service.ts'
import type { ReactionService } from '../reactions/service.ts'
import { aliasRow } from './identity.ts'
import type { ArticleReader } from './page-reading.ts'
import { articleRepository } from './repository.ts'
import type { ArticleService } from './service.ts'

interface Dependencies {
  database: Database
  articles: ArticleService
  posts: PostService
  comments: CommentService
  reactions: ReactionService
  polls: PollService
  pages: ArticleReader
}

/** What operators do with articles; who may is settled by their having the command line. */
export function createArticleKeeping(dependencies: Dependencies) {
  const { database, articles, posts, comments, reactions, polls, pages } = dependencies

  async function known(tokenName: string, url: string) {
    const found = await articles.find(tokenName, url)
    if (!found.known) throw new DomainError('POST_NOT_FOUND')
    return { ...found, known: found.known }
  }

  return {
    /** Makes two articles one: comments, reactions, poll and addresses of the first go to the second. Returns how many comments moved. */
    async merge({ tokenName, from, into }: { tokenName: string; from: string; into: string }): Promise<number> {
      const [source, target] = [await known(tokenName, from), await known(tokenName, into)]
      if (source.known.id === target.known.id) return 0
      const move = { fromPostId: source.known.postId, intoPostId: target.known.postId }
      const moved = await database.transaction(async (unit) => {
        const repository = articleRepository(unit.connection)
        await repository.moveAliases(source.known.id, target.known.id)
        await repository.delete(source.known.id)
        await polls.moveTo(unit, move)
        await reactions.moveAll(unit, move)
        const count = await comments.moveAll(unit, move)
        await posts.retire(unit, move)
        await posts.describe(unit, move.intoPostId, {})
        return count
      })
      // A comment that was on its way knew the old post for up to this long.
      await sleep(FRESH_MS * 1.5)
      return moved + (await database.transaction((unit) => comments.moveAll(unit, move)))
    },
    /** Gives an article that has moved its new address; the old one stays known. False when another article is there already. */
    async rename({ tokenName, from, into }: { tokenName: string; from: string; into: string }): Promise<boolean> {
      const article = await known(tokenName, from)
      const { identity, known: there } = await articles.find(tokenName, into)
      if (there && there.id !== article.known.id) return false
      await database.transaction(async (unit) => {
        const repository = articleRepository(unit.connection)
        const about = { communityId: article.communityId, articleId: article.known.id }
        await repository.addAliases(identity.aliases.map((alias) => aliasRow(alias, about)))
        await repository.update(article.known.id, { url: identity.url })
        await posts.describe(unit, article.known.postId, {})
        unit.afterCommit(() => pages.readLater(article.known.id))
      })
      return true
    },
  }
}
