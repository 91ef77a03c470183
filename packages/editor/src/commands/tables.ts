import { type Command, Selection } from 'prosemirror-state'
import { addRow, isInTable, selectedRect, selectionCell, TableMap } from 'prosemirror-tables'

/** A stored table has at most as many rows. */
const MAX_ROWS = 500

/** Moves to the next cell; from the last one to a new row. Stays in the table. */
export const nextCell: Command = (state, dispatch) => moveCell(1)(state, dispatch)
/** Moves to the cell before. */
export const previousCell: Command = (state, dispatch) => moveCell(-1)(state, dispatch)

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
