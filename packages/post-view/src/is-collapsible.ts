import type { PostBlock } from './read-blocks.ts'

/** Block types that must not be cut. */
const whole: ReadonlySet<PostBlock['type']> = new Set(['image', 'video', 'audio', 'embed'])

/**
 * Whether long content may be cut. True if it starts with text rather than a picture or player that must stay whole.
 */
export function isCollapsible(blocks: readonly PostBlock[]): boolean {
  const [first] = blocks
  return first !== undefined && !whole.has(first.type)
}
