import { formatNumber } from './format-number.ts'

/** Texts of one or more components by message key. The values are ICU messages. */
export type Catalogue = Readonly<Record<string, string>>

const cache = new Map<string, Intl.PluralRules>()

/** The plural rules of a locale, cached because creating them is expensive. */
function pluralOf(locale: string): Intl.PluralRules {
  let rules = cache.get(locale)
  if (!rules) cache.set(locale, (rules = new Intl.PluralRules(locale)))
  return rules
}

/**
 * Formats an ICU message into its parts: text, and the given values unchanged, so that a value may be any node.
 * Supports `{name}`, `{n, number}`, `{n, plural, =0 {…} one {…} other {…}}`, `{x, select, a {…} other {…}}`, `#` and
 * ICU quoting (`''`, `'{'`). An argument without a value stays visible as `{name}`.
 */
export function formatToParts<V>(message: string, values: Readonly<Record<string, V>>, locale: string): (string | V)[] {
  // Fast path: most messages are plain text, and a page renders hundreds.
  if (!/['{]/.test(message)) return [message]
  let at = 0
  const read = (pattern: RegExp) => {
    pattern.lastIndex = at
    const match = pattern.exec(message)
    if (match) at = pattern.lastIndex
    return match
  }

  // `count` is the value of `#`. As in ICU, it is available only directly inside a plural branch.
  const text = (nested: boolean, count?: number): (string | V)[] => {
    const parts: (string | V)[] = []
    while (at < message.length && !(nested && message[at] === '}')) {
      const quoted = read(
        count === undefined ? /'(?:'|([{}](?:''|[^'])*)(?:'|$))/y : /'(?:'|([{}#](?:''|[^'])*)(?:'|$))/y,
      )
      if (quoted) parts.push((quoted[1] ?? "'").replace(/''/g, "'"))
      else if (read(/\{/y)) parts.push(...argument())
      else if (count !== undefined && read(/#/y)) parts.push(formatNumber(count, locale))
      else parts.push(read(/[^'{}#]+|./sy)?.[0] ?? '')
    }
    return parts
  }

  const argument = (): (string | V)[] => {
    const [, name = '', type] = read(/\s*([^\s,{}]*)\s*(?:,\s*(\w+)\s*,?)?/y) ?? []
    const value = values[name]
    const number = Number(value)
    const branches = new Map<string | undefined, (string | V)[]>()
    for (let branch = read(/\s*([^\s{}]+)\s*\{/y); branch; branch = read(/\s*([^\s{}]+)\s*\{/y)) {
      branches.set(branch[1], text(true, type === 'plural' ? number : undefined))
      at++
    }
    read(/\s*\}/y)
    if (value === undefined) return [`{${name}}`]
    if (type === 'number') return [formatNumber(number, locale)]
    if (!branches.size) return [value]
    const chosen =
      type === 'plural'
        ? (branches.get(`=${number}`) ?? branches.get(pluralOf(locale).select(number)))
        : branches.get(String(value))
    return chosen ?? branches.get('other') ?? []
  }

  return text(false)
}

/** Formats an ICU message (the subset of `formatToParts`) into a string. */
export function formatMessage(message: string, values: Readonly<Record<string, unknown>>, locale: string): string {
  return formatToParts(message, values, locale).join('')
}
