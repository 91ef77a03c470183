const ACCENTS = new Map(
  Array.from('aàeéiîoôuûAÅEÉIÎOÖUÛcçnñsšyýzžCÇNÑSŠYÝ'.matchAll(/(.)(.)/g), ([, plain = '', accented = '']) => [
    plain,
    accented,
  ]),
)
/** Other languages’ texts are longer than English ones by about this share. */
const LONGER = 0.35

/**
 * An English ICU message in a language that nobody speaks: accented letters show which texts can be translated, and their
 * length shows what breaks. Placeholders stay as they are.
 */
export function pseudo(message: string): string {
  let at = 0
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at
    const [match = ''] = pattern.exec(message) ?? []
    at += match.length
    return match
  }
  const text = (nested: boolean): string => {
    let shown = ''
    while (at < message.length && !(nested && message[at] === '}')) {
      const words = take(/[^'{}#]+/y)
      shown += Array.from(words, (letter) => ACCENTS.get(letter) ?? letter).join('')
      if (words === '') shown += message[at] === '{' ? argument() : take(/./sy)
    }
    const letters = shown.replaceAll(/\{[^{}]*\}/g, '').length
    return letters > 3 && !nested ? shown + '·'.repeat(Math.ceil(letters * LONGER)) : shown
  }
  const argument = (): string => {
    let copied = take(/\{\s*[^\s,{}]+\s*(?:,\s*\w+\s*,?)?/y)
    for (let branch = take(/\s*[^\s{}]+\s*\{/y); branch; branch = take(/\s*[^\s{}]+\s*\{/y))
      copied += branch + text(true) + take(/\}/y)
    return copied + take(/\s*\}/y)
  }
  return text(false)
}
