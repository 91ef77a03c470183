import { inlineText, type ListItem, parseInline } from '@stoa/contract'
import { type PostBlock, readBlocks } from './read-blocks.ts'

/** The text of a post, block by block, with captions and addresses for pictures and players. For comparing versions. */
export function textOfBlocks(postContent: string): string {
  return readBlocks(postContent)
    .map((block) =>
      piecesOf(block)
        .filter((piece) => piece !== '')
        .join('\n'),
    )
    .join('\n\n')
}

const plain = (inline: string) => inlineText(parseInline(inline))

function piecesOf(block: PostBlock): string[] {
  switch (block.type) {
    case 'paragraph':
    case 'header':
      return [plain(block.text)]
    case 'quote':
      return [plain(block.text), plain(block.caption)]
    case 'warning':
      return [plain(block.title), plain(block.message)]
    case 'list':
      return itemTexts(block.items)
    case 'table':
      return block.rows.map((row) => row.map(plain).join(' | '))
    case 'code':
      return [block.code]
    case 'image':
    case 'video':
    case 'audio':
      return [plain(block.caption), block.url]
    case 'embed':
      return [plain(block.caption), block.source]
    case 'linkTool':
      return [block.link]
    case 'unsupported':
      return [block.text]
    case 'delimiter':
      return ['***']
  }
}

function itemTexts(items: readonly ListItem[]): string[] {
  return items.flatMap((item) => [plain(item.content), ...itemTexts(item.items)])
}
