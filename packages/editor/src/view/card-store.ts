import type { Node } from 'prosemirror-model'
import { createValue, type Value } from './value.ts'

/** What a card shows. */
export interface CardContent {
  node: Node
  isSelected: boolean
}

/** A card in the text, into which `CardLayer` renders. */
export interface Card {
  readonly key: number
  /** Rendered into; owned by the node's view. */
  readonly body: HTMLElement
  readonly getPos: () => number | undefined
  /** Whether Tab and presses reach what is in it. */
  setUsable(isUsable: boolean): void
  readonly content: Value<CardContent>
}

/** All cards of an editor. Each card also has a value of its own, so that a selection renders only two again. */
export interface CardStore {
  readonly list: Value<readonly Card[]>
  add(card: { body: HTMLElement; node: Node; getPos: () => number | undefined }): Card
  remove(card: Card): void
}

export function createCardStore(): CardStore {
  const cards = new Set<Card>()
  const list = createValue<readonly Card[]>([])
  let lastKey = 0
  let isWaiting = false
  /** Once for all cards that come and go at the same time. */
  const tell = () => {
    if (isWaiting) return
    isWaiting = true
    queueMicrotask(() => {
      isWaiting = false
      list.set([...cards])
    })
  }
  return {
    list,
    add({ body, node, getPos }) {
      lastKey += 1
      const card: Card = {
        key: lastKey,
        body,
        getPos,
        setUsable(isUsable) {
          body.inert = !isUsable
        },
        content: createValue({ node, isSelected: false }),
      }
      card.setUsable(false)
      cards.add(card)
      tell()
      return card
    },
    remove(card) {
      cards.delete(card)
      tell()
    },
  }
}
