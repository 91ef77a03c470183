import { GapCursor } from 'prosemirror-gapcursor'
import { closeHistory } from 'prosemirror-history'
import type { Node } from 'prosemirror-model'
import {
  AllSelection,
  type Command,
  EditorState,
  NodeSelection,
  type Selection,
  TextSelection,
  type Transaction,
} from 'prosemirror-state'
import { CellSelection } from 'prosemirror-tables'
import type { EditorView } from 'prosemirror-view'
import { readDocument } from '../document/read.ts'
import { writeDocument } from '../document/write.ts'
import { corePlugins } from '../plugins/core.ts'
import { withIds } from '../plugins/ids.ts'
import { bindings } from '../plugins/keys.ts'

/** Marks the ends of the selection in `textState`. */
const ANCHOR = '['
const HEAD = ']'
const CARET = '|'

export function stateOf(...blocks: unknown[]): EditorState {
  return EditorState.create({ doc: readDocument({ blocks }), plugins: corePlugins() })
}

/** A state whose selection is where the texts have `|`, or from `[` to `]`. The signs aren’t part of it. */
export function textState(...blocks: unknown[]): EditorState {
  let state = stateOf(...blocks)
  const at = (sign: string): number | null => {
    const position = find(state.doc, sign)
    if (position !== null) state = state.apply(state.tr.delete(position, position + 1))
    return position
  }
  const caret = at(CARET)
  const anchor = caret ?? at(ANCHOR)
  const head = caret ?? at(HEAD)
  if (anchor === null || head === null) throw new Error('No selection.')
  const selection = TextSelection.create(state.doc, anchor, head)
  return EditorState.create({ doc: state.doc, selection, plugins: corePlugins() })
}

/** The state after a command, whose change can be undone on its own. Throws if the command doesn’t apply. */
export function after(state: EditorState, command: Command): EditorState {
  let next: EditorState | null = null
  const applies = command(state, (tr) => {
    next = apply(state, tr)
  })
  if (!applies) throw new Error('The command doesn’t apply.')
  return next ?? state
}

/** The state after typing, with the rules for it. */
export function typed(state: EditorState, text: string): EditorState {
  let next = state
  for (const letter of text) {
    const { from, to } = next.selection
    const dispatch = (tr: Transaction) => {
      next = apply(next, tr)
    }
    const view = { state: next, composing: false, dispatch } as unknown as EditorView
    const insert = () => view.state.tr.insertText(letter, from, to)
    const isHandled = next.plugins.some((plugin) =>
      plugin.props.handleTextInput?.call(plugin, view, from, to, letter, insert),
    )
    if (!isHandled) next = next.apply(withIds(insert()))
  }
  return next
}

/** The state after pressing a key, by its name in `bindings`. */
export function pressed(state: EditorState, key: string): EditorState {
  const command = bindings({})[key]
  if (!command) throw new Error(`No such key: ${key}.`)
  return after(state, command)
}

/** As the view does it. */
export function apply(state: EditorState, tr: Transaction): EditorState {
  return state.apply(withIds(tr.docChanged ? closeHistory(tr) : tr))
}

/** The document in short, with the selection: `item: a|b`. */
export function shown(state: EditorState): string[] {
  const { doc, selection } = state
  const marked = selection instanceof TextSelection ? withSigns(state) : doc
  const lines: string[] = []
  marked.descendants((node, position) => {
    if (!node.isTextblock && !(node.isAtom && node.isBlock)) return true
    const depth = marked.resolve(position).depth
    const name = node.type.name === 'paragraph' && depth > 0 ? `item ${(depth - 2) / 2}` : node.type.name
    lines.push(`${name}: ${node.textBetween(0, node.content.size, '', '/')}`)
    return false
  })
  return selection instanceof TextSelection ? lines : [...lines, `(${selection.constructor.name} ${selection.from})`]
}

/** The written blocks without their ids. */
export function writtenBlocks({ doc }: EditorState): unknown[] {
  return writeDocument(doc).blocks.map(({ id: _, ...block }) => block)
}

/** Every kind of selection, by three numbers. */
export function selectionBy(doc: Node, [kind, one, other]: readonly [number, number, number]): Selection {
  const size = doc.content.size + 1
  const [first, second] = [doc.resolve(one % size), doc.resolve(other % size)]
  switch (kind % 8) {
    case 0:
      return new AllSelection(doc)
    case 1:
    case 2: {
      const nodes = positionsOf(doc, (node) => !node.isInline && NodeSelection.isSelectable(node))
      return nodes.length > 0 ? NodeSelection.create(doc, nodes[one % nodes.length] ?? 0) : TextSelection.atStart(doc)
    }
    case 3: {
      const gaps = positionsOf(doc, () => true).filter((position) => isGap(doc, position))
      const gap = gaps[one % gaps.length]
      return gap === undefined ? TextSelection.atEnd(doc) : new GapCursor(doc.resolve(gap))
    }
    case 4: {
      const cells = positionsOf(doc, ({ type }) => type.name === 'tableCell')
      const cell = cells[one % cells.length]
      const table = cell === undefined ? null : doc.resolve(cell).node(1)
      const others = cells.filter((position) => doc.resolve(position).node(1) === table)
      return cell === undefined
        ? TextSelection.atStart(doc)
        : CellSelection.create(doc, cell, others[other % others.length])
    }
    case 5:
      return TextSelection.near(first)
    default:
      return TextSelection.between(first, second)
  }
}

function positionsOf(doc: Node, isWanted: (node: Node) => boolean): number[] {
  const positions: number[] = []
  doc.descendants((node, position) => {
    if (isWanted(node)) positions.push(position)
  })
  return positions
}

function isGap(doc: Node, position: number): boolean {
  const $position = doc.resolve(position)
  // The package doesn’t export it as a part of its types.
  return (GapCursor as unknown as { valid($pos: typeof $position): boolean }).valid($position)
}

function find(doc: Node, sign: string): number | null {
  const [position] = positionsOf(doc, (node) => node.isText && node.text?.includes(sign) === true)
  return position === undefined ? null : position + (doc.nodeAt(position)?.text?.indexOf(sign) ?? 0)
}

function withSigns({ selection, tr }: EditorState): Node {
  const { from, to, empty } = selection
  if (empty) return tr.insertText(CARET, from).doc
  return tr.insertText(HEAD, to).insertText(ANCHOR, from).doc
}
