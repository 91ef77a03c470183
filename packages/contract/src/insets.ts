// Insets are ads. Their names, addresses and classes have none of the words that lists for ad blockers look for, since
// those also hide what is no ad.

/** Where insets appear: between the blocks of a post's text, between the cards of a feed, in the side column. */
export const INSET_PLACES = ['text', 'feed', 'side'] as const
export type InsetPlace = (typeof INSET_PLACES)[number]

/** Why a place shows an inset or nothing, as far as the server decides it. */
export const INSET_STATES = ['ready', 'noProvider', 'noConsent', 'noContent', 'empty'] as const

export const INSETS_MAX = 200
export const INSET_NAME_MAX_LENGTH = 80
export const INSET_ALT_MAX_LENGTH = 200
/** The share of views: an inset with 20 is shown twice as often as one with 10. */
export const INSET_SHARE_MAX = 100

/** Text between two insets, and blocks of it. */
const BLOCKS_BETWEEN = 3
const CHARACTERS_BETWEEN = 500

/**
 * After which blocks of a text insets appear: after every third one with text, at least 500 characters apart, and not at
 * the end. Each block is given by the length of its text; 0: it is a heading, picture or the like.
 */
export function insetPositions(lengths: readonly number[]): number[] {
  const positions: number[] = []
  let blocks = 0
  let characters = 0
  for (const [index, length] of lengths.entries()) {
    if (length === 0) continue
    blocks += 1
    characters += length
    const isEnd = lengths.slice(index + 1).every((next) => next === 0)
    if (blocks < BLOCKS_BETWEEN || characters < CHARACTERS_BETWEEN || isEnd) continue
    positions.push(index)
    blocks = 0
    characters = 0
  }
  return positions
}
