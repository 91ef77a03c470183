import type { PostBlock } from './read-blocks.ts'

/** Block types that lose their sense when they are cut. */
const whole: ReadonlySet<PostBlock['type']> = new Set(['image', 'video', 'audio', 'embed'])

/** Whether long content may be cut: when it begins with text, and not with a picture or player that must stay whole. */
export function isCollapsible(blocks: readonly PostBlock[]): boolean {
  const [first] = blocks
  return first !== undefined && !whole.has(first.type)
}
