import { textLength } from './text.ts'

/** What of a document is limited, besides its blocks. */
export interface DocumentSize {
  /** List items, and rows and cells of tables. */
  items: number
  /** Unicode characters of all texts, with their markup. */
  characters: number
}

/**
 * Fields of known blocks with settings and addresses of files, which have their own limits. Every text of other blocks
 * counts.
 */
const UNREAD: ReadonlySet<string> = new Set([
  'file',
  'cdn',
  'image',
  'url',
  'captions',
  'style',
  'counterType',
  'language',
  'service',
])

/** Adds a block's data to a size. `isKnown`: whether the contract knows the block's type. */
export function addBlockSize(data: unknown, about: { size: DocumentSize; isKnown: boolean }): void {
  const { size, isKnown } = about
  if (typeof data === 'string') size.characters += textLength(data)
  if (typeof data !== 'object' || data === null) return
  for (const [key, part] of Object.entries(data)) {
    if (key === 'items' && Array.isArray(part)) size.items += part.length
    if (key === 'content' && Array.isArray(part)) size.items += part.length + part.flat().length
    if (!isKnown || !UNREAD.has(key)) addBlockSize(part, about)
  }
}
