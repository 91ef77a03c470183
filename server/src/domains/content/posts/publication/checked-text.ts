import { type DocumentBlock, type InlineNode, inlineText, type PostDocument, parseInline } from '@stoa/contract'
import { type CheckedDraft, type DraftInput, parsePostContent } from '../drafts/draft.ts'
import { type OwnParts, ownPartsAfter, ownPartsOf } from '../drafts/own-parts.ts'

/** A post as sent by its author. */
export type SentText = Pick<DraftInput, 'title' | 'postContent' | 'pollOptions'> & Parameters<typeof ownPartsAfter>[0]

/** Blocks of which readers see only some fields. Of all others they see every text as written. */
const KNOWN = new Set(
  'paragraph header list checklist table code delimiter quote warning image simpleImage video audio embed linkTool'.split(
    ' ',
  ),
)
/** Fields of known blocks that nobody reads or follows: settings, and addresses of pictures and videos. */
const UNREAD = new Set(['style', 'service', 'embed', 'meta', 'url', 'file', 'cdn', 'image', 'captions'])
/** Fields of known blocks without markup. */
const PLAIN = new Set(['alt', 'code', 'language', 'link', 'source'])

/** All that readers of a post see or follow: title, excerpt, own address, poll options, text, captions and links. */
export function checkedText({
  title,
  document,
  pollOptions,
  own,
}: Pick<CheckedDraft, 'title' | 'document'> & { pollOptions: readonly string[] | undefined; own: OwnParts }): string {
  const ownTexts = [own.excerpt, own.slug.replaceAll('-', ' ')]
  const texts = [title, ...ownTexts, ...(pollOptions ?? []), ...document.blocks.flatMap(textsOf)]
  return texts.filter((text) => text !== '').join('\n')
}

/** The checked text of a stored post. */
export function keptText(
  row: Parameters<typeof ownPartsOf>[0] & { title: string; content: string },
  pollOptions?: string[],
): string {
  const document = JSON.parse(row.content) as PostDocument
  return checkedText({ title: row.title, document, pollOptions, own: ownPartsOf(row) })
}

/** The checked text of a post as sent, before validation; empty if it can't be parsed. */
export function sentText({ title, postContent, pollOptions, ...input }: SentText): string {
  const content = parsePostContent(postContent)
  return 'document' in content
    ? checkedText({
        title,
        document: content.document,
        pollOptions: pollOptions ?? undefined,
        own: ownPartsAfter(input),
      })
    : ''
}

function textsOf({ type, data }: DocumentBlock): string[] {
  if (KNOWN.has(type)) {
    const visibleStrings = stringsIn(data).filter(({ keys }) => !keys.some((key) => UNREAD.has(key)))
    return visibleStrings.map(({ text, keys }) => (PLAIN.has(keys.at(-1) ?? '') ? text : textWithLinks(text)))
  }
  const texts = stringsIn(data).map(({ text }) => text)
  // Lists of older documents contain markup.
  return type === 'nestedList' ? [...texts, ...texts.map(textWithLinks)] : texts
}

/** The visible text of inline markup, then the addresses of its links. */
function textWithLinks(markup: string): string {
  const nodes = parseInline(markup)
  return [inlineText(nodes), ...addressesIn(nodes)].join('\n')
}

function addressesIn(nodes: readonly InlineNode[]): string[] {
  return nodes.flatMap((node) => {
    if (node.type === 'link') return [node.href]
    return node.type === 'element' ? addressesIn(node.children) : []
  })
}

/** Each text with its path of keys. */
function stringsIn(value: unknown, keys: readonly string[] = []): { text: string; keys: readonly string[] }[] {
  if (typeof value === 'string') return [{ text: value, keys }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => stringsIn(item, [...keys, key]))
}
