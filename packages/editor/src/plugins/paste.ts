import { closeHistory } from 'prosemirror-history'
import { DOMSerializer, type Fragment, type Node, Slice } from 'prosemirror-model'
import { type EditorState, Plugin, Selection, type Transaction } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import type { Pasted, PastedFile, Picture } from '../document/pasted-blocks.ts'
import { schema } from '../document/schema.ts'
import { withoutOrigins, writeHtml, writeText } from '../paste/copy.ts'
import {
  insertBlocks,
  insertSlice,
  insertText,
  isInCode,
  linkSelection,
  literalBlocks,
  sliceFor,
} from '../paste/insert.ts'
import { type Plan, planPaste, readClip } from '../paste/route.ts'

export interface PasteOptions {
  /** The page's origin, whose pictures need no upload. */
  origin: string
  /** The embed or link card for an address that is pasted alone; null if it stays a link. */
  cardOf(href: string): Node | null
  /** Called for an address that was pasted as a link with this text. */
  onLink(href: string, text: string): void
  /** Receives pictures of other sites, which the author may upload. Each is a paragraph with a link until then. */
  onPictures(pictures: readonly Picture[]): void
  /** Called if the clipboard had no files for so many of its pictures. */
  onLost(count: number): void
  /** Uploads pictures whose blocks are about to be pasted. False: they are left out. */
  onFiles(files: readonly PastedFile[]): boolean
  /** Called when the clipboard has more than a post may. Nothing is pasted. */
  onTooLong(): void
}

type PasteEvent = ClipboardEvent | DragEvent
type Insert = (tr: Transaction) => void

const { nodes, marks } = schema

/**
 * Pastes, drops and copies. It handles the events before ProseMirror, which would parse HTML on its own. Other plugins'
 * `handlePaste` and `handleDrop` come first, with what was read. An empty slice means that the files are to be taken.
 */
export function paste(options: PasteOptions): Plugin {
  let isPlain = false
  /** What was copied last. Pasted here, it keeps what other documents don't get. */
  let copied: { original: Slice; shared: Slice } | null = null

  const insert = (view: EditorView, event: PasteEvent) => {
    const data = 'clipboardData' in event ? event.clipboardData : (event as DragEvent).dataTransfer
    if (!data) return
    const place = { origin: options.origin, isInCode: isInCode(view.state.selection.$from), isPlain }
    isPlain = false
    const plan = planPaste(readClip(data), place)
    const isOwn = plan.kind === 'own' && copied !== null && plan.json === JSON.stringify(copied.shared.toJSON())
    run(view, isOwn && copied ? { ...plan, slice: copied.original } : plan, { event, options })
  }

  return new Plugin({
    props: {
      handleDOMEvents: {
        keydown(_view, { key, shiftKey, ctrlKey, metaKey }) {
          isPlain = shiftKey && (ctrlKey || metaKey) && key.toLowerCase() === 'v'
          return false
        },
        keyup() {
          isPlain = false
          return false
        },
        paste(view, event) {
          if (!view.editable || !event.clipboardData) return false
          // Only on Android can pasting be told from composing.
          if (view.composing && !/Android/.test(navigator.userAgent)) return false
          event.preventDefault()
          insert(view, event)
          return true
        },
        drop(view, event) {
          if (!view.editable || view.dragging || !event.dataTransfer) return false
          event.preventDefault()
          const place = view.posAtCoords({ left: event.clientX, top: event.clientY })
          if (!place) return true
          const { tr } = view.state
          view.dispatch(tr.setSelection(Selection.near(tr.doc.resolve(place.pos))))
          view.focus()
          insert(view, event)
          return true
        },
      },
      transformCopied(slice) {
        copied = { original: slice, shared: withoutOrigins(slice) }
        return copied.shared
      },
      // Dragging within the editor.
      transformPasted: (slice) => (copied && slice === copied.shared ? copied.original : slice),
      clipboardSerializer: new ClipboardSerializer(options.origin, () => copied?.shared ?? Slice.empty),
      clipboardTextSerializer: (slice) => writeText(slice, options.origin),
    },
  })
}

/** Writes what is being copied as HTML for other programs. */
class ClipboardSerializer extends DOMSerializer {
  readonly #origin: string
  readonly #findSlice: () => Slice

  constructor(origin: string, findSlice: () => Slice) {
    super({ ...DOMSerializer.nodesFromSchema(schema) }, { ...DOMSerializer.marksFromSchema(schema) })
    this.#origin = origin
    this.#findSlice = findSlice
  }

  override serializeFragment(
    fragment: Fragment,
    options: { document?: Document } = {},
    target?: HTMLElement | DocumentFragment,
  ): HTMLElement | DocumentFragment {
    const about = { origin: this.#origin, document: options.document ?? document, slice: this.#findSlice() }
    const html = writeHtml(fragment, about)
    target?.append(html)
    return target ?? html
  }
}

function run(view: EditorView, plan: Plan, { event, options }: { event: PasteEvent; options: PasteOptions }): void {
  const before = view.state
  const dispatch = (edit: Insert) => dispatchPaste(view, edit, event)
  switch (plan.kind) {
    case 'nothing':
      return
    case 'tooLong':
      options.onTooLong()
      return
    case 'files':
      isHandledElsewhere(view, event, Slice.empty)
      return
    case 'own':
      if (!isHandledElsewhere(view, event, plan.slice)) dispatch((tr) => insertSlice(tr, plan.slice))
      return
    case 'blocks':
      pasteBlocks(view, withFiles(plan.pasted, options), event)
      if (plan.pasted.lost) options.onLost(plan.pasted.lost)
      if (plan.pasted.pictures.length > 0) options.onPictures(plan.pasted.pictures)
      return
    case 'text': {
      const { text, converted } = plan
      const literal = sliceFor(before.selection, literalBlocks(text))
      if (!isInCode(before.selection.$from) && isHandledElsewhere(view, event, literal)) return
      dispatch((tr) => insertText(tr, text))
      const isSame = converted?.nodes.length === literal.content.childCount && isLiteral(converted.nodes, literal)
      if (!converted || converted.nodes.length === 0 || isSame) return
      convert(view, before, (tr) => insertBlocks(tr, converted.nodes))
      if (converted.pictures.length > 0) options.onPictures(converted.pictures)
      return
    }
    case 'address': {
      const { tr } = before
      if (linkSelection(tr, plan.href)) {
        view.dispatch(marked(closeHistory(tr), event))
        return
      }
      const link = nodes.paragraph.create(null, schema.text(plan.text, [marks.link.create({ href: plan.href })]))
      dispatch((tr) => insertBlocks(tr, [link]))
      const card = isAloneInText(before) ? options.cardOf(plan.href) : null
      if (card) convert(view, before, (tr) => insertCard(tr, card))
      else options.onLink(plan.href, plan.text)
    }
  }
}

/** The blocks, without pictures that can't be uploaded here. */
function withFiles({ nodes: blocks, files = [] }: Pasted, options: PasteOptions): readonly Node[] {
  if (files.length === 0 || options.onFiles(files)) return blocks
  const keys = new Set<unknown>(files.map(({ key }) => key))
  return blocks.filter(({ attrs }) => !keys.has(attrs.upload))
}

function pasteBlocks(view: EditorView, blocks: readonly Node[], event: PasteEvent): void {
  if (blocks.length === 0 || isHandledElsewhere(view, event, sliceFor(view.state.selection, blocks))) return
  const edit = (tr: Transaction) => {
    insertBlocks(tr, blocks)
    leaveLast(tr, blocks.at(-1), view.state)
  }
  dispatchPaste(view, edit, event)
}

/** After a table or picture at the end of the document, its author goes on below it, not in its last cell or caption. */
function leaveLast(tr: Transaction, last: Node | undefined, { selection: { $from } }: EditorState): void {
  const { doc } = tr
  const isBoxed = last?.type === nodes.table || last?.type.spec.isolating === true
  if (!isBoxed || doc.lastChild?.type !== last.type || $from.node(1)?.type === last.type) return
  if (tr.selection.to < doc.content.size - doc.lastChild.nodeSize) return
  tr.insert(doc.content.size, nodes.paragraph.create())
  tr.setSelection(Selection.atEnd(tr.doc))
}

function dispatchPaste(view: EditorView, edit: Insert, event: PasteEvent): void {
  const tr = closeHistory(view.state.tr)
  edit(tr)
  view.dispatch(marked(tr, event))
}

function marked(tr: Transaction, { type }: Event): Transaction {
  return tr.scrollIntoView().setMeta('paste', true).setMeta('uiEvent', type)
}

/** Tables take cells, uploads take files. */
function isHandledElsewhere(view: EditorView, event: PasteEvent, slice: Slice): boolean {
  if (event.type === 'drop') {
    return view.someProp('handleDrop', (handle) => handle(view, event as DragEvent, slice, false)) === true
  }
  return view.someProp('handlePaste', (handle) => handle(view, event as ClipboardEvent, slice)) === true
}

/**
 * Replaces what was just pasted by what it means, as a second change: undoing it once leaves what was pasted. The
 * document before is restored first, so that the result is the same as if it had been pasted at once.
 */
function convert(view: EditorView, before: EditorState, edit: Insert): void {
  const tr = closeHistory(view.state.tr)
  const start = before.doc.content.findDiffStart(tr.doc.content)
  const end = before.doc.content.findDiffEnd(tr.doc.content)
  if (start === null || !end) return
  // Repeated letters may count as equal at both ends.
  const overlap = Math.max(0, start - Math.min(end.a, end.b))
  tr.replace(start, end.b + overlap, before.doc.slice(start, end.a + overlap))
  tr.setSelection(Selection.fromJSON(tr.doc, before.selection.toJSON() as Record<string, unknown>))
  edit(tr)
  view.dispatch(tr.scrollIntoView())
}

function isLiteral(blocks: readonly Node[], { content }: Slice): boolean {
  return blocks.every((block, index) => block.eq(content.child(index)))
}

/** Whether the caret is in an empty paragraph between blocks. */
function isAloneInText({ selection: { $from, empty } }: EditorState): boolean {
  return empty && $from.depth === 1 && $from.parent.type === nodes.paragraph && $from.parent.content.size === 0
}

/** Puts a card in place of the empty paragraph, and the caret after it. */
function insertCard(tr: Transaction, card: Node): void {
  const { $from } = tr.selection
  const position = $from.before(1)
  const isLast = $from.after(1) === tr.doc.content.size
  tr.replaceWith(position, $from.after(1), isLast ? [card, nodes.paragraph.create()] : card)
  tr.setSelection(Selection.near(tr.doc.resolve(position + card.nodeSize), 1))
}
