import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Unit } from '../../db/database.ts'
import { DomainError } from '../../lib/domain-error.ts'
import { FRESH_MS } from '../../lib/fresh-cache.ts'
import type { Ids } from '../../lib/ids.ts'
import type { CommentService } from '../comments/service.ts'
import type { PollService } from '../polls/service.ts'
import type { PostService } from '../posts/service.ts'
import type { ReactionService } from '../reactions/service.ts'
import { identityOf } from './canonical-url.ts'
import { aliasHash, aliasRow, isIdName } from './identity.ts'
import { type MergedArticle, mergeRepository } from './merges-repository.ts'
import type { ArticleReader } from './page-reading.ts'
import { articleRepository, type KnownArticle } from './repository.ts'
import type { ArticleService } from './service.ts'

interface Dependencies {
  database: Database
  ids: Ids
  articles: ArticleService
  posts: PostService
  comments: CommentService
  reactions: ReactionService
  polls: PollService
  pages: ArticleReader
}

/** What operators do with articles, each named by an address or `id:…`; who may is settled by their having the command line. */
export function createArticleKeeping(dependencies: Dependencies) {
  const { database, ids, articles, posts, comments, reactions, polls, pages } = dependencies

  async function known(tokenName: string, name: string) {
    const found = await articles.find(tokenName, name)
    if (!found.known) throw new DomainError('POST_NOT_FOUND')
    return { ...found, known: found.known, name: found.identity?.addresses[0] ?? name }
  }

  /** Brings back an article that was merged: what it brought along goes with it, and what was answered to that since. */
  async function undo(
    unit: Unit,
    about: { mergeId: string; merged: MergedArticle; from: KnownArticle },
  ): Promise<number> {
    const { mergeId, merged, from } = about
    const { article, names, post } = merged
    const repository = articleRepository(unit.connection)
    const back = { moveId: mergeId, fromPostId: from.postId, intoPostId: article.post_id }
    await repository.insert(article)
    await repository.moveNames(
      names.map((row) => row.alias_hash),
      { fromId: from.id, intoId: article.id },
    )
    await posts.revive(unit, { postId: article.post_id, fromPostId: from.postId, articleId: article.id, retired: post })
    if (merged.hasGivenPoll) await polls.moveTo(unit, back)
    await reactions.moveBack(unit, back)
    const moved = await comments.moveBack(unit, back)
    await mergeRepository(unit.connection).delete(mergeId)
    return moved
  }

  /** The newest merge that brought the name to its article. */
  async function mergeThatBrought(name: string, articleId: string) {
    const rows = await mergeRepository(database.read).into(articleId)
    const merges = rows.map((row) => ({ mergeId: row.id, merged: JSON.parse(row.merged) as MergedArticle }))
    return merges.find(({ merged }) => merged.names.some((row) => row.alias_hash === aliasHash(name)))
  }

  /** An article whose address has become another one's stands at the next one that it has. */
  async function leaveAddress(unit: Unit, article: KnownArticle, name: string): Promise<void> {
    if (identityOf(article.url) !== name) return
    const repository = articleRepository(unit.connection)
    const next = (await repository.namesOf(article.id)).find((row) => !isIdName(row.alias))
    if (next) await repository.update(article.id, { url: `${new URL(article.url).protocol}${next.alias}` })
  }

  return {
    /** Makes two articles one: comments, reactions, poll and names of the first go to the second. Returns how many comments moved. */
    async merge({ tokenName, from, into }: { tokenName: string; from: string; into: string }): Promise<number> {
      const [source, target] = [await known(tokenName, from), await known(tokenName, into)]
      if (source.known.id === target.known.id) return 0
      const moveId = ids.next()
      const move = { moveId, fromPostId: source.known.postId, intoPostId: target.known.postId }
      const moved = await database.transaction(async (unit) => {
        const repository = articleRepository(unit.connection)
        const article = await repository.byId(source.known.id)
        if (!article) throw new DomainError('POST_NOT_FOUND')
        const names = await repository.namesOf(article.id)
        await repository.moveAliases(article.id, target.known.id)
        await repository.delete(article.id)
        const hasGivenPoll = await polls.moveTo(unit, move)
        await reactions.moveAll(unit, move)
        const count = await comments.moveAll(unit, move)
        const post = await posts.retire(unit, move)
        if (!post) throw new DomainError('POST_NOT_FOUND')
        const merged: MergedArticle = { article, names, post, hasGivenPoll }
        const row = { id: moveId, into_article_id: target.known.id, merged: JSON.stringify(merged) }
        await mergeRepository(unit.connection).insert(row)
        await posts.describe(unit, move.intoPostId, {})
        return count
      })
      // A comment that was on its way knew the old post for up to this long.
      await sleep(FRESH_MS * 1.5)
      return moved + (await database.transaction((unit) => comments.moveAll(unit, move)))
    },
    /**
     * Makes one article two. What came by a merge goes as it came; any other name of an article gets a thread of its own.
     * `threads`: further top-level comments that belong there. Returns how many comments moved; null when the article has no
     * other name, so that there is nothing to split.
     */
    async split({ tokenName, name: wanted, threads }: { tokenName: string; name: string; threads: string[] }) {
      const { communityId, identity, known: article, name } = await known(tokenName, wanted)
      const merge = await mergeThatBrought(name, article.id)
      return database.transaction(async (unit) => {
        const repository = articleRepository(unit.connection)
        let into = merge?.merged.article.post_id
        let moved = merge ? await undo(unit, { ...merge, from: article }) : 0
        if (into === undefined) {
          if ((await repository.namesOf(article.id)).length < 2) return null
          const begun = await articles.begin(unit, { communityId, url: identity?.url ?? article.url })
          await repository.moveNames([aliasHash(name)], { fromId: article.id, intoId: begun.id })
          await leaveAddress(unit, article, name)
          unit.afterCommit(() => pages.readLater(begun.id, { url: begun.url, id: isIdName(name) ? name : null }))
          into = begun.postId
        }
        if (threads.length > 0) {
          moved += await comments.moveThreads(unit, { ids: threads, fromPostId: article.postId, intoPostId: into })
        }
        await posts.describe(unit, article.postId, {})
        await posts.describe(unit, into, {})
        return moved
      })
    },
    /** Gives an article that has moved its new address; the old one stays known. False when another article is there already. */
    async rename({ tokenName, from, into }: { tokenName: string; from: string; into: string }): Promise<boolean> {
      const article = await known(tokenName, from)
      const { identity, known: there } = await articles.find(tokenName, into)
      if (!identity || (there && there.id !== article.known.id)) return false
      await database.transaction(async (unit) => {
        const repository = articleRepository(unit.connection)
        const about = { communityId: article.communityId, articleId: article.known.id, isConfirmed: true }
        await repository.addAliases(identity.addresses.map((name) => aliasRow(name, about)))
        await repository.confirm(article.known.id, [aliasHash(article.name)])
        await repository.update(article.known.id, { url: identity.url })
        await posts.describe(unit, article.known.postId, {})
        unit.afterCommit(() => pages.readLater(article.known.id, { url: identity.url, id: null }))
      })
      return true
    },
  }
}
