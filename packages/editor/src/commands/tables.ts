import { type Command, Selection, TextSelection } from 'prosemirror-state'
import { addRow, isInTable, selectedRect, selectionCell, TableMap } from 'prosemirror-tables'

/** A stored table has at most as many rows. */
const MAX_ROWS = 500

/** Moves to the next cell; from the last one to a new row. Stays in the table. */
export const nextCell: Command = (state, dispatch) => moveCell(1)(state, dispatch)
/** Moves to the cell before. */
export const previousCell: Command = (state, dispatch) => moveCell(-1)(state, dispatch)

/** An arrow key at the edge of a cell: goes to the same column of the next row, or to what is beside the table. */
export function leaveCell(direction: -1 | 1): Command {
  return (state, dispatch, view) => {
    const { doc, selection, tr } = state
    if (!(selection instanceof TextSelection && selection.empty && isInTable(state))) return false
    if (view && !view.endOfTextblock(direction < 0 ? 'up' : 'down')) return false
    const $cell = selectionCell(state)
    const start = $cell.start(-1)
    const { map, width } = TableMap.get($cell.node(-1))
    const target = map[map.indexOf($cell.pos - start) + direction * width]
    const beside = direction < 0 ? $cell.before(-1) : $cell.after(-1)
    const next =
      target === undefined
        ? Selection.findFrom(doc.resolve(beside), direction)
        : Selection.near(doc.resolve(start + target + 1))
    if (next) dispatch?.(tr.setSelection(next).scrollIntoView())
    return next !== null
  }
}

function moveCell(direction: -1 | 1): Command {
  return (state, dispatch) => {
    if (!isInTable(state)) return false
    const $cell = selectionCell(state)
    const table = $cell.node(-1)
    const tableStart = $cell.start(-1)
    const { map, height } = TableMap.get(table)
    const index = map.indexOf($cell.pos - tableStart) + direction
    const { tr } = state
    if (index >= map.length && height < MAX_ROWS) addRow(tr, selectedRect(state), height)
    const target = TableMap.get(tr.doc.nodeAt(tableStart - 1) ?? table).map[index]
    if (target === undefined) return true
    dispatch?.(tr.setSelection(Selection.near(tr.doc.resolve(tableStart + target + 1), 1)).scrollIntoView())
    return true
  }
}
