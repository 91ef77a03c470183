import fc from 'fast-check'
import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, it } from 'vitest'
import { formatMessage, formatToParts } from './format-message.ts'

const oracle = (message: string, values: Record<string, string | number>, locale: string) =>
  String(new IntlMessageFormat(message, locale, undefined, { ignoreTag: true }).format(values))

const LOCALES = ['en', 'de', 'ar', 'pl', 'ja', 'fa', 'fr']

// Characters that confuse parsers. Without `<` and `>`: quoting them is an extension of the reference implementation.
const plain = fc.string({
  unit: fc.constantFrom('a', 'B', ' ', "'", "''", '#', ',', 'é', '中', '😀', '\n', '.'),
  maxLength: 8,
})
const quoted = fc.constantFrom("'{'", "'}'", "'{x}'", "'{it''s}'", "''", "'#'")
const simple = fc.constantFrom('{name}', '{ name }', '{count}', '{count, number}', '{kind}')
const words = fc.array(fc.oneof(plain, quoted, simple), { maxLength: 4 }).map((parts) => parts.join(''))

const message = fc.letrec<{ message: string; plural: string; select: string }>((tie) => ({
  message: fc
    .array(fc.oneof({ depthSize: 'small', withCrossShrink: true }, words, tie('plural'), tie('select')), {
      maxLength: 3,
    })
    .map((parts) => parts.join('')),
  plural: fc
    .tuple(tie('message'), tie('message'), tie('message'))
    .map(([zero, one, other]) => `{count, plural, =0 {${zero}} one {${one}} other {${other}}}`),
  select: fc.tuple(tie('message'), tie('message')).map(([post, other]) => `{kind,select,post{${post}}other{${other}}}`),
})).message

describe('formatMessage', () => {
  it('agrees with intl-messageformat on every message that it accepts', () => {
    let compared = 0
    fc.assert(
      fc.property(
        message,
        fc.record({
          name: fc.string({ maxLength: 5 }),
          count: fc.oneof(fc.integer({ min: 0, max: 12 }), fc.constantFrom(21, 1000, 1234567, 1.5, -1)),
          kind: fc.constantFrom('post', 'poll', 'constructor', ''),
        }),
        fc.constantFrom(...LOCALES),
        (source, values, locale) => {
          let expected: string
          try {
            expected = oracle(source, values, locale)
          } catch {
            return // an apostrophe before a brace can leave the message unbalanced
          }
          compared++
          expect(formatMessage(source, values, locale)).toBe(expected)
        },
      ),
      { numRuns: 2000 },
    )
    expect(compared).toBeGreaterThan(800)
  })

  it('chooses plural forms by the language’s rules', () => {
    const replies = '{n, plural, one {# odpowiedź} few {# odpowiedzi} other {# odpowiedzi!}}'
    expect([1, 3, 5].map((n) => formatMessage(replies, { n }, 'pl'))).toEqual([
      '1 odpowiedź',
      '3 odpowiedzi',
      '5 odpowiedzi!',
    ])
  })

  it('keeps text from an argument unchanged', () => {
    expect(formatMessage('By {name}', { name: "{count} # ' {" }, 'en')).toBe("By {count} # ' {")
  })

  it('shows an argument without a value', () => {
    expect(formatMessage('By {name}', {}, 'en')).toBe('By {name}')
  })

  it('accepts malformed messages instead of throwing', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('{', '}', "'", '#', ',', 'n', ' ', 'plural', 'other') }),
        (source) => {
          expect(typeof formatMessage(source, { n: 1 }, 'en')).toBe('string')
        },
      ),
    )
  })

  it('passes non-text values through as parts', () => {
    const node = { type: 'a' }
    expect(formatToParts('See {link}.', { link: node }, 'en')).toEqual(['See ', node, '.'])
  })
})
