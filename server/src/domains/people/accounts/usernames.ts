import { authorPath, isId, MENTION, mentionsIn, RESERVED_USERNAMES } from '@stoa/contract'
import { inLatin } from '../../../platform/security/look-alikes.ts'

/** Characters that look like letters, as patterns. */
const LOOK_ALIKES: Record<string, string> = {
  a: '[a4]',
  b: '[b8]',
  d: '(?:d|cl)',
  e: '[e3]',
  g: '[g9]',
  i: '[il1]',
  l: '[il1]',
  m: '(?:m|rn)',
  o: '[o0]',
  s: '[s5]',
  t: '[t7]',
  w: '(?:w|vv)',
  z: '[z2]',
}
/** In short words, i and l aren't interchangeable: Ali is a name. */
const IN_SHORT_WORDS: Record<string, string> = { ...LOOK_ALIKES, i: '[i1]', l: '[l1]' }
const SHORT_WORD = 4

/** Words that claim authority, refused also in combinations such as `official_support`. */
const AUTHORITIES = [
  'admin',
  'administrator',
  'root',
  'system',
  'support',
  'staff',
  'official',
  'moderator',
  'mod',
  'security',
  'stoa',
  'webmaster',
  'billing',
] // prettier-ignore

/** Words that, combined with those, still don't form an ordinary name. */
const COMPANY = [
  'the',
  'real',
  'true',
  'forum',
  'community',
  'network',
  'net',
  'site',
  'web',
  'domain',
  'chief',
  'head',
  'super',
  'senior',
  'account',
  'service',
  'desk',
  'center',
  'centre',
  'contact',
  'info',
  'user',
  'member',
  'bot',
  'chat',
  'customer',
  'hq',
  'x',
] // prettier-ignore

const anyOf = (words: Iterable<string>) => new RegExp(`^(?:${Array.from(words, pattern).join('|')})$`)
const RESERVED = anyOf(RESERVED_USERNAMES)
const AUTHORITY = anyOf(AUTHORITIES)
const BESIDE = anyOf([...RESERVED_USERNAMES, ...COMPANY])
const NUMBER = /^\d*$/

/** Pattern for a word with look-alikes, doubled letters, and its plural. */
function pattern(word: string): string {
  // Short words must match exactly: rot isn't root.
  if (word.length <= SHORT_WORD) return `${Array.from(word, (letter) => IN_SHORT_WORDS[letter] ?? letter).join('')}s?`
  const letters = Array.from(word.replace(/(.)\1+/g, '$1'), (letter) => LOOK_ALIKES[letter] ?? letter)
  // One run for neighbors that look alike: a run of their own for each would split the text in countless ways.
  const runs = letters.map((look, at) => (look === letters[at - 1] ? look : `${look}+`))
  return `${runs.join('')}s?`
}

/**
 * Whether the letters are a reserved word, or an authority beside such words only, with digits around them. Each part of
 * the text is compared once: an expression for all of it would try countless ways to part it.
 */
function isLikeReserved(letters: string): boolean {
  const ends = Array.from({ length: letters.length + 1 }, (_, at) => NUMBER.test(letters.slice(0, at)))
  const endsWithAuthority = ends.map(() => false)
  for (let from = 0; from < letters.length; from++) {
    if (!ends[from] && !endsWithAuthority[from]) continue
    for (let to = from + 1; to <= letters.length; to++) {
      const word = letters.slice(from, to)
      if (!BESIDE.test(word)) continue
      const isAlone = NUMBER.test(letters.slice(0, from)) && NUMBER.test(letters.slice(to))
      if (isAlone && RESERVED.test(word)) return true
      if (ends[from]) ends[to] = true
      if (endsWithAuthority[from] || AUTHORITY.test(word)) endsWithAuthority[to] = true
    }
  }
  return endsWithAuthority.some((isEnd, at) => isEnd && NUMBER.test(letters.slice(at)))
}

/**
 * Words that claim an office in combination with any name: `support_anna`, `AnnaOfficial`. Admin isn't listed: real
 * admins use it.
 */
const OFFICES = anyOf(['administrator', 'helpdesk', 'moderator', 'official', 'stoa', 'support', 'webmaster'])

/** Whether a word of the name is an office. Words end at signs, digits and capitals. */
function holdsOffice(name: string): boolean {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').split(/[^A-Za-z]+/)
  return words.some((word) => OFFICES.test(word.toLowerCase())) || /[a-z]official$/i.test(name)
}

/**
 * Whether the name is reserved or a variant of a reserved name: in other case, with underscores or digits around it,
 * with look-alikes or doubled letters, in the plural, or made of such words only.
 */
export function isReservedUsername(username: string): boolean {
  const letters = username.toLowerCase().replaceAll('_', '')
  return letters === '' || isLikeReserved(letters) || holdsOffice(username)
}

const SIGNS: Record<string, string> = { '@': 'a', $: 's', '!': 'i', '|': 'i' }
/** Signs within a word may stand for letters. */
const withSigns = (text: string) =>
  text.replace(/(?<=[A-Za-z])[@$]|(?<=[A-Za-z])[!|](?=[A-Za-z])/g, (sign) => SIGNS[sign] ?? '')

/** Whether a name looks like a reserved one in any alphabet, with accents and signs removed or read as letters. */
export function claimsToSpeakForUs(name: string): boolean {
  const latin = inLatin(name)
  return [latin, withSigns(latin), latin.replace(/[@$!|]/g, (sign) => SIGNS[sign] ?? '')].some((text) => {
    const letters = text.replace(/[^0-9A-Za-z]/g, '')
    return letters !== '' && (isReservedUsername(letters) || holdsOffice(text))
  })
}

/** Maps characters that look alike to one of them. */
const SAME: Record<string, string> = { 0: 'o', 1: 'i', 2: 'z', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', 9: 'g', l: 'i' }

/**
 * Normalized look of a name: equal for names that readers could confuse, in any alphabet, case and accents, with any
 * signs between letters. Empty if it can't be confused with a username.
 */
export function skeletonOf(name: string): string {
  const letters = withSigns(inLatin(name))
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]|\p{Lm}/gu, '')
  if (!/^[a-z0-9]{1,20}$/.test(letters)) return ''
  const look = Array.from(letters, (letter) => SAME[letter] ?? letter).join('')
  return look.length > SHORT_WORD ? look.replaceAll('rn', 'm').replaceAll('vv', 'w') : look
}

/** The slug of a profile: the lower-case name with hyphens, never in the form of an id. */
export function slugOf(username: string): string {
  const slug = username.toLowerCase().replace(/_+/g, '-').replace(/^-|-$/g, '') || 'member'
  return isId(slug) ? `${slug}-1` : slug
}

/** Maximum number of people a comment or post can mention and notify, including edits. */
export const MENTIONS_MAX = 10

/** Usernames mentioned in texts, distinct and in order, except in quotes and code. They may not exist. */
export function mentionedUsernames(texts: readonly string[]): string[] {
  const names = new Map<string, string>()
  for (const text of texts) {
    for (const name of mentionsIn(text)) {
      if (!names.has(name.toLowerCase())) names.set(name.toLowerCase(), name)
      if (names.size === MENTIONS_MAX) return [...names.values()]
    }
  }
  return [...names.values()]
}

/** What shall no longer be named in what others have written. */
interface NamedPerson {
  userId: string
  /** Usernames, also former ones. */
  names: readonly string[]
  /** Origins of the forums with their profile. */
  origins: readonly string[]
}

/** Finds and removes mentions of a person. */
export interface Unnaming {
  /** Texts to change contain one of these, in any case. */
  signs: readonly string[]
  /** The text without mentions of the person, and without links to their profile. */
  without(text: string): string
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
const either = (texts: readonly string[]) => `(?:${texts.map(escaped).join('|')})`

export function unnamingOf({ userId, names, origins }: NamedPerson): Unnaming {
  const profiles = [...new Set([userId, ...names.flatMap((name) => [name.toLowerCase(), slugOf(name)])])].map(
    authorPath,
  )
  const address = `${either(origins)}(?:/bbs/[\\w-]+)?${either(profiles)}(?![\\w%-])(?:[/?#][^\\s<>"]*)?`
  // A link of a post becomes its words.
  const link = new RegExp(`<a href="${address}"[^<>]*>([^<]*(?:<(?!/a>)[^<]*)*)</a>`, 'gi')
  const addresses = new RegExp(address, 'gi')
  return {
    signs: [...names.map((name) => `@${name}`), ...profiles],
    without: (text) => withoutMentions(text.replace(link, '$1').replace(addresses, '@deleted'), names),
  }
}

/** The text without mentions of the names. */
export function withoutMentions(text: string, usernames: readonly string[]): string {
  const keys = new Set(usernames.map((name) => name.toLowerCase()))
  return text.replaceAll(new RegExp(MENTION, 'gu'), (whole, name: string) =>
    keys.has(name.toLowerCase()) ? '@deleted' : whole,
  )
}
