import type { ContentBlock, DocumentBlock } from './entities.ts'

/** Whether a block has a known type, for narrowing to it. */
export function isBlock<Type extends ContentBlock['type']>(
  block: DocumentBlock,
  type: Type,
): block is Extract<ContentBlock, { type: Type }> {
  return block.type === type
}
