import { useState } from 'react'

const CARDS_BETWEEN = 5

/**
 * After which cards of a feed insets stand: every fifth, as the server renders it. Those once chosen stay when posts are
 * added before or after them, so that nothing the reader sees is replaced or moves.
 */
export function useInsetAnchors(posts: readonly { id: string }[]): ReadonlySet<string> {
  const [kept, setKept] = useState<ReadonlySet<string>>(NONE)
  const anchors = insetAnchors(posts, kept)
  // React renders again at once, before it shows anything.
  if (!isSame(anchors, kept)) setKept(anchors)
  return anchors
}

const NONE: ReadonlySet<string> = new Set()
const isSame = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((id) => b.has(id))

/** The kept ones that are still there, and new ones at least five cards from any other. */
export function insetAnchors(posts: readonly { id: string }[], kept: ReadonlySet<string>): ReadonlySet<string> {
  const anchors = new Set<string>()
  let cards = 0
  for (const [index, { id }] of posts.entries()) {
    cards += 1
    const isKeptSoon = posts.slice(index + 1, index + CARDS_BETWEEN).some((next) => kept.has(next.id))
    if (!kept.has(id) && (cards < CARDS_BETWEEN || isKeptSoon)) continue
    anchors.add(id)
    cards = 0
  }
  return anchors
}
