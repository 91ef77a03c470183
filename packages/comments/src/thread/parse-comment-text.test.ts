import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Mention, normalizeText } from '@stoa/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CommentToken, parseCommentText } from './parse-comment-text.ts'

const ada: Mention = { userId: 'u0000000000000000001', username: 'Ada_L', slugUrl: 'ada-l' }

function parse(text: string) {
  return parseCommentText(text, [ada])
}

function plainText(tokens: CommentToken[]): string {
  let text = ''
  tokens.forEach((token, index) => {
    const previous = tokens[index - 1]
    if (index > 0 && (token.type === 'quote' || previous?.type === 'quote')) text += '\n'
    if (token.type === 'quote') text += plainText(token.tokens)
    else text += token.type === 'break' ? '\n' : token.text
  })
  return text
}

/** A line with only quote marks continues a quote but starts none. An empty line between two quotes only parts them. */
function unquoted(text: string): string {
  let isQuote = false
  const lines = text.split('\n').map((line) => {
    const words = line.replace(/^>+ ?/, '')
    isQuote = words !== line && (isQuote || /[^\s>]/.test(words))
    return { isQuote, words: isQuote ? words : line }
  })
  const isBetween = (at: number) => lines[at]?.words === '' && lines[at - 1]?.isQuote && lines[at + 1]?.isQuote
  const kept = lines.filter(({ isQuote }, at) => isQuote || !isBetween(at))
  return kept.map(({ words }) => words).join('\n')
}

function links(tokens: CommentToken[]): { text: string; href: string }[] {
  return tokens.flatMap((token) => {
    if (token.type === 'quote') return links(token.tokens)
    return token.type === 'link' ? [{ text: token.text, href: token.href }] : []
  })
}

describe('links', () => {
  it.each([
    ['see https://example.org/a.', 'https://example.org/a'],
    ['(https://example.org/a)', 'https://example.org/a'],
    ['https://example.org/a_(b)', 'https://example.org/a_(b)'],
    ['(see https://example.org/a_(b)).', 'https://example.org/a_(b)'],
    ['HTTPS://EXAMPLE.org/?q=1&r=2#x!', 'HTTPS://EXAMPLE.org/?q=1&r=2#x'],
    ['»https://example.org/ü«', 'https://example.org/ü«'],
    ['请看https://example.org/a。下一句', 'https://example.org/a'],
    ['（https://example.org/a）、次', 'https://example.org/a'],
    ['https://example.org/a，然后', 'https://example.org/a'],
    ['انظر https://example.org/a، ثم', 'https://example.org/a'],
    ['https://example.org/a؟', 'https://example.org/a'],
    ['देखें https://example.org/a। फिर', 'https://example.org/a'],
    ['https://example.org/名前', 'https://example.org/名前'],
    ['[https://example.org/a]', 'https://example.org/a'],
    ['{https://example.org/a[1]}', 'https://example.org/a[1]'],
    ['(https://example.org/a_(b)_(c)).', 'https://example.org/a_(b)_(c)'],
    ['https://example.org/a(', 'https://example.org/a'],
    ['https://example.org/wiki/Final_', 'https://example.org/wiki/Final_'],
  ])('finds the address in %j', (text, address) => {
    expect(links(parse(text)).map((link) => link.text)).toEqual([address])
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    '//example.org',
    'ftp://example.org',
    'https://',
    'https://user:secret@example.org/',
    'http://[::1',
  ])('makes no link of %j', (text) => {
    expect(links(parse(text))).toEqual([])
    expect(plainText(parse(text))).toBe(text)
  })

  it('ends an address at characters that reorder or hide text', () => {
    const [link] = links(parse('https://example.org/\u202Egpj.exe'))
    expect(link).toEqual({ text: 'https://example.org/', href: 'https://example.org/' })
  })
})

describe('mentions', () => {
  it('links only people mentioned in the comment, in any case', () => {
    expect(parse('hi @ada_l, @nobody')).toEqual([
      { type: 'text', text: 'hi ' },
      { type: 'mention', text: '@ada_l', mention: ada },
      { type: 'text', text: ', @nobody' },
    ])
  })

  it('finds names beside words of scripts without spaces', () => {
    expect(parse('谢谢@Ada_L谢谢').map((token) => 'text' in token && token.text)).toEqual(['谢谢', '@Ada_L', '谢谢'])
    expect(parse('ありがとう@ada_lさん')).toContainEqual({ type: 'mention', text: '@ada_l', mention: ada })
    expect(parse('ขอบคุณ@ada_l')).toContainEqual({ type: 'mention', text: '@ada_l', mention: ada })
    for (const text of ['спасибо@Ada_L', '@Ada_Lé']) expect(parse(text)).toEqual([{ type: 'text', text }])
  })

  it('does not treat a part of an email address or a longer name as a mention', () => {
    for (const text of ['x@Ada_L', '@Ada_Lovelace', '@@Ada_L', 'a.@Ada_L']) {
      expect(parse(text)).toEqual([{ type: 'text', text }])
    }
  })
})

describe('lines and quotes', () => {
  it('keeps line ends and empty lines', () => {
    expect(parse('a\n\nb')).toEqual([
      { type: 'text', text: 'a' },
      { type: 'break' },
      { type: 'break' },
      { type: 'text', text: 'b' },
    ])
  })

  it('joins neighboring quoted lines and returns to text after them', () => {
    expect(parse('> one\n> two\nthree')).toEqual([
      { type: 'quote', tokens: [{ type: 'text', text: 'one' }, { type: 'break' }, { type: 'text', text: 'two' }] },
      { type: 'text', text: 'three' },
    ])
  })

  it.each(['>', '>>> ', '> >', 'well\n>\nyes'])('shows quote marks without text as they were typed: %j', (text) => {
    const tokens = parse(text)
    expect(tokens.map(({ type }) => type)).not.toContain('quote')
    expect(plainText(tokens)).toBe(text)
  })

  it('keeps the empty lines of a quote', () => {
    const tokens: CommentToken[] = [{ type: 'text', text: 'one' }, { type: 'break' }, { type: 'break' }]
    expect(parse('> one\n>\n> two')).toEqual([{ type: 'quote', tokens: [...tokens, { type: 'text', text: 'two' }] }])
  })

  it('parts quotes at an empty line', () => {
    const quoteOf = (text: string): CommentToken => ({ type: 'quote', tokens: [{ type: 'text', text }] })
    expect(parse('> one\n\n> two')).toEqual([quoteOf('one'), quoteOf('two')])
  })

  it('leaves a > within a line alone', () => {
    expect(parse('1 > 0')).toEqual([{ type: 'text', text: '1 > 0' }])
  })
})

describe('any text', () => {
  it('reads back as it was written, with links to http and https only', () => {
    const piece = fc.constantFrom('https://', 'http://a.b/', '@Ada_L', '\n', '> ', '(', ')', '.', '\u202E', '<b>', ' ')
    const text = fc.array(fc.oneof(piece, fc.string({ unit: 'grapheme' }))).map((parts) => parts.join(''))
    fc.assert(
      fc.property(text.map(normalizeText), (value) => {
        const tokens = parse(value)
        expect(plainText(tokens)).toBe(unquoted(value))
        for (const { href } of links(tokens)) expect(href).toMatch(/^https?:\/\//)
      }),
      { numRuns: 500, examples: [['> !\n\n> !'], ['> a\n\n\n> b']] },
    )
  })

  it('takes linear time for hostile repetition', () => {
    // Quadratic work would take minutes.
    for (const part of [
      'https://',
      '(((',
      ')))',
      '@',
      '@Ada_L',
      '> \n',
      'https://a.b/)))...',
      'https://a.b/[(',
      '谢@Ada_L',
    ])
      expect(parse(part.repeat(100_000)).length).toBeGreaterThan(0)
  })
})

const data = ['../shared/data', '../../shared/data'].map((folder) => join(process.cwd(), folder)).find(existsSync)

describe.skipIf(!data)('hostile lists of the data folder', () => {
  it('read back, with links to http and https only', () => {
    const folder = join(data ?? '', 'hostile')
    const naughty: string[] = JSON.parse(readFileSync(join(folder, 'blns/blns-part1.json'), 'utf8'))
    const xss = readdirSync(join(folder, 'payload-lists/xss'))
      .map((file) => join(folder, 'payload-lists/xss', file))
      .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
    expect(naughty.length + xss.length).toBeGreaterThan(500)
    for (const text of [...naughty, ...xss].map(normalizeText)) {
      const tokens = parse(text)
      expect(plainText(tokens)).toBe(unquoted(text))
      for (const { href } of links(tokens)) expect(['http:', 'https:']).toContain(new URL(href).protocol)
    }
  })
})
