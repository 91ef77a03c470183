import { type ContentBlock, type DocumentBlock, isBlock, isPublicPost, type PostDocument } from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { FetchBusy } from '../../../platform/fetcher/fetch-pool.ts'
import type { Fetcher } from '../../../platform/fetcher/fetcher.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { MediaAddresses } from '../../people/media/index.ts'
import type { ContentChecks } from '../checks/index.ts'
import type { PostReader } from './reader.ts'
import { postRepository } from './repository.ts'

interface Dependencies extends Pick<Platform, 'database' | 'events' | 'background' | 'logger'> {
  fetcher: Pick<Fetcher, 'fetchPage'>
  reader: PostReader
  contentChecks: Pick<ContentChecks, 'admits'>
  media: Pick<MediaAddresses, 'picture'>
}

/** The post whose links are fetched, and which counts against its share of fetches. */
interface Filled {
  postId: string
  userId: string
}

type LinkBlock = Extract<ContentBlock, { type: 'linkTool' }>
type Card = NonNullable<LinkBlock['data']['meta']>

export type LinkCards = ReturnType<typeof createLinkCards>

const BUSY_FOR_MS = 5000
/** Links fetched per post. */
const LINKS_MAX = 10

/** Fills posts' link cards with the metadata of the linked pages. */
export function createLinkCards({
  database,
  events,
  background,
  logger,
  fetcher,
  reader,
  contentChecks,
  media,
}: Dependencies) {
  async function read(link: string, userId: string): Promise<[string, Card][]> {
    const page = await fetcher.fetchPage(link, { userId })
    const { readPageMetadata } = await import('../../../platform/fetcher/page-metadata.ts')
    const { title, description, image } = await readPageMetadata(page.html, page.url)
    const card = {
      ...(title === null ? {} : { title }),
      ...(description === null ? {} : { description }),
      ...(image === null ? {} : { image: { url: image } }),
    }
    return Object.keys(card).length === 0 ? [] : [[link, card]]
  }

  async function fill({ postId, userId }: Filled, links: string[]): Promise<void> {
    const results = await Promise.allSettled(links.map((link) => read(link, userId)))
    const refused = results.filter((result) => result.status === 'rejected' && result.reason instanceof FetchBusy)
    if (refused.length > 0) {
      logger.warn(
        { postId, userId, links: refused.length },
        'too many links wait: these get cards when the post is edited',
      )
    }
    const cardEntries = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
    const cards = new Map(cardEntries.length === 0 ? [] : await admitted(postId, cardEntries))
    if (cards.size === 0) return
    await database.transaction(async (tx) => {
      const repository = postRepository(tx.connection)
      const row = await repository.lock(postId, database.dialect)
      if (!row) return
      // The post may have been edited meanwhile: only links it still contains get a card.
      const content = JSON.stringify(withCards(JSON.parse(row.content) as PostDocument, cards))
      if (content === row.content) return
      await repository.update(postId, { content })
      if (!isPublicPost(row.status)) return
      const post = await reader.publicSummary(row, tx)
      events.publish(tx, { name: 'post.changed', payload: { postId, post } })
    })
  }

  /** Removes cards whose text the community's lists refuse or hold. */
  async function admitted(postId: string, cards: [string, Card][]): Promise<[string, Card][]> {
    const row = await postRepository(database.read).byId(postId)
    if (!row) return []
    const isAdmitted = await Promise.all(
      cards.map(([, { title, description }]) =>
        contentChecks.admits(row.community_id, [title, description].filter(Boolean).join('\n')),
      ),
    )
    return cards.filter((_, index) => isAdmitted[index])
  }

  return {
    /** Metadata of a page, for the editor; null if it can't be read or has none. Throws BUSY. */
    async preview(link: string, userId: string): Promise<Card | null> {
      try {
        const card = (await read(link, userId))[0]?.[1] ?? null
        return card?.image ? { ...card, image: { url: media.picture(card.image.url) } } : card
      } catch (error) {
        if (error instanceof FetchBusy) throw new DomainError('BUSY', { retryAfterMs: BUSY_FOR_MS })
        return null
      }
    },
    /** Fetches the pages of links without a card after the transaction has committed. */
    fillLater(tx: Transaction, filled: Filled, document: PostDocument): void {
      const bare = document.blocks.filter(isLink).filter((block) => !block.data.meta)
      const links = [...new Set(bare.map((block) => block.data.link))].slice(0, LINKS_MAX)
      if (links.length > 0) tx.afterCommit(() => background.run('fill link cards', () => fill(filled, links)))
    },
  }
}

/** The document with cards added to links that have none. */
export function withCards(document: PostDocument, cards: ReadonlyMap<string, Card>): PostDocument {
  const blocks = document.blocks.map((block) => {
    const meta = isLink(block) && !block.data.meta ? cards.get(block.data.link) : undefined
    return isLink(block) && meta ? { ...block, data: { ...block.data, meta } } : block
  })
  return { ...document, blocks }
}

/** The document without the links that another document contains. */
export function withoutLinksOf(former: PostDocument, document: PostDocument): PostDocument {
  const formerLinks = new Set(former.blocks.filter(isLink).map((block) => block.data.link))
  return { ...document, blocks: document.blocks.filter((block) => !isLink(block) || !formerLinks.has(block.data.link)) }
}

/** Cards of a document by link, so that an edit doesn't fetch the pages again. */
export function cardsOf(document: PostDocument): Map<string, Card> {
  return new Map(
    document.blocks
      .filter(isLink)
      .flatMap(({ data: { link, meta } }) => (meta ? [[link, meta] as [string, Card]] : [])),
  )
}

function isLink(block: DocumentBlock): block is LinkBlock {
  return isBlock(block, 'linkTool')
}
