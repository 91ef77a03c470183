import type { Me } from '../entities.ts'

/**
 * What the viewer has done, or somebody did to the viewer: blocked a person, been blocked, or muted a person, a word in
 * the text, the post's thread, its topic or its community.
 */
export type MuteCause = 'blocked' | 'blockedBy' | 'user' | 'word' | 'post' | 'topic' | 'community'

/** Causes that are about a text itself. */
export type TextMuteCause = Extract<MuteCause, 'blocked' | 'user' | 'word'>

/** Left out of the list; collapsed behind "Show once"; refused; or shown as always. */
export type MuteEffect = 'leftOut' | 'collapsed' | 'refused' | 'shown'

const NOWHERE = {
  blocked: 'shown',
  blockedBy: 'shown',
  user: 'shown',
  word: 'shown',
  post: 'shown',
  topic: 'shown',
  community: 'shown',
} as const satisfies Record<MuteCause, MuteEffect>
const OF_PEOPLE = { ...NOWHERE, blocked: 'leftOut', user: 'leftOut' } as const
const OF_POSTS = { ...OF_PEOPLE, word: 'leftOut', post: 'leftOut', topic: 'leftOut', community: 'leftOut' } as const
/** Notices reach nobody across a block, in either direction. */
const NOTICES = { ...OF_PEOPLE, blockedBy: 'leftOut', word: 'leftOut', post: 'leftOut' } as const
/** What comes without being asked for. */
const UNASKED = { ...NOTICES, topic: 'leftOut', community: 'leftOut' } as const
const COLLAPSED = { ...NOWHERE, blocked: 'collapsed', user: 'collapsed', word: 'collapsed' } as const
const REFUSED = { ...NOWHERE, blocked: 'refused', blockedBy: 'refused' } as const

/**
 * What blocking and muting change, place by place. Who is blocked sees what any visitor sees: only notices, messages
 * and follows are cut. A person's own texts count, not those that mention them. Decisions of moderators always arrive.
 */
export const MUTE_PLACES = {
  /** Feeds of several communities and of one, recommended and related posts. */
  feeds: OF_POSTS,
  /** What communities show on their own pages is in their feeds, even if they are muted. */
  communityFeeds: { ...OF_POSTS, community: 'shown' },
  /** Comments previewed in feeds. */
  previews: { ...OF_PEOPLE, word: 'leftOut' },
  /** Comments and replies of a post, also those that arrive live. */
  comments: COLLAPSED,
  /** Comments in widgets on partners' sites, which are told which ones are muted instead of getting the lists. */
  widgets: COLLAPSED,
  search: OF_POSTS,
  /** People suggested in search. */
  suggestions: OF_PEOPLE,
  /** People of a thread suggested for mentions. */
  mentions: OF_PEOPLE,
  /** Replies, mentions and follows, in the list and in its counts. Answers arrive from muted topics and communities. */
  notices: NOTICES,
  /** Notices of new posts. */
  postNotices: UNASKED,
  /** Letters and digests of notices. */
  email: UNASKED,
  /** Notices on devices. */
  push: UNASKED,
  decisions: NOWHERE,
  /** Lists of voters and their faces. */
  voters: OF_PEOPLE,
  followers: OF_PEOPLE,
  /** Direct messages, with their mails and pushes. */
  messages: REFUSED,
  follows: REFUSED,
  /** A person's own page and a post's own page were opened on purpose. */
  ownPages: NOWHERE,
} as const satisfies Record<string, Record<MuteCause, MuteEffect>>

export type MutePlace = keyof typeof MUTE_PLACES

/** Places whose content is the same for everybody until the viewer's page applies this table. The server fills the others. */
export type PagePlace = Extract<MutePlace, 'previews' | 'comments' | 'mentions'>

/** What a place does because of a cause. */
export function muteEffect(place: MutePlace, cause: MuteCause): MuteEffect {
  const effects: Record<MuteCause, MuteEffect> = MUTE_PLACES[place]
  return effects[cause]
}

function isShown(place: MutePlace, cause: MuteCause): boolean {
  return muteEffect(place, cause) === 'shown'
}

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

/** A viewer, or as much of one as decides what they don't want to see. */
type Muter = (Pick<Me, 'id'> & Partial<Pick<Me, 'mutes' | 'hiddenCommunities'>>) | null

/** Why a place leaves out or collapses somebody's text; null if it shows it. One's own texts always show. */
export function textMuted(viewer: Muter, text: MutableText, place: MutePlace): TextMuteCause | null {
  const { mutes, id } = viewer ?? {}
  const { publisherId, texts } = text
  if (!mutes || publisherId === id) return null
  const isBy = (ids: readonly string[]) => publisherId !== '' && ids.includes(publisherId)
  if (isBy(mutes.blocked) && !isShown(place, 'blocked')) return 'blocked'
  if (isBy(mutes.users) && !isShown(place, 'user')) return 'user'
  return !isShown(place, 'word') && containsWord(mutes.words, texts) ? 'word' : null
}

/** Why a thread collapses a comment; null if it shows it. */
export function commentMuted(
  viewer: Muter,
  comment: { publisherId: string; content: string | null },
  place: 'comments' | 'widgets' = 'comments',
): TextMuteCause | null {
  return textMuted(viewer, { publisherId: comment.publisherId, texts: [comment.content ?? ''] }, place)
}

/** Whether a place leaves out a person. */
export function personMuted(viewer: Muter, publisherId: string, place: MutePlace): boolean {
  return textMuted(viewer, { publisherId, texts: [] }, place) !== null
}

/** A post as far as muting is concerned. */
export interface MutablePost extends MutableText {
  id: string
  tokenName: string
  flairIds: readonly string[]
}

/** A post's summary as far as muting is concerned. Words count where cards show them: in title and excerpt. */
export function mutablePost(post: Omit<MutablePost, 'texts'> & { title: string; excerpt: string }): MutablePost {
  return { ...post, texts: [post.title, post.excerpt] }
}

/** Why a place leaves out a post; null if it shows it. */
export function postMuted(viewer: Muter, post: MutablePost, place: MutePlace): MuteCause | null {
  const { mutes, hiddenCommunities = [], id } = viewer ?? {}
  if (hiddenCommunities.includes(post.tokenName) && !isShown(place, 'community')) return 'community'
  if (!mutes || post.publisherId === id) return null
  if (mutes.posts.includes(post.id) && !isShown(place, 'post')) return 'post'
  if (post.flairIds.some((id) => mutes.topics.includes(id)) && !isShown(place, 'topic')) return 'topic'
  return textMuted(viewer, post, place)
}
