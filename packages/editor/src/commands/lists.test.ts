import { describe, expect, it } from 'vitest'
import { after, pressed, shown, stateOf, textState, writtenBlocks } from '../testing/states.ts'
import { commandOf } from './edit.ts'
import { leaveList } from './lists.ts'

const item = (content: string, ...items: unknown[]) => ({ content, items })
const list = (...items: unknown[]) => ({ type: 'list', data: { style: 'unordered', items } })
const lines = (...blocks: unknown[]) => shown(textState(...blocks))

describe('Tab in a list', () => {
  it('moves the item to the right, with those below it', () => {
    const state = textState(list(item('a'), item('b|', item('c')), item('d')))
    expect(shown(pressed(state, 'Tab'))).toEqual(['item 0: a', 'item 1: b|', 'item 2: c', 'item 0: d'])
  })

  it('moves all selected items', () => {
    const state = textState(list(item('a'), item('[b'), item('c]'), item('d')))
    const indented = pressed(state, 'Tab')
    expect(shown(indented)).toEqual(['item 0: a', 'item 1: [b', 'item 1: c]', 'item 0: d'])
    expect(shown(pressed(indented, 'Shift-Tab'))).toEqual(shown(state))
  })

  it('keeps the attributes of items, and the style of nested lists', () => {
    const checklist = {
      type: 'list',
      data: { style: 'checklist', items: [item('a'), { ...item('b|'), meta: { checked: true }, extra: 1 }] },
    }
    expect(writtenBlocks(pressed(textState(checklist), 'Tab'))).toEqual([
      {
        type: 'list',
        data: {
          style: 'checklist',
          items: [
            {
              content: 'a',
              items: [{ content: 'b', items: [], meta: { checked: true }, extra: 1 }],
              meta: { checked: false },
            },
          ],
        },
      },
    ])
  })

  it('stays in the list where nothing can move', () => {
    const state = textState(list(item('a|'), item('b')))
    expect(shown(pressed(state, 'Tab'))).toEqual(shown(state))
    expect(shown(pressed(state, 'Shift-Tab'))).toEqual(shown(state))
    let deep = textState(list(item('a'), ...'bcdefghij'.split('').map((letter) => item(letter)), item('z|')))
    for (let times = 0; times < 20; times += 1) deep = pressed(deep, 'Tab')
    expect(shown(deep).at(-1)).toBe('item 1: z|')
  })

  it('never exceeds the deepest level that readers see', () => {
    let items = [item('z|')]
    for (const letter of 'abcdefg') items = [item(letter), item(letter, ...items)]
    const state = textState(list(...items))
    expect(lines(list(...items)).at(-1)).toBe('item 7: z|')
    expect(shown(pressed(state, 'Tab'))).toEqual(shown(state))
  })
})

describe('Enter in a list', () => {
  it('splits the item, whose first half keeps the tick', () => {
    const checklist = {
      type: 'list',
      data: { style: 'checklist', items: [{ ...item('a|b', item('c')), meta: { checked: true } }] },
    }
    const split = pressed(textState(checklist), 'Enter')
    expect(shown(split)).toEqual(['item 0: a', 'item 0: |b', 'item 1: c'])
    expect(JSON.stringify(writtenBlocks(split)).match(/"checked":true/g)).toHaveLength(1)
  })

  it('at the start moves the item down', () => {
    expect(shown(pressed(textState(list(item('|a'))), 'Enter'))).toEqual(['item 0: ', 'item 0: |a'])
  })

  it('in an empty item moves to the left, and then leaves the list', () => {
    const state = textState(list(item('a', item('|')), item('b')))
    const outdented = pressed(state, 'Enter')
    expect(shown(outdented)).toEqual(['item 0: a', 'item 0: |', 'item 0: b'])
    const left = pressed(outdented, 'Enter')
    expect(shown(left)).toEqual(['item 0: a', 'paragraph: |', 'item 0: b'])
    expect(writtenBlocks(left)).toHaveLength(3)
  })

  it('replaces a selection across levels', () => {
    const state = textState(list(item('a[b', item('c', item('d]e'))), item('f')))
    expect(shown(pressed(state, 'Enter'))).toEqual(['item 0: a', 'item 0: |e', 'item 0: f'])
  })
})

describe('checklists', () => {
  const checklist = (...contents: string[]) => ({
    type: 'list',
    data: { style: 'checklist', items: contents.map((content) => item(content)) },
  })
  const ticks = (state: Parameters<typeof writtenBlocks>[0]) =>
    JSON.stringify(writtenBlocks(state))
      .match(/"checked":(true|false)/g)
      ?.map((tick) => tick.includes('true'))

  it('are ticked by Mod and Enter, all selected items alike', () => {
    const state = textState(checklist('a', '[b', 'c]'))
    const ticked = pressed(state, 'Mod-Enter')
    expect(ticks(ticked)).toEqual([false, true, true])
    expect(ticks(pressed(ticked, 'Mod-Enter'))).toEqual([false, false, false])
  })
})

describe('leaving a list', () => {
  it('keeps the block’s id and stored form for what remains of it', () => {
    const stored = {
      id: 'a',
      type: 'list',
      data: { style: 'ordered', meta: { start: 4 }, items: ['x|', 'y'], extra: 1 },
    }
    const left = after(textState(stored), commandOf(leaveList))
    expect(shown(left)).toEqual(['paragraph: x|', 'item 0: y'])
    expect(writtenBlocks(left)[1]).toMatchObject({ type: 'list', data: { meta: { start: 4 }, extra: 1 } })
    expect(left.doc.child(1).attrs.id).toBe('a')
  })

  it('does nothing elsewhere', () => {
    expect(commandOf(leaveList)(stateOf({ type: 'paragraph', data: { text: 'x' } }))).toBe(false)
  })
})
