// @vitest-environment node
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { type InlineNode, inlineText, parseInline } from './inline-markup.ts'

const dataFolder = process.env.STOA_DATA_FOLDER ?? join(import.meta.dirname, '../../../../shared/data')
const lines = (path: string) => readFileSync(path, 'utf8').split('\n')
const strings = (path: string): string[] => JSON.parse(readFileSync(path, 'utf8'))
const field = (name: string) => (path: string) =>
  (JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>[]).map((item) => item[name] ?? '')
const corpora: [path: string, read: (path: string) => string[]][] = [
  ['hostile/blns/blns-part1.json', strings],
  ['hostile/dompurify/payload-expected-a.json', field('payload')],
  ['hostile/html5-security-cheatsheet/vectors-a.json', field('data')],
  ['hostile/commonmark/examples-a.json', field('html')],
  ...['BRUTELOGIC-XSS-JS', 'IntrudersXSS', 'JHADDIX_XSS', 'RSNAKE_XSS', 'XSSDetection', 'xss_alert'].map(
    (name): [string, typeof lines] => [`hostile/payload-lists/xss/${name}.txt`, lines],
  ),
  ['hostile/payload-lists/open-redirect/open-redirect-payloads.txt', lines],
]

const text = (value: string): InlineNode => ({ type: 'text', text: value })
const element = (name: 'b' | 'i' | 'code' | 'mark' | 'u' | 's' | 'em' | 'strong', ...children: InlineNode[]) =>
  ({ type: 'element', name, children }) satisfies InlineNode

const names = new Set(['a', 'b', 'strong', 'i', 'em', 'u', 's', 'code', 'mark'])

/** Markup and parts of it. */
const fragment = fc.constantFrom(
  ...['<', '>', '</', '<b>', '</b>', '<i ', '<a href="', "<a href='https://a.example'>", '</a>', '"', "'", '=', ' '],
  ...['&', '&lt;', ';', '<br/>', '<code>', '</code>'],
)

/** The number of nodes, and how deep elements are nested. */
function sizeOf(nodes: readonly InlineNode[]): { nodes: number; depth: number } {
  const inner = nodes.flatMap((node) => ('children' in node ? [sizeOf(node.children)] : []))
  return {
    nodes: inner.reduce((sum, size) => sum + size.nodes, nodes.length),
    depth: Math.max(0, ...inner.map((size) => 1 + size.depth)),
  }
}

/** How many characters the patterns of tags may look at, in all attempts together. */
function stepsFor(source: string): number {
  const { exec } = RegExp.prototype
  let steps = 0
  const spy = vi.spyOn(RegExp.prototype, 'exec').mockImplementation(function (this: RegExp, text) {
    if (this.sticky) steps += text.length - this.lastIndex
    return exec.call(this, text)
  })
  parseInline(source)
  spy.mockRestore()
  return steps
}

/** The third stretch of a repeated text costs no more than the second one. Each is longer than the longest tag. */
function expectLinear(unit: string): void {
  const stretch = Math.ceil(6000 / unit.length)
  const [one = 0, two = 0, three = 0] = [1, 2, 3].map((times) => stepsFor(unit.repeat(times * stretch)))
  expect(three - two).toBeLessThanOrEqual((two - one) * 1.01 + 10)
}

/** Problems of a tree: invalid links, unknown names, empty or split texts, nested equal elements. */
function flaws(nodes: readonly InlineNode[], around: readonly string[] = []): unknown[] {
  return nodes.flatMap((node, index) => {
    if (node.type === 'break') return []
    if (node.type === 'text') return node.text === '' || nodes[index + 1]?.type === 'text' ? [node] : []
    const name = node.type === 'link' ? 'a' : node.name
    const foreign = node.type === 'link' && !/^https?:\/\//.test(node.href)
    const wrong = foreign || !names.has(name) || around.includes(name)
    return [...(wrong ? [node] : []), ...flaws(node.children, [...around, name])]
  })
}

function write(nodes: readonly InlineNode[]): string {
  return nodes
    .map((node) => {
      if (node.type === 'text') return node.text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
      if (node.type === 'break') return '<br>'
      const [name, attributes] =
        node.type === 'link' ? ['a', ` href="${node.href.replaceAll('&', '&amp;')}"`] : [node.name, '']
      return `<${name}${attributes}>${write(node.children)}</${name}>`
    })
    .join('')
}

describe('parseInline', () => {
  it('reads the markup that an editor writes', () => {
    expect(parseInline('a <b>bold <i>both</i></b>&nbsp;&amp; <code class="inline-code">x &lt; y</code><br>')).toEqual([
      text('a '),
      element('b', text('bold '), element('i', text('both'))),
      text('\u00a0& '),
      element('code', text('x < y')),
      { type: 'break' },
    ])
    for (const name of ['strong', 'em', 'mark', 'u', 's'] as const) {
      expect(parseInline(`<${name.toUpperCase()}>x</${name}>`)).toEqual([element(name, text('x'))])
    }
  })

  it('reads links, quoted or not, and decodes their address once', () => {
    const link = (href: string) => [{ type: 'link', href, children: [text('x')] }]
    expect(parseInline('<a href="https://a.example/?b=1&amp;c=2" target=_blank>x</a>')).toEqual(
      link('https://a.example/?b=1&c=2'),
    )
    expect(parseInline("<a rel='x' href='http://a.example'>x</a>")).toEqual(link('http://a.example/'))
    expect(parseInline('<a href=https://a.example/p>x</a>')).toEqual(link('https://a.example/p'))
    expect(parseInline('<a href="https://a.example/" href="https://b.example/">x</a>')).toEqual(
      link('https://a.example/'),
    )
  })

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    ' javascript:alert(1)',
    '&#106;avascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//a.example',
    '/own/path',
    'https://user:password@a.example/',
    '',
  ])('makes no link to %j but keeps its text', (href) => {
    expect(parseInline(`<a href="${href}">words</a>`)).toEqual([text('words')])
  })

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg/onload=alert(1)>',
    '<bold>',
    '<b',
    '< b>x',
    '</b>',
    '<a href="https://a.example',
    '<a "x">',
    '1 < 2 && 3 > 2',
    '<!-- x -->',
    '<b\u0000>',
    '&unknown; &#0; &#xD800; &#x110000; &constructor; &',
  ])('leaves %j as text', (source) => {
    expect(parseInline(source)).toEqual([text(source)])
  })

  it('ignores every attribute but the address of a link', () => {
    expect(parseInline('<b onclick="alert(1)" style="x">y</b>')).toEqual([element('b', text('y'))])
  })

  it('closes unclosed elements, and inner ones with the outer one', () => {
    expect(parseInline('<b>1<i>2</b>3')).toEqual([element('b', text('1'), element('i', text('2'))), text('3')])
    expect(parseInline('<b>1<b>2</b>3</b>4')).toEqual([element('b', text('123')), text('4')])
  })

  it('never throws, and always returns a well-formed tree that is no larger than the text', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string({ unit: 'binary' }), fragment), { maxLength: 40 }), (pieces) => {
        const source = pieces.join('')
        const tree = parseInline(source)
        expect(flaws(tree)).toEqual([])
        expect(sizeOf(tree).nodes).toBeLessThanOrEqual(source.length)
        expect(sizeOf(tree).depth).toBeLessThanOrEqual(9)
        expect(inlineText(tree).length).toBeLessThanOrEqual(source.length)
      }),
    )
  })

  it('loses no character of a text without markup', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (source) => {
        const plain = source.replaceAll('&', '+').replaceAll('<', '< ')
        expect(inlineText(parseInline(plain))).toBe(plain)
      }),
    )
  })

  it('reads a serialized tree back unchanged', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            '<b>',
            '</b>',
            '<u>',
            '</u>',
            '<a href="https://a.example/?x&y">',
            '</a>',
            '<br>',
            'a',
            '&lt;',
            '<',
          ),
        ),
        (pieces) => {
          const tree = parseInline(pieces.join(''))
          expect(parseInline(write(tree))).toEqual(tree)
        },
      ),
    )
  })

  it.each([
    ['open tags', '<b>'],
    ['crossed tags', '<b><i></b>'],
    ['stray closing tags', '<b></i>'],
    ['half tags', '<a '],
    ['open quotes', '<a href="'],
    ['alternating quotes', `<a x=" y=' `],
    ['quotes that swallow tags', `<a x="' y='"'>`],
    ['white space in a tag', `<a ${' '.repeat(3000)}`],
    ['ampersands', '&'],
    ['half entities', '&am'],
    ['half references', '&#'],
    ['links without quotes', '<a href=x '],
  ])('stays linear on %s', (_name, unit) => expectLinear(unit))

  it('stays linear on any repeated markup', () => {
    fc.assert(
      fc.property(fc.array(fragment, { minLength: 1, maxLength: 6 }), (pieces) => expectLinear(pieces.join(''))),
      { numRuns: 30 },
    )
  })

  for (const [path, read] of corpora) {
    it.skipIf(!existsSync(join(dataFolder, path)))(`reads every line of ${path} to a well-formed tree`, () => {
      const sources = read(join(dataFolder, path))
      expect(sources.length).toBeGreaterThan(10)
      expect(sources.flatMap((source) => flaws(parseInline(source)))).toEqual([])
    })
  }
})
