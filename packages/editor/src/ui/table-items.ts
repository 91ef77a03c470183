import type { MenuItem } from '@stoa/ui'
import { addColumnAfter, addRowAfter, deleteColumn, deleteRow } from 'prosemirror-tables'
import type { EditorHost } from '../view/host.ts'

/** Changes of the rows and columns of the table that has the caret. */
export function tableItems({ t, view }: EditorHost): MenuItem[] {
  const run = (command: typeof addRowAfter) => () => {
    command(view.state, view.dispatch)
    view.focus()
  }
  return [
    { id: 'add-row', label: t('editor.table.addRow'), onSelect: run(addRowAfter) },
    { id: 'add-column', label: t('editor.table.addColumn'), onSelect: run(addColumnAfter) },
    { id: 'delete-row', label: t('editor.table.deleteRow'), group: 'edit', onSelect: run(deleteRow) },
    { id: 'delete-column', label: t('editor.table.deleteColumn'), group: 'edit', onSelect: run(deleteColumn) },
  ]
}
