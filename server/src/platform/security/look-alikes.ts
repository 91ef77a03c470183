import unhomoglyph from 'unhomoglyph'

/**
 * Look-alikes of each Latin letter that Unicode's table of confusables (UTS #39, `unhomoglyph`) leaves unchanged or
 * maps differently.
 */
const DRAWN_AS =
  'aᴀɐαⲁᗩ bвьЬƅʙβßⲃᗷ cᑕ dᴅᗪ eᴇεєəᗴ fꜰᖴ gɢցǥ hʜհᕼ iɪι jᴊᒍ kᴋκĸᏦ lʟᒪլ mᴍмʍᗰ nɴηпπᑎ oο○◯〇☉ʘ๏ pᴘρƿᑭ qզ rʀᖇ sꜱᔕ tᴛτт uυսᑌ vᴠᐯ wᴡᗯ xχ᙭ yʏ zᴢ !¡ǃ'

const DRAWN_ALIKE = new Map(
  DRAWN_AS.split(' ').flatMap(([latin = '', ...letters]) => letters.map((letter) => [letter, latin] as const)),
)
/** Enclosed English letters (negative circled, squared) and flag letters, which no table contains. */
const FIRST_OF_ENCLOSED = [0x1f150, 0x1f170, 0x1f1e6]

const LETTER = /[\p{L}\p{N}]/u

function latinOf(letter: string): string {
  const code = letter.codePointAt(0) ?? 0
  const first = FIRST_OF_ENCLOSED.find((at) => code >= at && code < at + 26)
  if (first !== undefined) return String.fromCharCode(97 + code - first)
  const drawn = code < 128 ? letter : (DRAWN_ALIKE.get(letter) ?? unhomoglyph(letter))
  // Some letters look like signs, which are left out.
  return LETTER.test(letter) && !LETTER.test(drawn) ? letter : drawn
}

/** Invisible characters, and marks on letters. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{M}\u2800]/gu
const decomposed = (text: string) => text.normalize('NFKD').replace(UNSEEN, '')

/** The name with look-alikes of Latin letters replaced by them. */
export function inLatin(name: string): string {
  const once = Array.from(decomposed(name), latinOf).join('')
  // Unicode's table may map to letters in our table, and to some with a stroke.
  return Array.from(decomposed(once), latinOf).join('')
}

const LOOK_MAX_LENGTH = 80
const IGNORABLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/gu
const OTHER_SCRIPT = /(?!\p{Script=Latin})\p{L}/u
/** Signs that don't tell names apart: all but + and # (C++), and points in numbers. */
const SIGNS = /(?!(?<=\p{N})\.(?=\p{N}))[^\p{L}\p{N}\p{M}+#]/gu

const drawn = (text: string) => Array.from(text.normalize('NFKD').replace(IGNORABLE, ''), latinOf).join('')

/** The word in Latin letters, or unchanged if it has others, which look like each other only to foreigners. */
function wordInLatin(word: string): string {
  // Capitals and small letters have different look-alikes.
  const latin = drawn(drawn(word).toLowerCase())
  return OTHER_SCRIPT.test(latin) ? word.replace(IGNORABLE, '') : latin
}

/**
 * The look of a community's title, after the skeletons of UTS #39: equal for those that readers could confuse, in any
 * case and with most signs between the letters. Unlike `inLatin` it keeps accents and vowel signs, which tell words
 * apart.
 */
export function lookOf(title: string): string {
  const folded = title.split(/\s+/).map(wordInLatin).join(' ').normalize('NFKD').toLowerCase()
  const letters = folded.replace(SIGNS, '') || folded.replace(/\s/g, '')
  const look = letters.replace(/[1l]/g, 'i').replaceAll('0', 'o').replaceAll('vv', 'w').normalize('NFC')
  return Array.from(look).slice(0, LOOK_MAX_LENGTH).join('')
}

/** The look of a name in addresses, where words such as "modern" are rarer than deceit. */
export function nameLookOf(name: string): string {
  return lookOf(name).replaceAll('rn', 'm')
}
