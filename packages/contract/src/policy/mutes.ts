import type { Me } from '../entities.ts'

/** The part of a viewer that says what they don't want to see. */
export type MutingViewer = Pick<Me, 'mutes' | 'hiddenCommunities'> | null

/** Why somebody's text is left out or collapsed. */
export type MuteReason = 'blocked' | 'user' | 'post' | 'community' | 'topic' | 'word'

/** What muting looks at in a post or comment: its own author and words, not whom it mentions. */
export interface MutableText {
  publisherId: string
  /** Title and text of the post or comment. */
  texts: readonly string[]
}

const ACCENTS = /[\u0300-\u036F]/g
const INVISIBLE = /\p{Cf}/gu
const BLANKS = /[\p{Z}\s]+/gu

/** A text without case, accents and invisible characters, with single blanks. */
export function foldWords(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .replace(INVISIBLE, '')
    .replace(BLANKS, ' ')
    .trim()
}

/** Scripts without blanks between words: a word may begin and end anywhere. */
const UNSPACED = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{Script=${script}}`)
  .join('')
const LETTER = `(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}_]`
const NO_LETTER = `(?:[${UNSPACED}]|[^\\p{L}\\p{M}\\p{N}_])`
const compiled = new WeakMap<readonly string[], RegExp>()

/** Finds any of the words as a whole word. */
function patternOf(words: readonly string[]): RegExp {
  const before = compiled.get(words)
  if (before) return before
  const parts = words.map(foldWords).flatMap((word) => {
    if (word === '') return []
    const escaped = word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    const start = new RegExp(`^${LETTER}`, 'u').test(word) ? `(?:^|${NO_LETTER})` : ''
    const end = new RegExp(`${LETTER}$`, 'u').test(word) ? `(?:$|${NO_LETTER})` : ''
    return [`${start}${escaped}${end}`]
  })
  const pattern = new RegExp(parts.length === 0 ? '(?!)' : parts.join('|'), 'u')
  compiled.set(words, pattern)
  return pattern
}

/** Whether a text contains any of the words as a whole word, regardless of case and accents. */
export function containsWord(words: readonly string[], texts: readonly string[]): boolean {
  return words.length > 0 && texts.some((text) => patternOf(words).test(foldWords(text)))
}

/** Whether the viewer has muted or blocked anybody or anything but communities. */
export function hasMutes(viewer: MutingViewer): boolean {
  return viewer?.mutes !== undefined
}

/** Why the viewer doesn't want to see somebody's text; null if they do. One's own texts always show. */
export function textMuted(
  viewer: (MutingViewer & Partial<Pick<Me, 'id'>>) | null,
  { publisherId, texts }: MutableText,
): 'blocked' | 'user' | 'word' | null {
  const mutes = viewer?.mutes
  if (!mutes || publisherId === viewer.id) return null
  if (publisherId !== '' && mutes.blocked.includes(publisherId)) return 'blocked'
  if (publisherId !== '' && mutes.users.includes(publisherId)) return 'user'
  return containsWord(mutes.words, texts) ? 'word' : null
}

/** Why the viewer's feeds leave out a post; null if they don't. */
export function postMuted(
  viewer: (MutingViewer & Partial<Pick<Me, 'id'>>) | null,
  post: MutableText & { id: string; tokenName: string; flairId: string | null },
): MuteReason | null {
  if (!viewer) return null
  if (viewer.hiddenCommunities.includes(post.tokenName)) return 'community'
  const { mutes } = viewer
  if (!mutes || post.publisherId === viewer.id) return null
  if (mutes.posts.includes(post.id)) return 'post'
  if (post.flairId !== null && mutes.topics.includes(post.flairId)) return 'topic'
  return textMuted(viewer, post)
}
