// @vitest-environment node
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EMAIL, isEasilyGuessed, isReservedName, PASSWORD, RESERVED_USERNAMES, USERNAME } from './account-rules.ts'
import { isId, percentage, RESERVED_WORDS, SLUG, TOKEN_NAME, TOPIC_NAME } from './rules.ts'

test.each([
  [0, 0, 0],
  [0, 3, 0],
  [1, 3, 33.33],
  [2, 3, 66.67],
  [1, 6, 16.67],
  [1, 8, 12.5],
  [1, 800, 0.13],
  [1, 1600, 0.06],
  [3, 1600, 0.19],
  [1, 20_000, 0.01],
  [1, 20_001, 0],
  [7, 7, 100],
  [999_999, 1_000_000, 100],
  [99_994, 100_000, 99.99],
])('%i of %i votes are %d per cent, rounded half up', (count, total, percent) => {
  expect(percentage(count, total)).toBe(percent)
})

test('percentages are those of exact fractions', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.nat(1_000_000), (count, rest) => {
      fc.pre(count + rest > 0)
      const total = BigInt(count + rest)
      const hundredths = (BigInt(count) * 20_000n + total) / (2n * total)
      expect(percentage(count, count + rest)).toBe(Number(hundredths) / 100)
    }),
  )
})

describe('names', () => {
  test.each(['Ab1!efgh', `Aa1@${'x'.repeat(196)}`, 'Pässwörd1-', 'Aa1_ with space'])(
    '%j is a valid password',
    (text) => {
      expect(PASSWORD.test(text)).toBe(true)
    },
  )

  test.each(['Ab1!efg', 'ab1!efgh', 'AB1!EFGH', 'Abc!efgh', 'Ab1xefgh', 'Ab1(efgh', `Aa1@${'x'.repeat(197)}`, ''])(
    '%j is invalid',
    (text) => expect(PASSWORD.test(text)).toBe(false),
  )

  test.each(['@', '$', '!', '%', '*', '#', '?', '&', '^', '_', '-'])(
    '%s counts as the special character',
    (character) => {
      expect(PASSWORD.test(`Abcdefg1${character}`)).toBe(true)
    },
  )

  test('usernames have 3 to 20 letters, digits or underscores', () => {
    const good = ['abc', 'A_1', 'a'.repeat(20)]
    const bad = ['ab', 'a'.repeat(21), 'a b', 'a-b', 'é12', 'abc\n', '']
    expect(good.filter((name) => USERNAME.test(name))).toEqual(good)
    expect(bad.filter((name) => USERNAME.test(name))).toEqual([])
  })

  test('token names have 5 to 7 upper-case letters', () => {
    const bad = ['FORU', 'FORUMMMM', 'Forum', 'FORU1', 'FÖRUM', 'FORUM\n']
    expect(['FORUM', 'FORUMMM'].every((name) => TOKEN_NAME.test(name))).toBe(true)
    expect(bad.filter((name) => TOKEN_NAME.test(name))).toEqual([])
  })

  test('topics are letters and digits of any script', () => {
    expect(['News', 'Новости', '日本', 'a'.repeat(30)].every((name) => TOPIC_NAME.test(name))).toBe(true)
    expect(['', 'a b', 'a-b', 'a'.repeat(31), '👍'].filter((name) => TOPIC_NAME.test(name))).toEqual([])
  })

  test('email addresses have one @ and a host with a dot', () => {
    const good = ['a@b.co', 'first.last+tag@sub.example.org', "o'hara@example.com"]
    const bad = [
      'a@b',
      '@b.co',
      'a@',
      'a b@c.de',
      'a@b..de',
      'a@@b.co',
      'a@b.co\n',
      'a@b.co,c@d.ef',
      '<a@b.co>',
      'mi\u212ae@b.co',
      'a@\u0130b.co',
    ]
    expect(good.filter((address) => EMAIL.test(address))).toEqual(good)
    expect(bad.filter((address) => EMAIL.test(address))).toEqual([])
  })

  test('the email rule takes linear time for hostile text', () => {
    // Quadratic work would take hours.
    for (const text of [`a@${'b.'.repeat(1e6)}`, `${'a'.repeat(64)}@${'b'.repeat(1e6)}`, `a@${'.'.repeat(1e6)}`])
      expect(EMAIL.test(text)).toBe(false)
  })

  test('slugs are words with single hyphens between them', () => {
    expect(['a', 'a-post', 'наш-пост', '日本語', '2024-news'].every((slug) => SLUG.test(slug))).toBe(true)
    expect(['', '-a', 'a-', 'a--b', 'A', 'a b', 'a/b', 'a.b'].filter((slug) => SLUG.test(slug))).toEqual([])
  })

  test('exactly twenty letters and digits are an id', () => {
    expect(['a'.repeat(20), '0123456789abcdefABCD'].every(isId)).toBe(true)
    expect(['a'.repeat(19), 'a'.repeat(21), `${'a'.repeat(19)}-`, `${'a'.repeat(20)}\n`].filter(isId)).toEqual([])
  })

  test('words of routes and reserved words can’t be used', () => {
    for (const word of ['api', 'bbs', 'login', 'singup', 'signup', 'author', 'community', 'posts', '404']) {
      expect(RESERVED_WORDS.has(word)).toBe(true)
    }
    for (const name of ['admin', 'administrator', 'support', 'staff', 'team', 'official', 'moderator', 'security']) {
      expect(RESERVED_USERNAMES.has(name)).toBe(true)
    }
    expect(['SUPPORT', 'Video', 'GARDEN'].map(isReservedName)).toEqual([true, true, false])
  })
})

test('a password that contains its name or repeats one letter is easily guessed', () => {
  const guessed = (password: string, name?: string) => isEasilyGuessed(password, name)
  expect([guessed('Ada_Demo-2026', 'ada_demo'), guessed('Aaaaaaa1!'), guessed('A1!a2?AA')]).toEqual([true, true, true])
  expect([guessed('Corr3ct-horse', 'ada_demo'), guessed('Ada_Demo-2026'), guessed('Aaaaaab1!')]).toEqual([
    false,
    false,
    false,
  ])
})
