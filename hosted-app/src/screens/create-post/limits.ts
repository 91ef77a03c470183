import {
  POST_MAX_BLOCKS,
  POST_MAX_LEVELS,
  POST_MAX_LIST_ITEMS,
  POST_TEXT_MAX_LENGTH,
  type PostDocument,
  textLength,
} from '@stoa/contract'

/** What a text has almost or already too much of. */
export interface TextLimit {
  kind: 'blocks' | 'characters' | 'items' | 'levels'
  count: number
  max: number
  isOver: boolean
}

/** A limit is shown from this share of it on. */
const SHOWN_FROM = 0.9

const MAXIMA = {
  blocks: POST_MAX_BLOCKS,
  characters: POST_TEXT_MAX_LENGTH,
  items: POST_MAX_LIST_ITEMS,
  levels: POST_MAX_LEVELS,
} as const

/** The limit that a text is closest to, if it is close to any. The server counts the same way, and decides. */
export function closestLimit(document: PostDocument): TextLimit | null {
  const counts = { blocks: document.blocks.length, characters: 0, items: 0, levels: 0 }
  // The document, its blocks, a block and its data.
  for (const { data } of document.blocks) count(data, { counts, level: 4 })
  const limits = (['blocks', 'characters', 'items', 'levels'] as const).map((kind) => {
    const max = MAXIMA[kind]
    return { kind, count: counts[kind], max, isOver: counts[kind] > max }
  })
  const [closest] = limits.toSorted((one, other) => other.count / other.max - one.count / one.max)
  return closest && closest.count >= closest.max * SHOWN_FROM ? closest : null
}

/** Settings and addresses have limits of their own. */
const UNREAD = new Set(['file', 'cdn', 'image', 'url', 'captions', 'style', 'counterType', 'language', 'service'])

function count(value: unknown, about: { counts: Record<TextLimit['kind'], number>; level: number }): void {
  const { counts, level } = about
  if (typeof value === 'string') counts.characters += textLength(value)
  if (typeof value !== 'object' || value === null) return
  counts.levels = Math.max(counts.levels, level)
  for (const [key, part] of Object.entries(value)) {
    if (key === 'items' && Array.isArray(part)) counts.items += part.length
    if (key === 'content' && Array.isArray(part)) counts.items += part.length + part.flat().length
    if (!UNREAD.has(key)) count(part, { counts, level: level + 1 })
  }
}
