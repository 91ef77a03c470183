/**
 * Passwords that are guessed first. Of the 10,000 most common leaked ones (the "10 million passwords" list of SecLists)
 * none satisfies our rule, of the first 100,000 thirteen do. What remains are common words adapted to the rule
 * (`P@ssw0rd1`, `Summer2024!`) and rows of keys, some shifted (`!QAZ2wsx`).
 */
const WORDS = new Set(
  `password passwort passwd pass passw motdepasse contrasena senha parola welcome willkommen admin administrator root user
  login guest test testing tester default changeme letmein access secret master qwerty qwertyuiop qwertz azerty asdf asdfgh
  asdfghjkl zxcvbn zxcvbnm qazwsx abc abcd abcde abcdef abcdefg abcdefgh aaaaaa iloveyou ilovegod loveyou love lovely forever
  dragon monkey tiger shadow sunshine princess prince angel angels baby babygirl superman batman spiderman starwars pokemon
  naruto minecraft football baseball basketball soccer hockey liverpool chelsea arsenal barcelona juventus yankees lakers
  michael jordan jennifer jessica michelle daniel andrew thomas robert charlie ashley amanda nicole samantha joshua matthew
  jackson william anthony patrick christian jesus freedom whatever trustno trustnoone hello helloworld hunter killer computer
  internet google facebook microsoft windows apple samsung summer winter spring autumn fall january february march april may
  june july august september october november december monday tuesday wednesday thursday friday saturday sunday mustang
  ferrari mercedes porsche corvette diamond silver golden orange purple yellow cookie chocolate cheese banana pepper ginger
  flower butterfly company office manager temp temppass newpass mypassword forum stoa`.split(/\s+/),
)

/** Digits and signs that replace letters. */
const BENT: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}
/** Shifted keys 1 to 9 and 0 of a US keyboard. */
const SIGNS = '!@#$%^&*()'
/** Columns of keys, downwards or upwards. */
const COLUMNS = /^(?:1qaz|2wsx|3edc|4rfv|5tgb|6yhn|7ujm|zaq1|xsw2|cde3|vfr4|bgt5|nhy6|mju7)+$/

/** True for a commonly guessed password. */
export function isCommonPassword(password: string): boolean {
  const low = password.toLowerCase()
  const keys = low.replaceAll(/[!@#$%^&*()]/g, (sign) => String((SIGNS.indexOf(sign) + 1) % 10))
  if (COLUMNS.test(keys)) return true
  // Characters around the word: a year, a number, a sign.
  const cores = [within(low, /\p{L}/u, /\p{L}/u), within(low, /[^\d_-]/, /[\p{L}@$]/u)]
  return cores.some((core) => WORDS.has(core.replaceAll(/[@431!0$57]/g, (sign) => BENT[sign] ?? sign)))
}

/**
 * From the first character that matches `first` to the last one that matches `last`. In linear time, unlike `/x+$/`.
 */
function within(text: string, first: RegExp, last: RegExp): string {
  const characters = Array.from(text)
  const from = characters.findIndex((character) => first.test(character))
  const to = characters.findLastIndex((character) => last.test(character))
  return from === -1 ? '' : characters.slice(from, to + 1).join('')
}
