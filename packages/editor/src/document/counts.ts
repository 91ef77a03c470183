import { addBlockSize } from '@stoa/contract'
import type { Node } from 'prosemirror-model'
import { writeBlock } from './write.ts'

/** The size of a document, for its limits and for its author. */
export interface Counts {
  blocks: number
  /** List items, and rows and cells of tables. */
  items: number
  /** As the limit counts them, with markup. */
  characters: number
  words: number
}

/** Returns a function that counts a document. It counts each block once: nodes never change. */
export function createCounter(locale: string): (doc: Node) => Counts {
  const segmenter = new Intl.Segmenter(locale, { granularity: 'word' })
  const sizes = new WeakMap<Node, Counts>()

  function countWords(text: string): number {
    let words = 0
    for (const { isWordLike } of segmenter.segment(text)) if (isWordLike) words += 1
    return words
  }

  function countBlock(node: Node): Counts {
    const known = sizes.get(node)
    if (known) return known
    const size = { items: 0, characters: 0 }
    addBlockSize(writeBlock(node)?.data, { size, isKnown: node.type.name !== 'unknown' })
    const counts = { blocks: 1, ...size, words: countWords(textOf(node)) }
    sizes.set(node, counts)
    return counts
  }

  return (doc) => {
    const total: Counts = { blocks: 0, items: 0, characters: 0, words: 0 }
    doc.forEach((node) => {
      const { blocks, items, characters, words } = countBlock(node)
      total.blocks += blocks
      total.items += items
      total.characters += characters
      total.words += words
    })
    return total
  }
}

/** What is read of a block. Programs have no words. */
function textOf(node: Node): string {
  return node.type.spec.code ? '' : node.textBetween(0, node.content.size, ' ', ' ')
}
