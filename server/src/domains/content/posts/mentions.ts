import {
  type DocumentBlock,
  type InlineNode,
  isBlock,
  type ListItem,
  type PostDocument,
  parseInline,
} from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import {
  type AccountService,
  MENTIONS_MAX,
  mentionedUsernames,
  type NotificationTriggers,
} from '../../people/accounts/index.ts'
import { type PostRow, postRepository } from './repository.ts'

interface Dependencies {
  accounts: Pick<AccountService, 'profilesByUsername'>
  triggers: NotificationTriggers
}

/** Former texts of a post that are read. If it has more, its edits notify nobody. */
const TEXTS_MAX = 100

/** Notifies the people that posts mention. */
export function createPostMentions({ accounts, triggers }: Dependencies) {
  async function idsOf(tx: Transaction, usernames: string[]): Promise<string[]> {
    return (await accounts.profilesByUsername(usernames, tx)).map(({ id }) => id)
  }

  return {
    /** The people that a post mentions. */
    mentionedIn: (tx: Transaction, { content }: Pick<PostRow, 'content'>) => idsOf(tx, namesIn(content)),
    /**
     * Notifies those whom the edit of a public post mentions for the first time. Together with all earlier ones, no more
     * people than one post may mention. The former text is stored as a revision by then.
     */
    async recordEdit(tx: Transaction, { before, after }: { before: PostRow; after: PostRow }): Promise<void> {
      const names = namesIn(after.content)
      const known = new Set(namesIn(before.content).map(keyOf))
      if (names.every((name) => known.has(keyOf(name)))) return
      const texts = await postRepository(tx.connection).revisionContents(after.id, TEXTS_MAX)
      if (texts.length === TEXTS_MAX) return
      const earlier = new Set(await idsOf(tx, texts.flatMap(namesIn)))
      const fresh = (await idsOf(tx, names)).filter((id) => !earlier.has(id))
      const mentioned = fresh.slice(0, Math.max(0, MENTIONS_MAX - earlier.size))
      const { id: postId, community_id: communityId, publisher_id: actorId } = after
      triggers.record(tx, { kind: 'postMention', postId, communityId, actorId, mentioned })
    },
  }
}

const keyOf = (username: string) => username.toLowerCase()

/** Usernames that a stored post addresses, at most as many as it may mention. Names in quotes and code address nobody. */
function namesIn(content: string): string[] {
  // Most posts mention nobody.
  if (!content.includes('@')) return []
  const { blocks } = JSON.parse(content) as PostDocument
  return mentionedUsernames(blocks.flatMap((block) => textsOf(block).map(withoutCode)))
}

/** The texts of a block in which people can be addressed, with their markup. */
function textsOf(block: DocumentBlock): string[] {
  if (isBlock(block, 'paragraph') || isBlock(block, 'header')) return [block.data.text]
  if (isBlock(block, 'list')) return itemTexts(block.data.items)
  if (isBlock(block, 'checklist')) return block.data.items.map(({ text }) => text)
  if (isBlock(block, 'table')) return block.data.content.flat()
  if (isBlock(block, 'warning')) return [block.data.title, block.data.message]
  const { caption } = block.data as { caption?: unknown }
  return typeof caption === 'string' && block.type !== 'quote' ? [caption] : []
}

function itemTexts(items: ListItem[]): string[] {
  return items.flatMap((item) => [item.content, ...itemTexts(item.items)])
}

function withoutCode(inline: string): string {
  return textOf(inline.includes('@') ? parseInline(inline) : [])
}

function textOf(nodes: readonly InlineNode[]): string {
  return nodes
    .map((node) => {
      if (node.type === 'text') return node.text
      if (node.type === 'break') return '\n'
      return node.type === 'element' && node.name === 'code' ? ' ' : textOf(node.children)
    })
    .join('')
}
