import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { Fragment, type Node, Slice } from 'prosemirror-model'
import { describe, expect, it } from 'vitest'
import { schema } from '../document/schema.ts'
import { writeBlock } from '../document/write.ts'
import { clipboard } from '../testing/clipboard.ts'
import { growth } from '../testing/growth.ts'
import { roundTripBlocks } from '../testing/pasted.ts'
import { cleanHtml } from './clean.ts'
import { writeHtml } from './copy.ts'
import { parseCopied } from './elements.ts'
import { targetOf } from './links.ts'

const ORIGIN = 'https://forum.example'
const clean = (html: string) => cleanHtml(parseCopied(html), ORIGIN)
const stored = (nodes: readonly Node[]) => nodes.map((node) => ({ type: node.type.name, data: writeBlock(node)?.data }))
const blocks = (html: string) => stored(clean(html).nodes)
const paragraph = (text: string) => ({ type: 'paragraph', data: { text } })
const heading = (level: number, text: string) => ({ type: 'heading', data: { text, level } })
const code = (text: string, language?: string) => ({
  type: 'codeBlock',
  data: { code: text, ...(language === undefined ? {} : { language }) },
})
const list = (style: string, items: unknown[], meta?: unknown) => ({
  type: 'list',
  data: { style, ...(meta === undefined ? {} : { meta }), items },
})
const item = (content: string, ...items: unknown[]) => ({ content, items })
const box = (content: string, checked: boolean, ...items: unknown[]) => ({ content, meta: { checked }, items })
const table = (content: string[][], headings?: true) => ({
  type: 'table',
  data: { ...(headings && { withHeadings: true }), content },
})

describe('copied HTML of', () => {
  it.each<[keyof typeof clipboard, unknown[]]>([
    [
      'googleDocs',
      [
        heading(1, 'Head'),
        paragraph('plain <b>bold</b><i> slanted</i><a href="https://a.example/x">link</a>'),
        list('unordered', [item('one', item('inner')), item('two')]),
        list('ordered', [item('first')], { counterType: 'lower-alpha' }),
      ],
    ],
    ['googleDocsChecklist', [list('checklist', [box('done', true), box('open', false)])]],
    [
      'word',
      [
        heading(1, 'Title'),
        paragraph('A <b>bold</b> and <mark>marked</mark> word'),
        list('ordered', [item('three', item('inner')), item('four')], { start: 3 }),
        list('unordered', [item('dot', item('ring'))]),
        { type: 'quote', data: { text: 'Said' } },
        table([['<b>a</b>', 'b<br>c']]),
      ],
    ],
    ['wordOnline', [paragraph('Before'), list('unordered', [item('one', item('inner')), item('two')])]],
    [
      'libreOffice',
      [
        heading(2, 'Head'),
        paragraph('<b>bold</b> plain'),
        list('ordered', [item('one', item('inner')), item('two')], { start: 2, counterType: 'lower-roman' }),
      ],
    ],
    [
      'webPage',
      [
        heading(2, 'Head'),
        paragraph('One <i>two</i> <a href="https://a.example/b">link</a>1'),
        paragraph('<a href="https://a.example/p.jpg">A picture</a>'),
        paragraph('Below'),
        { type: 'quote', data: { text: 'a<br>b', caption: 'C' } },
        code('let a\n  b', 'js'),
        list('checklist', [box('done', true), box('open', false, box('in', false))]),
        { type: 'delimiter', data: {} },
      ],
    ],
    ['vsCode', [code('if (a) {\n\n  b()\n}')]],
    ['jetBrains', [code('def a():\n    pass')]],
    ['terminal', [code('$ ls\nsrc')]],
    [
      'slack',
      [
        paragraph('Hi 👋🏽:parrot:'),
        paragraph('See <a href="https://a.example/">it</a> <code>x</code>'),
        list('unordered', [item('one', item('inner')), item('two')]),
      ],
    ],
    [
      'excel',
      [
        table([
          ['Item', 'Cost'],
          ['a', '1.5'],
          ['b<br>c', ''],
        ]),
      ],
    ],
    [
      'sheets',
      [
        table([
          ['<b>a</b>', 'b'],
          ['c', '<a href="https://a.example/">d</a>'],
        ]),
      ],
    ],
    [
      'outlook',
      [paragraph('Read <a href="https://a.example/b">this</a><u>now</u>'), paragraph('One'), paragraph('Two')],
    ],
    ['gmail', [paragraph('One'), paragraph('<b>Two</b> 🎉')]],
    ['apple', [paragraph('<b>Bold</b> text'), list('unordered', [item('one', item('inner'))])]],
    ['gitHubFile', [code('a = 1\nb')]],
  ])('%s', (name, expected) => {
    expect(blocks(clipboard[name])).toEqual(expected)
  })
})

describe('parts of copied HTML', () => {
  it.each<[string, string, unknown[]]>([
    [
      'active content',
      '<p onclick="x">a<script>x</script><style>x</style> <a href="javascript:x">b</a><iframe src="https://a.example"></iframe><svg><script>x</script></svg></p>',
      [paragraph('a b')],
    ],
    ['text', '<p>1 &lt; 2 &amp; &lt;b&gt;</p>', [paragraph('1 &lt; 2 &amp; &lt;b&gt;')]],
    [
      'foreign styles',
      '<p style="color:red;font-size:40px"><font color="red">a</font><span style="font-weight:600;background:red">b</span></p>',
      [paragraph('a<b>b</b>')],
    ],
    ['spaces', '<p> a\n  b<b> c </b> <i> d</i>&nbsp;e </p>', [paragraph('a b<b> c </b><i>d</i>&nbsp;e')]],
    ['breaks', '<p><br>a <br> b<br><br></p><p><br></p><div>c</div>', [paragraph('a<br>b'), paragraph('c')]],
    ['kept newlines', '<span style="white-space:pre-wrap">a\n  b</span>', [paragraph('a<br>  b')]],
    [
      'code in an item',
      '<ol><li>a<pre>b</pre>c</li><li>d</li></ol>',
      [list('ordered', [item('a')]), code('b'), paragraph('c'), list('ordered', [item('d')], { start: 2 })],
    ],
    ['lists of two kinds', '<ol><li>a<ul><li>b</li></ul></li></ol>', [list('ordered', [item('a', item('b'))])]],
    [
      'an item of several blocks',
      '<ul><li><h3>a</h3><p>b</p><blockquote>c</blockquote></li></ul>',
      [list('unordered', [item('a<br>b<br>c')])],
    ],
    ['signs of ticks', '<ul><li>☑ a</li><li>[ ] b</li></ul>', [list('checklist', [box('a', true), box('b', false)])]],
    [
      'a table with headings',
      '<table><thead><tr><th>a<th>b</thead><tr><td rowspan="2">c<td>d<tr><td>e</table>',
      [
        table(
          [
            ['a', 'b'],
            ['c', 'd'],
            ['', 'e'],
          ],
          true,
        ),
      ],
    ],
    ['a table of one cell', '<table><tr><td><h2>a</h2><p>b</p></td></tr></table>', [heading(2, 'a'), paragraph('b')]],
    [
      'a picture of this site',
      '<img src="https://forum.example/media/1/a.webp" alt="A">',
      [{ type: 'image', data: { file: { url: '/media/1/a.webp' }, alt: 'A' } }],
    ],
    [
      'a link around blocks',
      '<a href="https://a.example"><h3>a</h3><p>b</p></a>',
      [heading(3, '<a href="https://a.example/">a</a>'), paragraph('<a href="https://a.example/">b</a>')],
    ],
    [
      'elements with names of objects',
      '<constructor>a</constructor><ol type="constructor"><li>b</ol>',
      [paragraph('a'), list('ordered', [item('b')])],
    ],
  ])('%s', (_name, html, expected) => {
    expect(blocks(html)).toEqual(expected)
  })

  it('offers pictures of other sites, but loads none', () => {
    const { nodes, pictures, lost } = clean(
      '<p>a<img src="https://a.example/a.png" alt="A">b</p><h2><img src="https://a.example/logo.png"></h2><img src="data:image/svg+xml,%3Csvg/%3E"><img src="https://t.example/1.gif" height="1" alt="tracker"><img src="https://a.example/icon.png" width=16 height=16 alt="i"><img src="file:///a.png">',
    )
    expect(stored(nodes).map(({ data }) => (data as { text: string }).text)).toEqual([
      'a',
      '<a href="https://a.example/a.png">A</a>',
      'b',
      '<a href="https://a.example/logo.png">https://a.example/logo.png</a>',
      'i',
    ])
    expect(pictures).toEqual([{ src: 'https://a.example/a.png', alt: 'A' }])
    // The drawing and the file.
    expect(lost).toBe(2)
  })

  it('takes pictures that are part of the HTML as files', async () => {
    const picture = (alt: string) => `<img alt="${alt}" src="data:image/png;base64,iVBORw==">`
    const { nodes, files = [] } = clean(
      `<p>a</p>${picture('A/b')}<ul><li>c${picture('')}</li></ul><img src="data:image/png;base64,%">`,
    )
    expect(nodes.map(({ type }) => type.name)).toEqual(['paragraph', 'image', 'list'])
    expect(files).toHaveLength(1)
    expect(nodes[1]?.attrs).toMatchObject({ upload: files[0]?.key, url: null, alt: 'A/b' })
    expect(files[0]?.file).toMatchObject({ name: 'A b.png', type: 'image/png', size: 4 })
  })

  it.each([
    ['https://www.google.com/url?q=https%3A%2F%2Fa.example%2F&sa=D', 'https://a.example/'],
    [
      'https://l.facebook.com/l.php?u=https%3A%2F%2Fslack-redir.net%2Flink%3Furl%3Dhttps%253A%252F%252Fa.example',
      'https://a.example/',
    ],
    ['https://nam02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fa.example%2F', 'https://a.example/'],
    ['https://www.google.com/url?q=javascript:alert', 'https://www.google.com/url?q=javascript:alert'],
    ['https://google.evil.example/url?q=https://a.example', 'https://google.evil.example/url?q=https://a.example'],
    ['https://www.google.com/search?q=https://a.example', 'https://www.google.com/search?q=https://a.example'],
    ['mailto:a@a.example', null],
    ['/relative', null],
  ])('%s leads to %s', (href, target) => {
    expect(targetOf(href)).toBe(target)
  })
})

/** Changes HTML as broken programs would: parts vanish, are repeated, or change places. */
const mutated = fc
  .tuple(
    fc.constantFrom(...Object.values(clipboard)),
    fc.array(fc.tuple(fc.nat(), fc.nat(80), fc.nat(3), fc.string({ maxLength: 4 })), { maxLength: 12 }),
  )
  .map(([html, changes]) =>
    changes.reduce((text, [place, length, kind, added]) => {
      const at = place % (text.length + 1)
      const part = text.slice(at, at + length)
      if (kind === 0) return text.slice(0, at) + text.slice(at + length)
      if (kind === 1) return text.slice(0, at) + part + part + text.slice(at)
      if (kind === 2) return text.slice(at) + text.slice(0, at)
      return `${text.slice(0, at)}<${added}>${text.slice(at)}`
    }, html as string),
  )

describe('any HTML', () => {
  it('is read without errors, to valid blocks without scripts', () => {
    fc.assert(
      fc.property(mutated, (html) => {
        const { nodes } = clean(html)
        for (const node of nodes) node.check()
      }),
      { numRuns: 600 },
    )
  })

  it('is read at any depth', () => {
    for (const tag of [
      'div',
      'b',
      'ul',
      'li',
      'ol><li',
      'blockquote',
      'table',
      'table><tr><td',
      'a',
      'pre',
      'aside',
      'h1',
    ]) {
      const html = `${`<${tag}>`.repeat(600)}x${'<p>y'.repeat(50)}`
      const { nodes } = clean(html)
      for (const node of nodes) node.check()
      expect(nodes.map(({ textContent }) => textContent).join(''), tag).toContain('x')
    }
  })

  it('is read in linear time', () => {
    for (const part of [
      '<p>a</p>',
      '<li>a',
      '<td>a',
      '<br>',
      '<img src=https://a.example/a>',
      '<blockquote>a</blockquote>',
      '<p style="mso-list:l0 level2 lfo1">a</p>',
      '<ul data-indent=1><li>a</ul>',
      ' <i> </i> ',
    ]) {
      expect(
        growth(40_000, (length) => clean(part.repeat(Math.ceil(length / part.length)))),
        part,
      ).toBeLessThan(32)
    }
  })

  it('of our own is read as what was copied', () => {
    fc.assert(
      fc.property(roundTripBlocks, (nodes) => {
        const content = Fragment.fromArray(nodes.map(tidy))
        const html = writeHtml(content, { origin: ORIGIN, document, slice: new Slice(content, 0, 0) })
        const wrapper = document.implementation.createHTMLDocument().body
        wrapper.append(html)
        const body = parseCopied(wrapper.innerHTML)
        expect(stored(cleanHtml(body, ORIGIN).nodes)).toEqual(stored(content.content))
      }),
      { numRuns: 300 },
    )
  })
})

/** Without what HTML can't express: spaces, breaks at the ends of texts, bold headings, and space around code. */
function tidy(node: Node): Node {
  if (node.isText) return schema.text((node.text ?? '').replace(/\s/g, '·'), node.marks)
  if (!node.isTextblock) return node.copy(Fragment.fromArray(node.content.content.map(tidy)))
  if (node.type.spec.code) return node.copy(Fragment.from(schema.text(node.textContent.trim() || 'a')))
  const isBreak = (one: Node) => one.type === schema.nodes.lineBreak
  const parts = node.content.content
  const kept = parts.slice(
    parts.findIndex((one) => !isBreak(one)),
    parts.findLastIndex((one) => !isBreak(one)) + 1,
  )
  const isHeading = node.type === schema.nodes.heading
  const content = kept.map((one) => {
    const tidied = tidy(one)
    return isHeading ? tidied.mark(schema.marks.b.removeFromSet(tidied.marks)) : tidied
  })
  const isEmpty = kept.length === 0 && node.type !== schema.nodes.quoteCaption
  return node.copy(isEmpty ? Fragment.from(schema.text('a')) : Fragment.fromArray(content))
}

const DATA = process.env.STOA_DATA_FOLDER ?? join(import.meta.dirname, '../../../../../shared/data')
const payloads = join(DATA, 'hostile/dompurify/payload-expected-a.json')
const vectors = join(DATA, 'hostile/html5-security-cheatsheet/vectors-a.json')

describe.skipIf(!existsSync(payloads))('hostile HTML', () => {
  it('leaves nothing but text and web addresses', () => {
    const attacks = [
      ...(JSON.parse(readFileSync(payloads, 'utf8')) as { payload: string }[]).map(({ payload }) => payload),
      ...(JSON.parse(readFileSync(vectors, 'utf8')) as { data: string }[]).map(({ data }) => data),
    ]
    expect(attacks.length).toBeGreaterThan(50)
    for (const attack of attacks) {
      const { nodes } = clean(attack)
      for (const node of nodes) {
        node.check()
        node.descendants(({ marks, attrs }) => {
          for (const mark of marks) if (mark.attrs.href) expect(mark.attrs.href).toMatch(/^https?:\/\//)
          if (attrs.url) expect(attrs.url).toMatch(/^\/(media|assets)\//)
        })
      }
    }
  })
})
