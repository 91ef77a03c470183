import type { Node } from 'prosemirror-model'
import { NodeSelection } from 'prosemirror-state'
import type { EditorView, NodeView, NodeViewConstructor, ViewMutationRecord } from 'prosemirror-view'
import { describedBlock } from './block-name.ts'
import type { Card, CardStore } from './card-store.ts'
import type { EditorTexts } from './host.ts'

/** Numbering styles that HTML supports, and its names for them. */
const COUNTERS: ReadonlyMap<unknown, string> = new Map([
  ['lower-alpha', 'a'],
  ['upper-alpha', 'A'],
  ['lower-roman', 'i'],
  ['upper-roman', 'I'],
])

/** The elements of all blocks, with the classes of the published post. */
export function nodeViews(cards: CardStore, { t }: EditorTexts): Record<string, NodeViewConstructor> {
  const card: NodeViewConstructor = (node, view, getPos) => new CardView({ node, view, getPos, cards, t })
  return {
    paragraph: paragraphView,
    heading: ({ attrs: { level } }) =>
      text(created(`h${level}`, { class: 'stoa-post-heading', 'data-level': `${level}`, dir: 'auto' })),
    list: listView,
    item: (node, view, getPos) => new ItemView({ node, view, getPos, label: t('editor.list.tick') }),
    quote: () => text(created('figure', { class: 'stoa-post-quote', dir: 'auto' })),
    quoteText: () => text(created('blockquote', { 'data-hint': t('editor.quote.text') })),
    quoteCaption: () => text(created('figcaption', { 'data-hint': t('editor.quote.caption') })),
    warning: () =>
      text(created('div', { class: 'stoa-post-warning', role: 'note', 'aria-label': t('editor.warning') })),
    warningTitle: () =>
      text(created('p', { class: 'stoa-post-warning-title', dir: 'auto', 'data-hint': t('editor.warning.title') })),
    warningMessage: () =>
      text(created('p', { class: 'stoa-post-warning-message', dir: 'auto', 'data-hint': t('editor.warning.message') })),
    delimiter: () => ({ dom: created('hr', { class: 'stoa-post-delimiter', 'aria-label': t('editor.delimiter') }) }),
    codeBlock: codeView,
    table: tableView,
    image: card,
    simpleImage: card,
    video: card,
    audio: card,
    embed: card,
    linkTool: card,
    unknown: card,
  }
}

function created(tag: string, attributes: Readonly<Record<string, string>>): HTMLElement {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  return element
}

/** An element whose children are the node's content. It behaves as without a view of its own. */
function text(element: HTMLElement): NodeView {
  return { dom: element, contentDOM: element }
}

function paragraphView(_: Node, view: EditorView, getPos: () => number | undefined): NodeView {
  const paragraph = created('p', { class: 'stoa-post-paragraph' })
  // A list finds its direction in its texts, but not in those that have one of their own.
  if (isTopLevel(view, getPos())) paragraph.dir = 'auto'
  return text(paragraph)
}

function isTopLevel({ state }: EditorView, pos: number | undefined): boolean {
  return pos !== undefined && state.doc.resolve(pos).depth === 0
}

function listView(node: Node, view: EditorView, getPos: () => number | undefined): NodeView {
  const { style, start, counterType } = node.attrs
  const list = created(style === 'ordered' ? 'ol' : 'ul', { class: 'stoa-post-list' })
  // One direction for the whole list. Marks are at its start, regardless of the page's direction.
  if (isTopLevel(view, getPos())) list.dir = 'auto'
  if (style === 'checklist') list.dataset.style = style
  if (style === 'ordered') {
    if (start !== null) list.setAttribute('start', `${start}`)
    const type = COUNTERS.get(counterType)
    if (type) list.setAttribute('type', type)
  }
  return text(list)
}

interface ItemOptions {
  node: Node
  view: EditorView
  getPos: () => number | undefined
  /** Name of the checkbox. */
  label: string
}

/** An item, with a checkbox that the style sheet shows in checklists. */
class ItemView implements NodeView {
  readonly dom = created('li', {})
  readonly contentDOM = created('div', { class: 'stoa-editor-item' })
  private readonly box: HTMLButtonElement
  private node: Node

  constructor({ node, view, getPos, label }: ItemOptions) {
    this.node = node
    this.box = created('button', {
      type: 'button',
      class: 'stoa-editor-tick',
      role: 'checkbox',
      contenteditable: 'false',
      'aria-label': label,
    }) as HTMLButtonElement
    this.box.addEventListener('click', () => {
      const pos = getPos()
      if (pos === undefined || !view.editable) return
      view.dispatch(view.state.tr.setNodeAttribute(pos, 'checked', !this.node.attrs.checked))
    })
    // A press doesn't take the caret away.
    this.box.addEventListener('mousedown', (event) => event.preventDefault())
    this.dom.append(this.box, this.contentDOM)
    this.show()
  }

  update(node: Node): boolean {
    if (node.type !== this.node.type) return false
    this.node = node
    this.show()
    return true
  }

  stopEvent(event: Event): boolean {
    return event.target === this.box
  }

  ignoreMutation({ target }: ViewMutationRecord): boolean {
    return target === this.box || target === this.dom || this.box.contains(target)
  }

  private show(): void {
    const value = String(this.node.attrs.checked === true)
    if (this.box.getAttribute('aria-checked') !== value) this.box.setAttribute('aria-checked', value)
  }
}

function codeView(node: Node): NodeView {
  const figure = created('figure', { class: 'stoa-post-code', dir: 'ltr' })
  const label = created('figcaption', { contenteditable: 'false' })
  const pre = created('pre', {})
  const code = created('code', { dir: 'ltr', spellcheck: 'false' })
  const show = ({ attrs }: Node) => {
    label.textContent = attrs.language
    label.hidden = attrs.language === ''
  }
  show(node)
  pre.append(code)
  figure.append(label, pre)
  return {
    dom: figure,
    contentDOM: code,
    update(next) {
      if (next.type !== node.type) return false
      show(next)
      return true
    },
    ignoreMutation: ({ target }) => !code.contains(target),
  }
}

function tableView(node: Node): NodeView {
  const box = created('div', { class: 'stoa-post-table' })
  const table = created('table', {})
  const body = created('tbody', {})
  table.append(body)
  box.append(table)
  // One direction for all columns. Those of an empty one are in the page's.
  const direct = ({ textContent }: Node) => table.setAttribute('dir', textContent === '' ? '' : 'auto')
  direct(node)
  return {
    dom: box,
    contentDOM: body,
    update(next) {
      if (next.type.name !== 'table') return false
      direct(next)
      return true
    },
    ignoreMutation: ({ target }) => !body.contains(target),
  }
}

interface CardOptions extends Omit<ItemOptions, 'label'> {
  cards: CardStore
  t: EditorTexts['t']
}

/**
 * A block that is shown by a component of the published post: an element that can't be edited, in which `CardLayer`
 * renders, and beside it the caption.
 */
class CardView implements NodeView {
  readonly dom: HTMLElement
  readonly contentDOM?: HTMLElement
  private readonly body = created('div', { class: 'stoa-editor-card-body', contenteditable: 'false' })
  private readonly card: Card
  private node: Node
  private readonly options: CardOptions

  constructor(options: CardOptions) {
    const { node, view, getPos, cards, t } = options
    this.options = options
    this.node = node
    this.dom = created(node.isAtom ? 'div' : 'figure', { class: 'stoa-editor-card', 'data-type': node.type.name })
    this.dom.append(this.body)
    if (!node.isAtom) {
      this.contentDOM = created('figcaption', {
        class: 'stoa-post-figure-caption',
        dir: 'auto',
        'data-hint': t('editor.media.caption'),
      })
      this.dom.append(this.contentDOM)
    }
    this.card = cards.add({ body: this.body, node, getPos })
    // Presses on what is inert arrive here.
    this.dom.addEventListener('mousedown', (event) => {
      const target = event.target as Element
      if (event.button !== 0 || this.isCaption(target)) return
      if (target.closest('button, input, select, textarea, label')) return
      const pos = getPos()
      if (pos === undefined || this.dom.hasAttribute('data-selected')) return
      event.preventDefault()
      view.focus()
      view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, pos)))
    })
    // Its links lead away from the text.
    this.body.addEventListener('click', (event) => {
      if ((event.target as Element).closest('a')) event.preventDefault()
    })
    this.show()
  }

  update(node: Node): boolean {
    if (node.type !== this.node.type) return false
    const isChanged = !node.sameMarkup(this.node)
    this.node = node
    if (isChanged) this.show()
    this.card.content.set({ ...this.card.content.get(), node })
    return true
  }

  selectNode(): void {
    this.select(true)
  }

  deselectNode(): void {
    this.select(false)
  }

  stopEvent(event: Event): boolean {
    // A block that is dropped on it goes beside it.
    return !event.type.startsWith('drag') && event.type !== 'drop' && !this.isCaption(event.target as globalThis.Node)
  }

  ignoreMutation({ target }: ViewMutationRecord): boolean {
    return !this.isCaption(target)
  }

  destroy(): void {
    this.options.cards.remove(this.card)
  }

  private isCaption(target: globalThis.Node): boolean {
    return this.contentDOM?.contains(target) === true
  }

  private select(isSelected: boolean): void {
    this.dom.toggleAttribute('data-selected', isSelected)
    this.card.content.set({ ...this.card.content.get(), isSelected })
    this.show()
  }

  /** Attributes of the shell. Its size is final before anything is loaded. */
  private show(): void {
    const { t } = this.options
    if (this.node.isAtom) this.dom.setAttribute('role', 'group')
    this.dom.setAttribute('aria-label', describedBlock(t, this.node))
  }
}
