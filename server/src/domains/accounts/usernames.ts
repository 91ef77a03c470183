import { isId, RESERVED_USERNAMES } from '@stoa/contract'

/** What passes for a letter at a glance. */
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
/** In short words i and l are different letters: Ali is a name. */
const IN_SHORT_WORDS: Record<string, string> = { ...LOOK_ALIKES, i: '[i1]', l: '[l1]' }
const SHORT_WORD = 4

/** Words that claim to speak for the forum: they are refused in company, too, as in `official_support`. */
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

/** Words that do not make a name of their own out of such a word. */
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

const anyOf = (words: Iterable<string>) => `(?:${Array.from(words, pattern).join('|')})`
const RESERVED = anyOf(RESERVED_USERNAMES)
const BESIDE = anyOf([...RESERVED_USERNAMES, ...COMPANY])
const LIKE_RESERVED = new RegExp(`^\\d*(?:${RESERVED}|${BESIDE}*${anyOf(AUTHORITIES)}${BESIDE}*)\\d*$`)

/** What reads like the word: look-alikes, letters said twice, the plural. */
function pattern(word: string): string {
  // Of short words only what is written as they are: rot is no root.
  if (word.length <= SHORT_WORD) return `${Array.from(word, (letter) => IN_SHORT_WORDS[letter] ?? letter).join('')}s?`
  const letters = Array.from(word.replace(/(.)\1+/g, '$1'), (letter) => `${LOOK_ALIKES[letter] ?? letter}+`)
  return `${letters.join('')}s?`
}

/** Words that claim an office beside whatever name: `support_anna`, `AnnaOfficial`. Admin is left to those who are some. */
const OFFICES = new RegExp(
  `^${anyOf(['administrator', 'helpdesk', 'moderator', 'official', 'stoa', 'support', 'webmaster'])}$`,
)

/** True where a word of the name is an office: words end at signs, digits and capitals. */
function holdsOffice(name: string): boolean {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').split(/[^A-Za-z]+/)
  return words.some((word) => OFFICES.test(word.toLowerCase())) || /[a-z]official$/i.test(name)
}

/**
 * True for a name that nobody may take, and for what a reader takes for one: in other case, with underscores or digits
 * around it, with look-alikes or doubled letters, in the plural, or made of such words only.
 */
export function isReservedUsername(username: string): boolean {
  const letters = username.toLowerCase().replaceAll('_', '')
  return letters === '' || LIKE_RESERVED.test(letters) || holdsOffice(username)
}

/** Cyrillic, Greek and Armenian letters that are drawn as Latin ones (after Unicode UTS #39, confusables), and what they look like. */
const DRAWN_ALIKE = new Map(
  Array.from('авсԁеɡһіјкӏмоорԛѕтѵԝхуАВСЕНІЈКМОРЅТХУαεικνορτυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧսօհոցզ', (letter, index) => [
    letter,
    'abcdeghijklmoopqstvwxyABCEHIJKMOPSTXYaeikvoptuxABEZHIKMNOPTYXuohngq'[index] ?? '',
  ]),
)

/** True for a name that reads like a reserved one in whichever alphabet, accents and signs left out. */
export function claimsToSpeakForUs(name: string): boolean {
  const latin = inLatin(name)
  const letters = latin.replace(/[^0-9A-Za-z]/g, '')
  return letters !== '' && (isReservedUsername(letters) || holdsOffice(latin.replace(/\p{M}/gu, '')))
}

const inLatin = (name: string) =>
  Array.from(name.normalize('NFKD'), (letter) => DRAWN_ALIKE.get(letter) ?? letter).join('')

/** Of letters that pass for each other the one that stands for them. */
const SAME: Record<string, string> = { 0: 'o', 1: 'i', 2: 'z', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', 9: 'g', l: 'i' }

/**
 * What a name looks like: the same for two that a reader takes for each other, in whichever alphabet, case and accents,
 * with whatever signs between the letters. Empty for a name that can't be taken for a username.
 */
export function lookOf(name: string): string {
  const letters = inLatin(name)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
  if (!/^[a-z0-9]{1,20}$/.test(letters)) return ''
  const look = Array.from(letters, (letter) => SAME[letter] ?? letter).join('')
  return look.length > SHORT_WORD ? look.replaceAll('rn', 'm').replaceAll('vv', 'w') : look
}

/** The slug of a member's page: the lower-case name with hyphens, never in the form of an id. */
export function slugOf(username: string): string {
  const slug = username.toLowerCase().replace(/_+/g, '-').replace(/^-|-$/g, '') || 'member'
  return isId(slug) ? `${slug}-1` : slug
}
