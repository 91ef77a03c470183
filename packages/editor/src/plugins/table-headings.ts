import type { Node } from 'prosemirror-model'
import { Plugin } from 'prosemirror-state'
import { Decoration, DecorationSet, type EditorView, type NodeView } from 'prosemirror-view'
import { schema } from '../document/schema.ts'

const { table, tableCell } = schema.nodes
/** Tells the view of a cell that its row has the headings. */
const HEADING = { isHeading: true }

/** Shows the cells of heading rows as such: what row a cell is in can't be seen from the cell. */
export function tableHeadingsPlugin(): Plugin {
  return new Plugin<DecorationSet>({
    state: {
      init: (_, { doc }) => headingsOf(doc),
      apply: (tr, before) => (tr.docChanged ? headingsOf(tr.doc) : before),
    },
    props: {
      decorations(state) {
        return this.getState(state)
      },
      nodeViews: {
        tableCell: (node: Node, _view: EditorView, ...[, decorations]) => new CellView(node, isHeading(decorations)),
      },
    },
  })
}

function headingsOf(doc: Node): DecorationSet {
  const found: Decoration[] = []
  doc.forEach((block, pos) => {
    if (block.type !== table || block.attrs.withHeadings !== true) return
    // Into the table and its first row.
    block.firstChild?.forEach((cell, offset) => {
      const from = pos + 2 + offset
      found.push(Decoration.node(from, from + cell.nodeSize, {}, HEADING))
    })
  })
  return found.length === 0 ? DecorationSet.empty : DecorationSet.create(doc, found)
}

function isHeading(decorations: readonly Decoration[]): boolean {
  return decorations.some(({ spec }) => spec === HEADING)
}

class CellView implements NodeView {
  readonly dom: HTMLElement
  readonly contentDOM: HTMLElement
  readonly #isHeading: boolean

  constructor(_node: Node, isHeading: boolean) {
    this.#isHeading = isHeading
    this.dom = document.createElement(isHeading ? 'th' : 'td')
    if (isHeading) this.dom.setAttribute('scope', 'col')
    this.contentDOM = this.dom
  }

  /** Another element is needed for another kind. */
  update(node: Node, decorations: readonly Decoration[]): boolean {
    return node.type === tableCell && isHeading(decorations) === this.#isHeading
  }
}
