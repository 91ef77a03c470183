import { EditorState } from 'prosemirror-state'
import { Step } from 'prosemirror-transform'
import { describe, expect, it } from 'vitest'
import { schema } from '../document/schema.ts'
import { growth } from '../testing/growth.ts'
import { BlockAttrsStep } from './block-attrs-step.ts'
import { withIds } from './ids.ts'

const { doc, paragraph } = schema.nodes
const blocks = (count: number) => Array.from({ length: count }, () => paragraph.create(null, schema.text('a')))
const text = (count: number) => doc.create(null, blocks(count))
const idsOf = (node: ReturnType<typeof text>) => node.content.content.map(({ attrs }) => attrs.id as unknown)

describe('setting attributes of blocks', () => {
  const before = text(3)
  const step = new BlockAttrsStep([
    { position: 0, attrs: { id: 'x' } },
    { position: 6, attrs: { id: 'z' } },
  ])

  it('changes only these, and can be inverted and stored', () => {
    const after = step.apply(before).doc ?? before
    expect(idsOf(after)).toEqual(['x', null, 'z'])
    expect(after.child(1)).toBe(before.child(1))
    expect(step.invert(before).apply(after).doc?.eq(before)).toBe(true)
    const stored = Step.fromJSON(schema, JSON.parse(JSON.stringify(step.toJSON())))
    expect(idsOf(stored.apply(before).doc ?? before)).toEqual(['x', null, 'z'])
  })

  it('follows blocks that move, and forgets deleted ones', () => {
    const { tr } = EditorState.create({ doc: before })
    tr.delete(0, 3).insert(0, blocks(2))
    const mapped = step.map(tr.mapping)
    expect(idsOf(mapped?.apply(tr.doc).doc ?? tr.doc)).toEqual([null, null, null, 'z'])
    expect(step.map(EditorState.create({ doc: before }).tr.replaceWith(0, 9, blocks(1)).mapping)).toBeNull()
  })

  it('fails where there is no such block', () => {
    expect(step.apply(text(1)).failed).not.toBeNull()
  })

  it('takes as many times longer as there are more new blocks', () => {
    const run = (count: number) => {
      const state = EditorState.create({ doc: text(1) })
      withIds(state.tr.replaceWith(0, 3, blocks(count)))
    }
    expect(growth(24_000, run)).toBeLessThan(20)
  })
})
