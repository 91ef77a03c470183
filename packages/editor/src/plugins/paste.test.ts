import { undo } from 'prosemirror-history'
import type { Slice } from 'prosemirror-model'
import { EditorState, NodeSelection, Plugin, TextSelection } from 'prosemirror-state'
import { CellSelection } from 'prosemirror-tables'
import { EditorView } from 'prosemirror-view'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { schema } from '../document/schema.ts'
import { OWN_ATTRIBUTE } from '../paste/copy.ts'
import { clipboard } from '../testing/clipboard.ts'
import { shown, textState, writtenBlocks } from '../testing/states.ts'
import { withIds } from './ids.ts'
import { paste } from './paste.ts'

const paragraph = (text: string) => ({ type: 'paragraph', data: { text } })
const views: EditorView[] = []
afterEach(() => {
  for (const view of views.splice(0)) view.destroy()
})

function viewOf(state: EditorState) {
  const onPictures = vi.fn()
  const onLost = vi.fn()
  const onTooLong = vi.fn()
  const cardOf = (href: string) => (href.includes('plain') ? null : schema.nodes.linkTool.create({ link: href }))
  const takesFiles = vi.fn(
    (_view: EditorView, event: ClipboardEvent, slice: Slice) =>
      slice.size === 0 && event.clipboardData?.files.length === 1,
  )
  const files = new Plugin({ props: { handlePaste: takesFiles, handleScrollToSelection: () => true } })
  const onLink = vi.fn()
  const options = {
    origin: 'https://forum.example',
    cardOf,
    onLink,
    onPictures,
    onLost,
    onFiles: () => false,
    onTooLong,
  }
  const plugins = [...state.plugins, paste(options), files]
  const place = document.body.appendChild(document.createElement('div'))
  const view = new EditorView(place, {
    state: EditorState.create({ doc: state.doc, selection: state.selection, plugins }),
    dispatchTransaction(tr) {
      view.updateState(view.state.apply(withIds(tr)))
    },
  })
  views.push(view)
  return { view, onPictures, onLost, onTooLong, takesFiles }
}

function transferOf(data: Record<string, string>, files: readonly File[] = []) {
  return {
    types: Object.keys(data),
    files,
    getData: (type: string) => data[type] ?? '',
    setData(type: string, value: string) {
      data[type] = value
    },
    clearData() {
      for (const type of Object.keys(data)) delete data[type]
    },
  }
}

function send(
  view: EditorView,
  type: 'paste' | 'copy' | 'cut' | 'drop',
  about: { data: Record<string, string>; files?: File[] },
): Event {
  const transfer = transferOf(about.data, about.files)
  const event = new Event(type, { bubbles: true, cancelable: true })
  Object.assign(
    event,
    type === 'drop' ? { dataTransfer: transfer, clientX: 1, clientY: 1 } : { clipboardData: transfer },
  )
  view.dom.dispatchEvent(event)
  return event
}
const pasteText = (view: EditorView, text: string) => send(view, 'paste', { data: { 'text/plain': text } })
const pasteHtml = (view: EditorView, html: string, text = 'x') =>
  send(view, 'paste', { data: { 'text/html': html, 'text/plain': text } })
const undone = (view: EditorView) => {
  undo(view.state, view.dispatch)
  return shown(view.state)
}

describe('pasted text', () => {
  it('that is Markdown is converted, and one undo gives it back', () => {
    const { view } = viewOf(textState(paragraph('a|b')))
    pasteText(view, '# x\n\n- y **z**\n- w')
    expect(shown(view.state)).toEqual(['paragraph: a', 'heading: x', 'item 0: y z', 'item 0: w|', 'paragraph: b'])
    expect(undone(view)).toEqual(['paragraph: a# x', 'paragraph: - y **z**/- w|b'])
    expect(undone(view)).toEqual(['paragraph: a|b'])
  })

  it.each([
    ['one sign', 'a **b** c', ['paragraph: a **b** c|']],
    ['a sum', '2 * 3 * 4\n5 - 6', ['paragraph: 2 * 3 * 4/5 - 6|']],
    ['colors of a terminal', '\u001b[31mred\u001b[0m\r\n\u001b]0;title\u0007done', ['paragraph: red/done|']],
  ])('of %s stays as it is', (_name, text, expected) => {
    const { view } = viewOf(textState(paragraph('|')))
    pasteText(view, text)
    expect(shown(view.state)).toEqual(expected)
  })

  it('is literal in code, and with Shift', () => {
    const code = viewOf(textState({ type: 'code', data: { code: '|' } })).view
    pasteText(code, '```\n# x\n```')
    expect(shown(code.state)).toEqual(['codeBlock: ```\n# x\n```|'])
    const { view } = viewOf(textState(paragraph('|')))
    view.dom.dispatchEvent(new KeyboardEvent('keydown', { key: 'V', ctrlKey: true, shiftKey: true }))
    pasteHtml(view, '<h1>x</h1>', '# x\n- y')
    expect(shown(view.state)).toEqual(['paragraph: # x/- y|'])
    // Only that one.
    pasteHtml(view, '<b>z</b>', 'z')
    expect(view.state.doc.firstChild?.lastChild?.marks).toHaveLength(1)
  })

  it('that is more than a post may have isn’t pasted', () => {
    const { view, onTooLong } = viewOf(textState(paragraph('a|')))
    pasteText(view, 'x'.repeat(600_000))
    expect(onTooLong).toHaveBeenCalledOnce()
    expect(shown(view.state)).toEqual(['paragraph: a|'])
  })

  it('that ends with a table goes on below it', () => {
    const { view } = viewOf(textState(paragraph('a|')))
    pasteHtml(view, clipboard.sheets, 'a')
    expect(shown(view.state).at(-1)).toBe('paragraph: |')
    expect(view.state.doc.child(1).type.name).toBe('table')
    undo(view.state, view.dispatch)
    expect(shown(view.state)).toEqual(['paragraph: a|'])
    // Between blocks there is text to go on with.
    const other = viewOf(textState(paragraph('a|'), paragraph('b'))).view
    pasteHtml(other, clipboard.sheets, 'a')
    expect(other.state.doc.childCount).toBe(3)
  })

  it('says how many pictures of a text processor aren’t in the clipboard', () => {
    const { view, onLost } = viewOf(textState(paragraph('|')))
    pasteHtml(view, clipboard.word, 'Title')
    expect(onLost.mock.calls).toEqual([[1]])
    pasteHtml(view, '<p><img src="file:///C:/a.png"><img src="cid:b"></p>', '')
    expect(onLost.mock.calls).toEqual([[1], [2]])
    expect(view.state.doc.firstChild?.textContent).toBe('Title')
  })

  it('of VS Code is code in its language', () => {
    const { view } = viewOf(textState(paragraph('|')))
    const data = {
      'text/html': clipboard.vsCode,
      'text/plain': 'a {\n}',
      'vscode-editor-data': '{"version":1,"mode":"css"}',
    }
    send(view, 'paste', { data })
    expect(writtenBlocks(view.state)).toEqual([{ type: 'code', data: { code: 'a {\n}', language: 'css' } }])
  })
})

describe('a pasted address', () => {
  it('alone becomes a card, and one undo gives the link', () => {
    const { view } = viewOf(textState(paragraph('|')))
    pasteText(view, ' https://a.example/x ')
    expect(shown(view.state)).toEqual(['linkTool: ', 'paragraph: |'])
    expect(undone(view)).toEqual(['paragraph: https://a.example/x|'])
    expect(writtenBlocks(view.state)).toEqual([paragraph('<a href="https://a.example/x">https://a.example/x</a>')])
    expect(undone(view)).toEqual(['paragraph: |'])
  })

  it('in a text is a link, with its title if it has one', () => {
    const { view } = viewOf(textState(paragraph('a |')))
    pasteHtml(view, '<a href="https://a.example/x">Title</a>', 'https://a.example/x')
    expect(writtenBlocks(view.state)).toEqual([paragraph('a <a href="https://a.example/x">Title</a>')])
  })

  it('links a selection', () => {
    const { view } = viewOf(textState(paragraph('a [b] c')))
    pasteText(view, 'https://a.example/x')
    expect(writtenBlocks(view.state)).toEqual([paragraph('a <a href="https://a.example/x">b</a> c')])
  })

  it('stays a link if there is no card', () => {
    const { view } = viewOf(textState(paragraph('|')))
    pasteText(view, 'https://plain.example/')
    expect(shown(view.state)).toEqual(['paragraph: https://plain.example/|'])
  })
})

describe('pasted HTML and files', () => {
  it('HTML wins over text and over a picture of it', () => {
    const { view, onPictures } = viewOf(textState(paragraph('|')))
    const files = [new File(['x'], 'a.png', { type: 'image/png' })]
    send(view, 'paste', { data: { 'text/html': clipboard.excel, 'text/plain': '# Item\n- Cost' }, files })
    expect(view.state.doc.firstChild?.type.name).toBe('table')
    pasteHtml(view, clipboard.webPage)
    expect(onPictures).toHaveBeenCalledWith([{ src: 'https://a.example/p.jpg', alt: 'A picture' }])
  })

  it('leaves out pictures that can’t be uploaded', () => {
    const { view } = viewOf(textState(paragraph('|')))
    pasteHtml(view, '<p>a</p><img src="data:image/png;base64,iVBORw==" alt="b"><p>c</p>')
    expect(shown(view.state)).toEqual(['paragraph: a', 'paragraph: c|'])
    pasteHtml(view, '<img src="data:image/png;base64,iVBORw==">')
    expect(shown(view.state)).toEqual(['paragraph: a', 'paragraph: c|'])
  })

  it('text wins over HTML that would take minutes to parse', () => {
    const { view } = viewOf(textState(paragraph('|')))
    pasteHtml(view, '<b>a'.repeat(500_000), 'text')
    expect(shown(view.state)).toEqual(['paragraph: text|'])
  })

  it('shown source text is Markdown', () => {
    const { view } = viewOf(textState(paragraph('|')))
    pasteHtml(view, '<meta charset="utf-8"><span># x<br>- y</span>', '# x\n- y')
    expect(shown(view.state)).toEqual(['heading: x', 'item 0: y|'])
  })

  it('files alone, or with their own picture or name, are left to uploads', () => {
    const { view, takesFiles } = viewOf(textState(paragraph('a|')))
    const files = [new File(['x'], 'a.png', { type: 'image/png' })]
    send(view, 'paste', { data: {}, files })
    send(view, 'paste', { data: { 'text/plain': 'a.png' }, files })
    send(view, 'paste', { data: { 'text/html': '<img src="https://a.example/a.png">' }, files })
    expect(takesFiles.mock.results.map(({ value }) => value)).toEqual([true, true, true])
    expect(shown(view.state)).toEqual(['paragraph: a|'])
  })

  it('cells go into the selected cells', () => {
    const table = {
      type: 'table',
      data: {
        content: [
          ['a|', 'b'],
          ['c', 'd'],
        ],
      },
    }
    const { view } = viewOf(textState(table))
    pasteHtml(view, clipboard.sheets)
    expect(view.state.doc.textContent).toBe('abcd')
    expect(view.state.doc.firstChild?.lastChild?.lastChild?.firstChild?.marks).toHaveLength(1)
    const { doc, tr } = view.state
    view.dispatch(tr.setSelection(CellSelection.create(doc, 2)))
    pasteText(view, 'x\ny')
    expect(writtenBlocks(view.state)).toMatchObject([
      {
        data: {
          content: [
            ['x<br>y', 'b'],
            ['c', '<a href="https://a.example/">d</a>'],
          ],
        },
      },
    ])
  })

  it('is taken from a drop, too', () => {
    const { view } = viewOf(textState(paragraph('a|b')))
    view.posAtCoords = () => ({ pos: 3, inside: 0 })
    const event = send(view, 'drop', { data: { 'text/html': '<b>x</b>', 'text/plain': 'x' } })
    expect(event.defaultPrevented).toBe(true)
    expect(writtenBlocks(view.state)).toEqual([paragraph('ab<b>x</b>')])
  })
})

describe('copying', () => {
  const copyAll = (view: EditorView) => {
    const data: Record<string, string> = {}
    send(view, 'copy', { data })
    return data
  }
  const select = (view: EditorView, from: number, to: number) =>
    view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, from, to)))

  it('gives plain HTML and Markdown', () => {
    const list = {
      type: 'list',
      data: { style: 'checklist', items: [{ content: '<b>b</b>', meta: { checked: true }, items: [] }] },
    }
    const { view } = viewOf(textState({ type: 'header', data: { text: '|a', level: 2 } }, list))
    select(view, 1, view.state.doc.content.size - 3)
    const data = copyAll(view)
    expect(data['text/plain']).toBe('## a\n\n- [x] **b**')
    const html = document.implementation.createHTMLDocument()
    html.body.append(...new DOMParser().parseFromString(data['text/html'] ?? '', 'text/html').body.childNodes)
    for (const element of html.body.querySelectorAll('*')) {
      for (const name of element.getAttributeNames()) if (name.startsWith('data-')) element.removeAttribute(name)
    }
    expect(html.body.innerHTML).toBe('<h2>a</h2><ul><li>☑ <b>b</b></li></ul>')
  })

  it('gives plain text as it is', () => {
    const { view } = viewOf(textState(paragraph('[snake_case *x*'), paragraph('1. b]')))
    expect(copyAll(view)['text/plain']).toBe('snake_case *x*\n\n1. b')
  })

  it('gives nothing of what was deleted, but keeps it here', () => {
    const stored = { ...paragraph('public|'), id: 'p', tunes: { secret: 'tune' } }
    const { view } = viewOf(textState(paragraph(''), stored))
    view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, 2)))
    const data: Record<string, string> = {}
    send(view, 'cut', { data })
    expect(JSON.stringify(data)).not.toContain('secret')
    expect(shown(view.state)).not.toContain('paragraph: public')
    send(view, 'paste', { data: { ...data } })
    expect(JSON.stringify(writtenBlocks(view.state))).toContain('secret')
    const other = viewOf(textState(paragraph('|'))).view
    send(other, 'paste', { data })
    expect(JSON.stringify(writtenBlocks(other.state))).toContain('public')
    expect(JSON.stringify(writtenBlocks(other.state))).not.toContain('secret')
  })

  it('gives nothing else of the list around a copied word', () => {
    const items = [{ content: 'one two', items: [] }]
    const { view } = viewOf(
      textState({ type: 'list', data: { style: 'unordered', items, note: 'secret' } }, paragraph('|')),
    )
    select(view, 3, 6)
    const data = copyAll(view)
    expect(data['text/plain']).toBe('one')
    expect(JSON.stringify(data)).not.toContain('two')
    expect(JSON.stringify(data)).not.toContain('secret')
  })

  it('is pasted elsewhere unchanged', () => {
    const stored = [
      {
        type: 'image',
        data: { file: { url: '/media/1/a.webp', width: 10, height: 20 }, caption: 'c', stretched: true },
      },
      { type: 'raw', data: { html: '<hr>' } },
      { type: 'embed', data: { service: 'youtube', source: 'https://youtu.be/x', caption: '' } },
    ]
    const { view } = viewOf(textState(paragraph('|'), ...stored, paragraph('a')))
    select(view, 1, view.state.doc.content.size - 1)
    const data = copyAll(view)
    const other = viewOf(textState(paragraph('|'))).view
    send(other, 'paste', { data })
    const written = JSON.stringify(writtenBlocks(other.state))
    expect(written).toContain('"width":10')
    expect(written).toContain('<hr>')
    expect(written).toContain('youtu.be')
  })

  it.each([
    ['invalid JSON', '{'],
    ['an unknown node', '{"content":[{"type":"script"}]}'],
    ['a bad address', '{"content":[{"type":"image","attrs":{"url":"javascript:x"}}]}'],
    ['wrong content', '{"content":[{"type":"paragraph","content":[{"type":"paragraph"}]}]}'],
    ['wrong openings', '{"content":[{"type":"paragraph"}],"openStart":9,"openEnd":9}'],
    ['a file that isn’t uploaded', '{"content":[{"type":"image","attrs":{"upload":"k"}}]}'],
  ])('never pastes %s of others', (_name, json) => {
    const { view } = viewOf(textState(paragraph('a|')))
    const element = document.createElement('p')
    element.setAttribute(OWN_ATTRIBUTE, json)
    element.textContent = 'safe'
    pasteHtml(view, element.outerHTML)
    expect(shown(view.state)).toEqual(['paragraph: asafe|'])
  })
})
