import { postDocument } from '@stoa/contract/schemas'
import fc from 'fast-check'
import { redo, redoDepth, undo, undoDepth } from 'prosemirror-history'
import { type Node, Slice } from 'prosemirror-model'
import { type Command, EditorState, TextSelection } from 'prosemirror-state'
import { describe, expect, it, vi } from 'vitest'
import { readDocument } from '../document/read.ts'
import { writeDocument } from '../document/write.ts'
import { corePlugins } from '../plugins/core.ts'
import { bindings } from '../plugins/keys.ts'
import { validDocument } from '../testing/documents.ts'
import { runs, timeoutOf } from '../testing/runs.ts'
import { after, apply, selectionBy } from '../testing/states.ts'
import { deleteBlocks, deleteText } from './blocks.ts'
import { commandOf } from './edit.ts'
import { leaveList } from './lists.ts'
import { removeLink, setLink } from './marks.ts'
import { turnInto } from './turn-into.ts'

const { 'Mod-z': _undo, 'Mod-Shift-z': _redo, 'Mod-y': _again, ...editing } = bindings({})
const commands: Record<string, Command> = {
  ...editing,
  quote: commandOf(turnInto({ type: 'quote' })),
  warning: commandOf(turnInto({ type: 'warning' })),
  code: commandOf(turnInto({ type: 'codeBlock' })),
  deleteBlocks: commandOf(deleteBlocks),
  leaveList: commandOf(leaveList),
  link: setLink('a.example'),
  removeLink,
  type: (state, dispatch) => {
    const { tr } = state
    if (!state.selection.$from.sameParent(state.selection.$to)) deleteText(tr)
    dispatch?.(tr.insertText('x'))
    return true
  },
  paste: (state, dispatch) => {
    const content = readDocument({ blocks: [{ type: 'list', data: { style: 'ordered', items: ['p', 'q'] } }] }).content
    dispatch?.(state.tr.replaceSelection(new Slice(content, 0, 0)))
    return true
  },
}
const names = Object.keys(commands)

const step = fc.record({
  name: fc.constantFrom(...names),
  selection: fc.tuple(fc.nat(), fc.nat(), fc.nat()),
})

function select(state: EditorState, numbers: readonly [number, number, number]): EditorState {
  return state.apply(state.tr.setSelection(selectionBy(state.doc, numbers)))
}

/** Runs a command if it applies. */
function run(state: EditorState, name: string): EditorState {
  let next = state
  commands[name]?.(state, (tr) => {
    next = apply(state, tr)
  })
  return next
}

const RUNS = runs(1500)
vi.setConfig({ testTimeout: timeoutOf(RUNS) })

describe('every command on every selection', () => {
  it('keeps the document valid, and can be undone and redone with the selection', () => {
    fc.assert(
      fc.property(validDocument, fc.array(step, { minLength: 1, maxLength: 12 }), (document, steps) => {
        let state = EditorState.create({ doc: readDocument(document), plugins: corePlugins() })
        const before: EditorState[] = []
        for (const { name, selection } of steps) {
          const selected = select(state, selection)
          state = run(selected, name)
          state.doc.check()
          if (undoDepth(state) > undoDepth(selected)) before.push(selected)
        }
        const end = state
        expect(postDocument.safeParse(writeDocument(state.doc)).error).toBeUndefined()
        for (const expected of before.toReversed()) {
          state = after(state, undo)
          expect(state.doc.eq(expected.doc)).toBe(true)
          expect(state.selection.toJSON()).toEqual(expected.selection.toJSON())
        }
        expect(undoDepth(state)).toBe(0)
        for (const expected of [...before, end].slice(1)) {
          state = after(state, redo)
          expect(state.doc.eq(expected.doc)).toBe(true)
          expect(state.selection.toJSON()).toEqual(expected.selection.toJSON())
        }
        expect(redoDepth(state)).toBe(0)
      }),
      RUNS,
    )
  })

  it('keeps all text unless it deletes, in the same order unless it moves blocks', () => {
    const deleting = ['Backspace', 'Shift-Backspace', 'Mod-Backspace', 'Delete', 'Mod-Delete', 'deleteBlocks', 'Mod-d']
    const adding = ['type', 'paste', 'link']
    const keeping = names.filter((name) => !deleting.includes(name) && !adding.includes(name))
    fc.assert(
      fc.property(validDocument, fc.constantFrom(...keeping), step, (document, name, { selection }) => {
        const start = EditorState.create({ doc: readDocument(document), plugins: corePlugins() })
        const selected = select(start, selection)
        // Enter replaces what is selected.
        if (!selected.selection.empty && /Enter/.test(name)) return
        const [before, after] = [selected, run(selected, name)].map(({ doc }) => lettersOf(doc))
        const isMoving = name.startsWith('Alt-Shift')
        expect(isMoving ? after?.toSorted() : after).toEqual(isMoving ? before?.toSorted() : before)
      }),
      RUNS,
    )
  })

  it('deletes the selected text and nothing else', () => {
    fc.assert(
      fc.property(validDocument, fc.tuple(fc.constantFrom(6, 7), fc.nat(), fc.nat()), (document, numbers) => {
        const state = select(EditorState.create({ doc: readDocument(document), plugins: corePlugins() }), numbers)
        const { doc, selection, tr } = state
        if (!(selection instanceof TextSelection)) return
        deleteText(tr)
        tr.doc.check()
        const { from, to } = selection
        const rest = [...lettersOf(doc.cut(0, from)), ...lettersOf(doc.cut(to, doc.content.size))]
        expect(lettersOf(tr.doc).join('')).toBe(rest.join(''))
        expect(tr.selection.empty).toBe(true)
      }),
      RUNS,
    )
  })
})

/** All characters, without breaks and spaces: a text may have a break in place of a new block, and code is indented. */
function lettersOf(doc: Node): string[] {
  return [...doc.textContent.replace(/[ \n]/g, '')]
}
