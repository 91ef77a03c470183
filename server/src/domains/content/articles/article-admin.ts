import { FRESH_MS } from '../../../platform/cache/fresh-cache.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { jobKind } from '../../../platform/jobs/queue.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { MuteService } from '../../people/mutes/index.ts'
import type { CommentService } from '../comments/index.ts'
import type { MarkService, MarksDomain } from '../marks/index.ts'
import type { PollService } from '../polls/index.ts'
import type { PostService } from '../posts/index.ts'
import type { ReactionService } from '../reactions/index.ts'
import type { ReadingService } from '../reading/index.ts'
import { identityOf, withoutHtmlExtension } from './canonical-url.ts'
import { aliasHash, aliasRow, isIdName } from './identity.ts'
import type { ArticleReader } from './page-reader.ts'
import { articleRepository, type KnownArticle, type MergedArticle, mergeRepository } from './repository.ts'
import type { ArticleService } from './service.ts'

interface Move {
  moveId: string
  fromPostId: string
  intoPostId: string
}

/** Moves comments that were being written during a merge. */
const MOVE_REST = jobKind<Move>('move-rest-of-article')
/** Comments being written may refer to the old post for this long. */
const REST_AFTER_MS = FRESH_MS * 1.5

interface Dependencies extends Pick<Platform, 'database' | 'ids' | 'clock' | 'jobs'> {
  articles: ArticleService
  posts: PostService
  comments: CommentService
  reactions: ReactionService
  polls: PollService
  saves: Pick<MarkService, 'follow'>
  personalHides: Pick<MarkService, 'follow'>
  watches: Pick<MarkService, 'follow'>
  reminders: Pick<MarksDomain['reminders'], 'follow'>
  mutes: Pick<MuteService, 'follow'>
  reading: Pick<ReadingService, 'follow'>
  pages: ArticleReader
}

type StoredArticle = Pick<KnownArticle, 'id' | 'postId'>

export type ArticleKeeping = ReturnType<typeof createArticleAdmin>

/**
 * Operators' tools for articles, which are named by an address or `id:…`. Access to the command line is the permission.
 */
export function createArticleAdmin(dependencies: Dependencies) {
  const {
    database,
    ids,
    clock,
    jobs,
    articles,
    posts,
    comments,
    reactions,
    polls,
    saves,
    personalHides,
    watches,
    reminders,
    mutes,
    reading,
    pages,
  } = dependencies

  jobs.transactional(MOVE_REST, {
    async work(tx, [job]) {
      if (!job) return
      // Locked, so that the merge isn't undone meanwhile. After that, the old post keeps its comments.
      const isMerged = await mergeRepository(tx.connection).lock(job.payload.moveId, database.dialect.forUpdate)
      if (isMerged) await comments.moveAll(tx, job.payload)
    },
  })

  async function requireArticle(tokenName: string, name: string) {
    const lookup = await articles.find(tokenName, name)
    if (!lookup.storedArticle) throw new DomainError('POST_NOT_FOUND', undefined, { id: name })
    return { ...lookup, storedArticle: lookup.storedArticle, name: lookup.identity?.addresses[0] ?? name }
  }

  /** Restores a merged article, including its content and later replies to it. */
  async function undo(
    tx: Transaction,
    about: { mergeId: string; merged: MergedArticle; from: KnownArticle },
  ): Promise<number> {
    const { mergeId, merged, from } = about
    const { article, names, post } = merged
    const repository = articleRepository(tx.connection)
    await mergeRepository(tx.connection).delete(mergeId)
    const back = { moveId: mergeId, fromPostId: from.postId, intoPostId: article.post_id }
    await repository.insert(article)
    await repository.moveNames(
      names.map((row) => row.alias_hash),
      { fromId: from.id, intoId: article.id },
    )
    await posts.revive(tx, { postId: article.post_id, fromPostId: from.postId, articleId: article.id, retired: post })
    if (merged.hasGivenPoll) await movePoll(tx, back)
    await reactions.moveBack(tx, back)
    return comments.moveBack(tx, back)
  }

  /** Moves the first post's poll to the second, if there is one; returns whether it did. */
  async function movePoll(tx: Transaction, move: { fromPostId: string; intoPostId: string }): Promise<boolean> {
    const hasMoved = await polls.moveTo(tx, move)
    if (hasMoved) await posts.movePollMark(tx, move)
    return hasMoved
  }

  /** The latest merge that brought a name to the article. */
  async function mergeThatBrought(name: string, articleId: string) {
    const rows = await mergeRepository(database.read).into(articleId)
    const merges = rows.map((row) => ({ mergeId: row.id, merged: JSON.parse(row.merged) as MergedArticle }))
    return merges.find(({ merged }) => merged.names.some((row) => row.alias_hash === aliasHash(name)))
  }

  /** If the article's address now belongs to another article, switches to the article's next one. */
  async function leaveAddress(tx: Transaction, article: KnownArticle, name: string): Promise<void> {
    if (identityOf(article.url) !== name) return
    const repository = articleRepository(tx.connection)
    const next = (await repository.namesOf(article.id)).find((row) => !isIdName(row.alias))
    if (next) await repository.update(article.id, { url: `${new URL(article.url).protocol}${next.alias}` })
  }

  /**
   * Merges the first article into the second: comments, reactions, poll and names. Returns the number of moved
   * comments.
   */
  async function merge({ tokenName, from, into }: { tokenName: string; from: string; into: string }): Promise<number> {
    const [source, target] = [await requireArticle(tokenName, from), await requireArticle(tokenName, into)]
    return mergeArticles(source.storedArticle, target.storedArticle)
  }

  async function mergeArticles(source: StoredArticle, target: StoredArticle): Promise<number> {
    if (source.id === target.id) return 0
    const moveId = ids.next()
    const move: Move = { moveId, fromPostId: source.postId, intoPostId: target.postId }
    return database.transaction(async (tx) => {
      const repository = articleRepository(tx.connection)
      const article = await repository.byId(source.id)
      if (!article) throw new DomainError('POST_NOT_FOUND')
      const names = await repository.namesOf(article.id)
      await repository.moveAliases(article.id, target.id)
      await repository.delete(article.id)
      const hasGivenPoll = await movePoll(tx, move)
      await reactions.moveAll(tx, move)
      const count = await comments.moveAll(tx, move)
      // What people have saved, hidden, muted and read of the old post stays for a later split. It isn't shown until then.
      await saves.follow(tx, move)
      await personalHides.follow(tx, move)
      await watches.follow(tx, move)
      await reminders.follow(tx, move)
      await mutes.follow(tx, move)
      await reading.follow(tx, move)
      const post = await posts.retire(tx, move)
      if (!post) throw new DomainError('POST_NOT_FOUND')
      const merged: MergedArticle = { article, names, post, hasGivenPoll }
      const row = { id: moveId, into_article_id: target.id, merged: JSON.stringify(merged) }
      await mergeRepository(tx.connection).insert(row)
      await posts.describe(tx, move.intoPostId, {})
      jobs.enqueue(tx, MOVE_REST, { payload: move, runAt: clock.now() + REST_AFTER_MS })
      return count
    })
  }

  return {
    merge,
    /** Merges articles as `merge` does. */
    mergeArticles,
    /** Merges existing pairs of `foo` and `foo.html` on a host; returns their number. */
    async uniteHtml({ tokenName, host }: { tokenName: string; host: string }): Promise<number> {
      const { communityId } = await articles.find(tokenName, `https://${host}`)
      let merged = 0
      for (const alias of await articleRepository(database.read).htmlNames(communityId, host)) {
        const plain = identityOf(withoutHtmlExtension(`https:${alias}`))
        const articlesByHash = await articleRepository(database.read).byNames(
          communityId,
          [alias, plain].map(aliasHash),
        )
        const [from, into] = [articlesByHash.get(aliasHash(alias)), articlesByHash.get(aliasHash(plain))]
        if (plain === alias || !from || from.id === into?.id) continue
        if (into) {
          await merge({ tokenName, from: `https:${alias}`, into: `https:${plain}` })
          merged += 1
        } else {
          const row = aliasRow(plain, { communityId, articleId: from.id, isConfirmed: true })
          await database.transaction(({ connection }) => articleRepository(connection).addAliases([row]))
        }
      }
      return merged
    },
    /**
     * Splits an article. A merged part is restored to its former state; any other name gets a new thread. `threads`:
     * further top-level comments to move. Returns the number of moved comments; null if the article has only one name.
     */
    async split({ tokenName, name: nameInput, threads }: { tokenName: string; name: string; threads: string[] }) {
      const { communityId, identity, storedArticle: article, name } = await requireArticle(tokenName, nameInput)
      const merge = await mergeThatBrought(name, article.id)
      return database.transaction(async (tx) => {
        const repository = articleRepository(tx.connection)
        let into = merge?.merged.article.post_id
        let moved = merge ? await undo(tx, { ...merge, from: article }) : 0
        if (into === undefined) {
          if ((await repository.namesOf(article.id)).length < 2) return null
          const begun = await articles.begin(tx, { communityId, url: identity?.url ?? article.url })
          await repository.moveNames([aliasHash(name)], { fromId: article.id, intoId: begun.id })
          await leaveAddress(tx, article, name)
          tx.afterCommit(() => pages.readLater(begun.id, { url: begun.url, id: isIdName(name) ? name : null }))
          into = begun.postId
        }
        if (threads.length > 0) {
          moved += await comments.moveThreads(tx, { ids: threads, fromPostId: article.postId, intoPostId: into })
        }
        await posts.describe(tx, article.postId, {})
        await posts.describe(tx, into, {})
        return moved
      })
    },
    /**
     * Gives an article a new address and keeps the old one as an alias. False if another article has the new address.
     */
    async rename({ tokenName, from, into }: { tokenName: string; from: string; into: string }): Promise<boolean> {
      const article = await requireArticle(tokenName, from)
      const { identity, storedArticle: there } = await articles.find(tokenName, into)
      if (!identity || (there && there.id !== article.storedArticle.id)) return false
      await database.transaction(async (tx) => {
        const repository = articleRepository(tx.connection)
        const about = { communityId: article.communityId, articleId: article.storedArticle.id, isConfirmed: true }
        await repository.addAliases(identity.addresses.map((name) => aliasRow(name, about)))
        await repository.confirm(article.storedArticle.id, [aliasHash(article.name)])
        await repository.update(article.storedArticle.id, { url: identity.url })
        await posts.describe(tx, article.storedArticle.postId, {})
        tx.afterCommit(() => pages.readLater(article.storedArticle.id, { url: identity.url, id: null }))
      })
      return true
    },
  }
}
