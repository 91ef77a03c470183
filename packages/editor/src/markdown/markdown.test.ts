import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import type { Node } from 'prosemirror-model'
import { describe, expect, it } from 'vitest'
import { writeBlock } from '../document/write.ts'
import { growth } from '../testing/growth.ts'
import { roundTripBlocks } from '../testing/pasted.ts'
import { readMarkdown } from './read.ts'
import { writeMarkdown } from './write.ts'

const ORIGIN = 'https://forum.example'
const read = (text: string) => readMarkdown(text, ORIGIN)
/** The blocks as they would be stored. */
const stored = (nodes: readonly Node[]) => nodes.map((node) => ({ type: node.type.name, data: writeBlock(node)?.data }))
const blocks = (text: string) => stored(read(text).nodes)
const paragraph = (text: string) => ({ type: 'paragraph', data: { text } })
const heading = (level: number, text: string) => ({ type: 'heading', data: { text, level } })
const code = (text: string, language?: string) => ({
  type: 'codeBlock',
  data: { code: text, ...(language === undefined ? {} : { language }) },
})
const quote = (text: string, caption?: string) => ({
  type: 'quote',
  data: { text, ...(caption === undefined ? {} : { caption }) },
})
const list = (style: string, items: unknown[], meta?: unknown) => ({
  type: 'list',
  data: { style, ...(meta === undefined ? {} : { meta }), items },
})
const item = (content: string, ...items: unknown[]) => ({ content, items })
const box = (content: string, checked: boolean, ...items: unknown[]) => ({ content, meta: { checked }, items })

describe('reading text', () => {
  it.each([
    ['**a** *b* _c_ ***d***', '<b>a</b> <i>b</i> <i>c</i> <b><i>d</i></b>'],
    ['~~a~~ ==b== `c`', '<s>a</s> <mark>b</mark> <code>c</code>'],
    ['~a~ a = b == c', '~a~ a = b == c'],
    ['a*b*c snake_case_name 2 * 3 * 4', 'a<i>b</i>c snake_case_name 2 * 3 * 4'],
    ['**a *b* c** **d', '<b>a <i>b</i> c</b> **d'],
    ['*a _b* c_ **d **e**', '<i>a _b</i> c_ **d <b>e</b>'],
    ['`` a`b `` `c', '<code>a`b</code> `c'],
    ['`**a** \\` b`', '<code>**a** \\</code> b`'],
    ['\\*a\\* \\[b](https://b.example)', '*a* [b](https://b.example)'],
    [
      '[a](https://a.example "t") [b](<https://b.example/x y>)',
      '<a href="https://a.example/">a</a> <a href="https://b.example/x%20y">b</a>',
    ],
    ['[a (b)](https://a.example/(b)) c', '<a href="https://a.example/(b)">a (b)</a> c'],
    ['[a [b](https://b.example) c](https://c.example)', '[a <a href="https://b.example/">b</a> c](https://c.example)'],
    [
      '**[a](https://a.example)** [*b*](https://b.example)',
      '<a href="https://a.example/"><b>a</b></a> <a href="https://b.example/"><i>b</i></a>',
    ],
    [
      '<https://a.example/b> https://c.example/d_e_f',
      '<a href="https://a.example/b">https://a.example/b</a> https://c.example/d_e_f',
    ],
    ['[a](javascript:alert) [b](/c) a[i](j)', '[a](javascript:alert) [b](/c) a[i](j)'],
    ['[a][b] [B]\n\n[b]: https://b.example', '<a href="https://b.example/">a</a> <a href="https://b.example/">B</a>'],
    ['see ![A](https://a.example/a.png)', 'see <a href="https://a.example/a.png">A</a>'],
    ['[![A](https://a.example/a.png)](https://b.example) x', '<a href="https://b.example/">A</a> x'],
    ['a\nb  \nc\\\nd<br>e', 'a b<br>c<br>d<br>e'],
    ['&amp; &copy; &#8212; &x; AT&T', '&amp; © — &amp;x; AT&amp;T'],
    [
      '<u>a</u> <kbd>b</kbd> <b>c <script>d</script>',
      '<u>a</u> <code>b</code> &lt;b&gt;c &lt;script&gt;d&lt;/script&gt;',
    ],
    ['a<!-- b -->c', 'ac'],
  ])('%s', (markdown, expected) => {
    expect(blocks(markdown)).toEqual([paragraph(expected)])
  })
})

describe('reading blocks', () => {
  it.each<[string, string, unknown[]]>([
    [
      'headings',
      '# A #\n\n### B\n#no\n\nC\n===\n\nD\n---',
      [heading(1, 'A'), heading(3, 'B'), paragraph('#no'), heading(1, 'C'), heading(2, 'D')],
    ],
    [
      'rules',
      'a\n\n---\n* * *\n___',
      [paragraph('a'), ...Array.from({ length: 3 }, () => ({ type: 'delimiter', data: {} }))],
    ],
    [
      'code',
      '```js {1}\na\n\n  b\n```\n~~~\n```\n~~~\n\n    c\n      d\n\n```\nopen',
      [code('a\n\n  b', 'js'), code('```'), code('c\n  d'), code('open')],
    ],
    ['quotes', '> a\n> b\nlazy\n>\n> c\n>\n> — D\n\n> > e', [quote('a b lazy<br><br>c', 'D'), quote('e')]],
    [
      'blocks in quotes',
      '> - a\n>   - b\n> 3. c\n>\n> ```\n> x\n> ```',
      [quote('• a<br>&nbsp;&nbsp;• b<br>3. c<br><code>x</code>')],
    ],
    [
      'callouts',
      '> [!NOTE]\n> a\n\n> [!warning] B **c**\n> d',
      [
        { type: 'warning', data: { title: 'Note', message: 'a' } },
        { type: 'warning', data: { title: 'B <b>c</b>', message: 'd' } },
      ],
    ],
    [
      'lists',
      '- a\n  b\n- c\n    - d\n  - e\n\n1. f\n2. g\n\n   h',
      [list('unordered', [item('a b'), item('c', item('d'), item('e'))]), list('ordered', [item('f'), item('g<br>h')])],
    ],
    [
      'starts',
      '3. a\n   * b\n4) c',
      [list('ordered', [item('a', item('b'))], { start: 3 }), list('ordered', [item('c')], { start: 4 })],
    ],
    [
      'check lists',
      '- [ ] a\n- [x] b\n  - [X] c',
      [list('checklist', [box('a', false), box('b', true, box('c', true))])],
    ],
    [
      'code in lists',
      '1. a\n   ```sh\n   b\n   ```\n   c\n2. d',
      [list('ordered', [item('a')]), code('b', 'sh'), paragraph('c'), list('ordered', [item('d')], { start: 2 })],
    ],
    ['lists in a line', '- 1. a\n- - - b', [list('unordered', [item('', item('a')), item('', item('', item('b')))])]],
    ['years', 'Since\n1986. a\n\n999999. b', [paragraph('Since 1986. a'), paragraph('999999. b')]],
    [
      'tables',
      'a | b\n--|:-:\n`c\\|d` | **e**\nf\n\ng',
      [
        {
          type: 'table',
          data: {
            withHeadings: true,
            content: [
              ['a', 'b'],
              ['<code>c|d</code>', '<b>e</b>'],
              ['f', ''],
            ],
          },
        },
        paragraph('g'),
      ],
    ],
    [
      'pictures of this site',
      '![A](https://forum.example/media/1/a.webp)',
      [{ type: 'image', data: { file: { url: '/media/1/a.webp' }, alt: 'A' } }],
    ],
    ['settings of files', '---\ntitle: A\n---\nb', [code('title: A', 'yaml'), paragraph('b')]],
    ['comments', '<!-- a\n\nb --> c\n\n<!-- d', [paragraph('c'), paragraph('&lt;!-- d')]],
  ])('%s', (_name, markdown, expected) => {
    expect(blocks(markdown)).toEqual(expected)
  })

  it('offers pictures of other sites', () => {
    const { nodes, pictures } = read('![A](https://a.example/a.png)\n![](https://b.example/b.png)')
    expect(pictures).toEqual([
      { src: 'https://a.example/a.png', alt: 'A' },
      { src: 'https://b.example/b.png', alt: '' },
    ])
    expect(stored(nodes)).toEqual([
      paragraph('<a href="https://a.example/a.png">A</a>'),
      paragraph('<a href="https://b.example/b.png">https://b.example/b.png</a>'),
    ])
  })

  it('keeps what a table can’t have', () => {
    const row = Array.from({ length: 30 }, (_, index) => `c${index}`).join('|')
    const wide = blocks(`${row}\n${row.replace(/\w+/g, '-')}\n${row}`)
    expect(wide).toHaveLength(2)
    expect(JSON.stringify(wide)).toContain('c28 | c29')
    expect(
      blocks(`a|b\n-|-\n${'c|d\n'.repeat(1200)}`).map(({ data }) => (data as { content: unknown[] }).content.length),
    ).toEqual([500, 500, 201])
  })
})

/** Texts on which careless readers take quadratic or exponential time. */
const HOSTILE: Readonly<Record<string, string>> = {
  stars: '*',
  'stars and letters': '*a ',
  'bold openers': '**a',
  'mixed openers': '*a _a ~~a ==a ',
  closers: 'a* ',
  both: 'a*a_',
  brackets: '[',
  'closing brackets': ']',
  links: '[a](',
  'full links': '[a](https://a.example)',
  pictures: '![a](',
  'nested links': '[a](<',
  names: '[a][',
  titles: '[a](b "',
  backticks: '`',
  'backtick runs': '` `` ``` ',
  angles: '<',
  comments: '<!--',
  'comment lines': '<!--\n',
  tags: '<b>',
  'end tags': '</b>',
  autolinks: '<https://a',
  references: '&#',
  escapes: '\\',
  breaks: '\\\n',
  newlines: 'a\n',
  spaces: ' ',
  'trailing spaces': 'a  \n',
  quotes: '>',
  'quote lines': '> ',
  'quote paragraphs': '>a\n',
  items: '- ',
  'item lines': '- a\n',
  'item blanks': '-\n\n',
  numbers: '1. ',
  boxes: '- [ ] a\n',
  fences: '```\n',
  'fences of two kinds': '~~~\n```\n',
  hashes: '#',
  headings: '# a\n',
  bars: '|',
  'table heads': '|a|\n|-|\n',
  dashes: '-',
  equals: '=\n',
  definitions: '[a]: b\n',
  indents: '    a\n',
  tabs: '\t',
  'quote and item': '> - ',
  separators: '\u2028',
}

describe('writing', () => {
  it('writes what reading gives again', () => {
    fc.assert(
      fc.property(roundTripBlocks, (nodes) => {
        const markdown = writeMarkdown(nodes, ORIGIN)
        expect(stored(read(markdown).nodes), markdown).toEqual(stored(nodes))
      }),
      { numRuns: 500 },
    )
  })
})

describe('hostile text', () => {
  it.each(Object.entries(HOSTILE))('%s', (_name, part) => {
    const run = (length: number) => {
      const { nodes } = read(part.repeat(Math.ceil(length / part.length)))
      for (const node of nodes) node.check()
    }
    expect(growth(100_000, run)).toBeLessThan(32)
  })

  it('reads growing nesting', () => {
    const nested = Array.from({ length: 800 }, (_, depth) => `${' '.repeat(depth)}- a`).join('\n')
    expect(JSON.stringify(blocks(nested)).match(/"a"/g)).toHaveLength(800)
    const quotes = Array.from({ length: 600 }, (_, depth) => `${'>'.repeat(depth)} a`).join('\n')
    expect(() => blocks(quotes)).not.toThrow()
  })
})

function linksIn(node: Node): string[] {
  const links: string[] = []
  node.descendants(({ marks }) => {
    const href = marks.find(({ type }) => type.name === 'link')?.attrs.href as string | undefined
    if (href !== undefined && links.at(-1) !== href) links.push(href)
  })
  return links
}

const DATA = process.env.STOA_DATA_FOLDER ?? join(import.meta.dirname, '../../../../../shared/data')
const examplesFile = join(DATA, 'hostile/commonmark/examples-a.json')

describe.skipIf(!existsSync(examplesFile))('CommonMark’s examples', () => {
  const examples = existsSync(examplesFile)
    ? (JSON.parse(readFileSync(examplesFile, 'utf8')) as { markdown: string; html: string }[])
    : []

  it('are read as the specification says, but for what posts don’t have', () => {
    const parser = new DOMParser()
    const lettersOf = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')
    // Posts have no relative links and no HTML.
    const absolute = (text: string) => text.replace(/(\]\(<?|\]: ?<?|(?:src|href)=")(?=\/)/g, '$1https://a.example')
    const compared = examples.filter(
      ({ html }) => !/<(?!\/?(p|em|strong|h\d|ul|ol|li|a|code|pre|img|br|hr|blockquote)\b)/.test(html),
    )
    const different = compared.filter(({ markdown, html }) => {
      const { nodes } = read(absolute(markdown))
      const { body } = parser.parseFromString(absolute(html), 'text/html')
      for (const picture of body.querySelectorAll('img')) picture.replaceWith(picture.alt)
      const addresses = nodes.flatMap((node) => linksIn(node)).join(' ')
      const expected = [...body.querySelectorAll('a')]
        .map((link) => (link.textContent === '' ? '' : link.href))
        .join(' ')
      const text = nodes.map(({ textContent }) => textContent).join('')
      return lettersOf(text + addresses) !== lettersOf(body.textContent + expected)
    })
    // The rest are addresses of other schemes, HTML as text, and definitions on several lines.
    expect(compared.length).toBeGreaterThan(350)
    expect(different.length).toBeLessThan(70)
  })

  it('are the same after writing and reading', () => {
    for (const { markdown } of examples) {
      const first = read(markdown).nodes
      const again = read(writeMarkdown(first, ORIGIN)).nodes
      expect(stored(again), markdown).toEqual(stored(first))
    }
  })
})
