import { undo } from 'prosemirror-history'
import { Slice } from 'prosemirror-model'
import { EditorState } from 'prosemirror-state'
import { describe, expect, it } from 'vitest'
import { schema } from '../document/schema.ts'
import { after, apply, pressed, stateOf, textState, typed } from '../testing/states.ts'
import { corePlugins } from './core.ts'

const paragraph = (text: string, id?: string) => ({
  ...(id !== undefined && { id }),
  type: 'paragraph',
  data: { text },
})
const idsOf = ({ doc }: ReturnType<typeof stateOf>) => doc.content.content.map(({ attrs }) => attrs.id as string | null)

describe('ids', () => {
  it('are new in the second half of a split block, which isn’t the stored one', () => {
    const { doc } = pressed(textState(paragraph('a|b', 'x')), 'Enter')
    expect(doc.child(0).attrs).toMatchObject({ id: 'x' })
    expect(doc.child(1).attrs).toMatchObject({ id: expect.stringMatching(/^[\w-]{10}$/), origin: null })
  })

  it('are given to inserted blocks, none twice', () => {
    const state = stateOf(paragraph('a', 'x'), paragraph('b', 'y'))
    const copies = new Slice(state.doc.content, 0, 0)
    const pasted = apply(state, state.tr.replaceRange(3, 3, copies).insert(0, schema.nodes.delimiter.create()))
    expect(new Set(idsOf(pasted)).size).toBe(pasted.doc.childCount)
    expect(idsOf(pasted)).not.toContain(null)
    expect(idsOf(pasted)).toEqual(expect.arrayContaining(['x', 'y']))
    // Only the first of two is the stored block.
    const origins = pasted.doc.content.content.map(({ attrs }) => attrs.origin as object | null)
    expect(origins.filter((origin) => origin !== null)).toHaveLength(2)
  })

  it('stay the same while typing, moving and undoing', () => {
    const state = textState(paragraph('a|', 'x'), paragraph('b', 'y'))
    expect(idsOf(typed(state, 'c'))).toEqual(['x', 'y'])
    const moved = pressed(state, 'Alt-Shift-ArrowDown')
    expect(idsOf(moved)).toEqual(['y', 'x'])
    expect(idsOf(after(moved, undo))).toEqual(['x', 'y'])
  })

  it('aren’t given to what undoing brings back', () => {
    const { paragraph: type } = schema.nodes
    const doc = schema.nodes.doc.create(null, [
      type.create(null, schema.text('a')),
      type.create(null, schema.text('b')),
    ])
    const state = EditorState.create({ doc, plugins: corePlugins() })
    const deleted = apply(state, state.tr.delete(0, 3))
    expect(after(deleted, undo).doc.eq(doc)).toBe(true)
  })

  it('keep marks for what is typed next', () => {
    const state = stateOf(paragraph('', 'x'))
    const { tr } = state
    tr.insert(0, schema.nodes.paragraph.create()).setStoredMarks([schema.marks.b.create()])
    expect(apply(state, tr).storedMarks).toHaveLength(1)
  })
})
