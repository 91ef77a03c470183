import { isId, RESERVED_USERNAMES } from '@stoa/contract'
import unhomoglyph from 'unhomoglyph'

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

/**
 * Letters that are drawn as Latin ones and that Unicode's table of confusables (UTS #39, `unhomoglyph`) leaves as they are or
 * makes something else of: what is behind each space is drawn as what is before it.
 */
const DRAWN_AS =
  'aᴀɐαⲁᗩ bвьЬƅʙβßⲃᗷ cᑕ dᴅᗪ eᴇεєəᗴ fꜰᖴ gɢցǥ hʜհᕼ iɪι jᴊᒍ kᴋκĸᏦ lʟᒪլ mᴍмʍᗰ nɴηпπцᑎ oο○◯〇☉ʘ๏ pᴘρƿᑭ qզ rʀᖇ sꜱᔕ tᴛτт uυսᑌ vᴠᐯ wᴡᗯ xχ᙭ yʏ zᴢ !¡ǃ'

const DRAWN_ALIKE = new Map(
  DRAWN_AS.split(' ').flatMap(([latin = '', ...letters]) => letters.map((letter) => [letter, latin] as const)),
)
/** Letters of the English alphabet in white on black, on a disc, and of flags: no table has them. */
const FIRST_OF_ENCLOSED = [0x1f150, 0x1f170, 0x1f1e6]

function latinOf(letter: string): string {
  const code = letter.codePointAt(0) ?? 0
  const first = FIRST_OF_ENCLOSED.find((at) => code >= at && code < at + 26)
  if (first !== undefined) return String.fromCharCode(97 + code - first)
  return code < 128 ? letter : (DRAWN_ALIKE.get(letter) ?? unhomoglyph(letter))
}

/** What draws nothing, and marks on letters. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{M}\u2800]/gu
const decomposed = (text: string) => text.normalize('NFKD').replace(UNSEEN, '')

/** The name in Latin letters, so far as it is drawn as they are. */
function inLatin(name: string): string {
  const once = Array.from(decomposed(name), latinOf).join('')
  // Unicode's table leads to letters that ours knows, and to some with a stroke.
  return Array.from(decomposed(once), latinOf).join('')
}

const SIGNS: Record<string, string> = { '@': 'a', $: 's', '!': 'i', '|': 'i' }
/** Signs within a word stand for letters. */
const withSigns = (text: string) =>
  text.replace(/(?<=[A-Za-z])[@$]|(?<=[A-Za-z])[!|](?=[A-Za-z])/g, (sign) => SIGNS[sign] ?? '')

/** True for a name that reads like a reserved one in whichever alphabet, accents and signs left out or read as letters. */
export function claimsToSpeakForUs(name: string): boolean {
  const latin = inLatin(name)
  return [latin, withSigns(latin), latin.replace(/[@$!|]/g, (sign) => SIGNS[sign] ?? '')].some((text) => {
    const letters = text.replace(/[^0-9A-Za-z]/g, '')
    return letters !== '' && (isReservedUsername(letters) || holdsOffice(text))
  })
}

/** Of letters that pass for each other the one that stands for them. */
const SAME: Record<string, string> = { 0: 'o', 1: 'i', 2: 'z', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', 9: 'g', l: 'i' }

/**
 * What a name looks like: the same for two that a reader takes for each other, in whichever alphabet, case and accents,
 * with whatever signs between the letters. Empty for a name that can't be taken for a username.
 */
export function lookOf(name: string): string {
  const letters = withSigns(inLatin(name))
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]|\p{Lm}/gu, '')
  if (!/^[a-z0-9]{1,20}$/.test(letters)) return ''
  const look = Array.from(letters, (letter) => SAME[letter] ?? letter).join('')
  return look.length > SHORT_WORD ? look.replaceAll('rn', 'm').replaceAll('vv', 'w') : look
}

/** The slug of a member's page: the lower-case name with hyphens, never in the form of an id. */
export function slugOf(username: string): string {
  const slug = username.toLowerCase().replace(/_+/g, '-').replace(/^-|-$/g, '') || 'member'
  return isId(slug) ? `${slug}-1` : slug
}

/** A name after an @ that does not continue a word, an address or a path. */
const MENTION = /(?<![\p{L}\p{N}\p{M}_@.+/-])@([A-Za-z0-9_]{3,20})(?![\p{L}\p{N}\p{M}_@])/gu

/** People whom one comment can mention; and whom it can tell so, however often it is changed. */
export const MENTIONS_MAX = 10

/** The usernames that a text mentions, each once whatever its case, in order; whether they exist is for accounts to say. */
export function mentionedUsernames(text: string): string[] {
  const names = new Map<string, string>()
  for (const [, name = ''] of text.matchAll(MENTION)) {
    if (!names.has(name.toLowerCase())) names.set(name.toLowerCase(), name)
    if (names.size === MENTIONS_MAX) break
  }
  return [...names.values()]
}

/** A text in which nobody of that name is mentioned any more. */
export function withoutMention(text: string, username: string): string {
  return text.replaceAll(MENTION, (whole, name: string) =>
    name.toLowerCase() === username.toLowerCase() ? '@deleted' : whole,
  )
}
