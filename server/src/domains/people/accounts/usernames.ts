import { isId, MENTION, mentionsIn, RESERVED_USERNAMES } from '@stoa/contract'
import unhomoglyph from 'unhomoglyph'

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

const anyOf = (words: Iterable<string>) => `(?:${Array.from(words, pattern).join('|')})`
const RESERVED = anyOf(RESERVED_USERNAMES)
const BESIDE = anyOf([...RESERVED_USERNAMES, ...COMPANY])
const LIKE_RESERVED = new RegExp(`^\\d*(?:${RESERVED}|${BESIDE}*${anyOf(AUTHORITIES)}${BESIDE}*)\\d*$`)

/** Pattern for a word with look-alikes, doubled letters, and its plural. */
function pattern(word: string): string {
  // Short words must match exactly: rot isn't root.
  if (word.length <= SHORT_WORD) return `${Array.from(word, (letter) => IN_SHORT_WORDS[letter] ?? letter).join('')}s?`
  const letters = Array.from(word.replace(/(.)\1+/g, '$1'), (letter) => `${LOOK_ALIKES[letter] ?? letter}+`)
  return `${letters.join('')}s?`
}

/**
 * Words that claim an office in combination with any name: `support_anna`, `AnnaOfficial`. Admin isn't listed: real
 * admins use it.
 */
const OFFICES = new RegExp(
  `^${anyOf(['administrator', 'helpdesk', 'moderator', 'official', 'stoa', 'support', 'webmaster'])}$`,
)

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
  return letters === '' || LIKE_RESERVED.test(letters) || holdsOffice(username)
}

/**
 * Look-alikes of each Latin letter that Unicode's table of confusables (UTS #39, `unhomoglyph`) leaves unchanged or
 * maps differently.
 */
const DRAWN_AS =
  'aᴀɐαⲁᗩ bвьЬƅʙβßⲃᗷ cᑕ dᴅᗪ eᴇεєəᗴ fꜰᖴ gɢցǥ hʜհᕼ iɪι jᴊᒍ kᴋκĸᏦ lʟᒪլ mᴍмʍᗰ nɴηпπцᑎ oο○◯〇☉ʘ๏ pᴘρƿᑭ qզ rʀᖇ sꜱᔕ tᴛτт uυսᑌ vᴠᐯ wᴡᗯ xχ᙭ yʏ zᴢ !¡ǃ'

const DRAWN_ALIKE = new Map(
  DRAWN_AS.split(' ').flatMap(([latin = '', ...letters]) => letters.map((letter) => [letter, latin] as const)),
)
/** Enclosed English letters (negative circled, squared) and flag letters, which no table contains. */
const FIRST_OF_ENCLOSED = [0x1f150, 0x1f170, 0x1f1e6]

function latinOf(letter: string): string {
  const code = letter.codePointAt(0) ?? 0
  const first = FIRST_OF_ENCLOSED.find((at) => code >= at && code < at + 26)
  if (first !== undefined) return String.fromCharCode(97 + code - first)
  return code < 128 ? letter : (DRAWN_ALIKE.get(letter) ?? unhomoglyph(letter))
}

/** Invisible characters, and marks on letters. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{M}\u2800]/gu
const decomposed = (text: string) => text.normalize('NFKD').replace(UNSEEN, '')

/** The name with look-alikes of Latin letters replaced by them. */
function inLatin(name: string): string {
  const once = Array.from(decomposed(name), latinOf).join('')
  // Unicode's table may map to letters in our table, and to some with a stroke.
  return Array.from(decomposed(once), latinOf).join('')
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
 * Normalised look of a name: equal for names that readers could confuse, in any alphabet, case and accents, with any
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

/** Maximum number of people a comment can mention and notify, including edits. */
export const MENTIONS_MAX = 10

/** Usernames mentioned in a text, distinct and in order, except in quotes and code. They may not exist. */
export function mentionedUsernames(text: string): string[] {
  const names = new Map<string, string>()
  for (const name of mentionsIn(text)) {
    if (!names.has(name.toLowerCase())) names.set(name.toLowerCase(), name)
    if (names.size === MENTIONS_MAX) break
  }
  return [...names.values()]
}

/** The text without mentions of a name. */
export function withoutMention(text: string, username: string): string {
  return text.replaceAll(new RegExp(MENTION, 'gu'), (whole, name: string) =>
    name.toLowerCase() === username.toLowerCase() ? '@deleted' : whole,
  )
}
