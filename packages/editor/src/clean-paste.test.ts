import { describe, expect, it } from 'vitest'
import { fromEditor } from './block-conversion.ts'
import { blocksFromHtml } from './clean-paste.ts'

const pasted = (html: string) => fromEditor(blocksFromHtml(html)).blocks
const paragraph = (text: string) => ({ type: 'paragraph', data: { text } })
const list = (style: string, ...items: unknown[]) => ({ type: 'list', data: { style, items } })
const item = (content: string, ...items: unknown[]) => ({ content, items })

describe('external clipboard content', () => {
  it('keeps text with its marks, without active content', () => {
    const html =
      '<style>p{}</style><script>x</script><p onclick="x">a <B>b</B> <span style="font-style:italic">c</span> <a href="javascript:x">d</a> <a href="https://e.example">e</a></p><iframe src="https://f.example">f</iframe>'
    expect(pasted(html)).toEqual([paragraph('a <b>b</b> <i>c</i> d <a href="https://e.example/">e</a>')])
  })

  it('treats text as text', () => {
    expect(pasted('<p>1 &lt; 2 &amp; &lt;b&gt;</p>')).toEqual([paragraph('1 &lt; 2 &amp; &lt;b&gt;')])
  })

  it('reads lists of Word, whose items are paragraphs', () => {
    const word = (level: number, mark: string, text: string) =>
      `<p class=MsoListParagraph style='margin-left:36.0pt;mso-list:l0 level${level} lfo1'><span style='mso-list:Ignore'>${mark}<span>&nbsp; </span></span>${text}<o:p></o:p></p>`
    expect(
      pasted(`<p class=MsoNormal>Before</p>${word(1, '1.', 'one')}${word(2, 'a.', 'inner')}${word(1, '2.', 'two')}`),
    ).toEqual([paragraph('Before'), list('ordered', item('one', item('inner')), item('two'))])
    expect(pasted(word(1, '·', 'dot'))).toEqual([list('unordered', item('dot'))])
  })

  it('reads documents of Google, which are in a bold element that isn’t bold', () => {
    const html =
      '<b style="font-weight:normal;" id="docs-internal-guid-1"><h1 dir="ltr"><span style="font-weight:700">Title</span></h1><p><span style="font-weight:400">plain </span><span style="font-weight:700">bold</span></p><ul><li><p>one</p></li><ul><li><p>inner</p></li></ul></ul></b>'
    expect(pasted(html)).toEqual([
      { type: 'header', data: { text: 'Title', level: 1 } },
      paragraph('plain <b>bold</b>'),
      list('unordered', item('one', item('inner'))),
    ])
  })

  it('reads quotes, tables, code, dividers and pictures', () => {
    const html =
      '<blockquote><p>a</p><p>b</p></blockquote><table><tr><th>x</th><td>y</td></tr></table><pre>c\n  d</pre><hr><img src="https://e.example/a.png" alt="A"><img src="data:image/png;base64,x"><img src="file:///a.png">'
    expect(pasted(html)).toEqual([
      { type: 'quote', data: { text: 'a<br>b', caption: '' } },
      paragraph('x | y'),
      paragraph('<code>c<br>  d</code>'),
      { type: 'delimiter', data: {} },
      { type: 'image', data: { file: { url: 'https://e.example/a.png' }, caption: '', alt: 'A' } },
    ])
  })

  it('handles any depth of nesting', () => {
    const deep = (tag: string) => `${`<${tag}>`.repeat(500)}x${`</${tag}>`.repeat(500)}`
    for (const tag of ['div', 'b', 'ul', 'li', 'blockquote', 'table']) {
      expect(JSON.stringify(pasted(deep(tag))), tag).toContain('x')
    }
  })
})
