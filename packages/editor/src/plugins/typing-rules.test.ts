import { undo } from 'prosemirror-history'
import { describe, expect, it } from 'vitest'
import { schema } from '../document/schema.ts'
import { after, pressed, shown, textState, typed, writtenBlocks } from '../testing/states.ts'

const paragraph = (text: string) => ({ type: 'paragraph', data: { text } })
const written = (text: string) => writtenBlocks(typed(textState(paragraph('|')), text))
const inline = (text: string) => (written(text)[0] as { data: { text: string } }).data.text

describe('Markdown while typing', () => {
  it.each([
    ['### x', { type: 'header', data: { text: 'x', level: 3 } }],
    ['> x', { type: 'quote', data: { text: 'x' } }],
    ['```ts x', { type: 'code', data: { code: 'x', language: 'ts' } }],
    ['- x', { type: 'list', data: { style: 'unordered', items: [{ content: 'x', items: [] }] } }],
    ['4) x', { type: 'list', data: { style: 'ordered', meta: { start: 4 }, items: [{ content: 'x', items: [] }] } }],
    [
      '[x] x',
      { type: 'list', data: { style: 'checklist', items: [{ content: 'x', meta: { checked: true }, items: [] }] } },
    ],
  ])('makes a block of %s', (text, block) => expect(written(text)).toEqual([block]))

  it('makes a line of three dashes', () => {
    expect(shown(typed(textState(paragraph('|')), '---x'))).toEqual(['delimiter: ', 'paragraph: x|'])
  })

  it('goes on with the list above of the same style', () => {
    const list = (style: string, ...items: string[]) => ({ type: 'list', data: { style, items } })
    const below = (style: string, text: string) =>
      writtenBlocks(typed(textState(list(style, 'a', 'b'), paragraph('|')), text)).map(
        (block) => (block as { data: object }).data,
      )
    expect(below('unordered', '- x')).toMatchObject([{ items: [{ content: 'a' }, { content: 'b' }, { content: 'x' }] }])
    expect(below('ordered', '3. x')).toMatchObject([{ items: [{ content: 'a' }, { content: 'b' }, { content: 'x' }] }])
    expect(below('ordered', '1. x')).toHaveLength(2)
    expect(below('ordered', '- x')).toHaveLength(2)
    const state = typed(textState(list('unordered', 'a'), paragraph('|')), '- ')
    expect(shown(pressed(state, 'Backspace'))).toEqual(['item 0: a', 'paragraph: - |'])
  })

  it('brings back with Backspace what was typed, with the caret behind it', () => {
    const undone = (before: string, text: string) =>
      shown(pressed(typed(textState(paragraph('x'), paragraph(before)), text), 'Backspace'))[1]
    expect(undone('|Hello', '# ')).toBe('paragraph: # |Hello')
    expect(undone('|Hello', '- ')).toBe('paragraph: - |Hello')
    expect(undone('One| two', ' **b**')).toBe('paragraph: One **b**| two')
  })

  it('makes a checklist of a list with a box', () => {
    const list = { type: 'list', data: { style: 'ordered', items: ['a', { content: '|b', items: ['c'] }] } }
    const item = (content: string, checked: boolean, items: object[] = []) => ({ content, meta: { checked }, items })
    const written = (text: string) => (writtenBlocks(typed(textState(list), text))[0] as { data: object }).data
    expect(written('[x] ')).toMatchObject({
      style: 'checklist',
      items: [item('a', false), item('b', true, [item('c', false)])],
    })
    expect(written('[] ')).toMatchObject({ style: 'checklist', items: [{}, { meta: { checked: false } }] })
    expect(written('x[x] ')).toMatchObject({ style: 'ordered' })
  })

  it.each([
    ['a **b c** d', 'a <b>b c</b> d'],
    ['*a* _b_ __c__', '<i>a</i> <i>b</i> <b>c</b>'],
    ['~~a~~ ==b== `c`d', '<s>a</s> <mark>b</mark> <code>c</code>d'],
    ['[a](b.example) c', '<a href="https://b.example/">a</a> c'],
    ['`a *b*` *c*', '<code>a *b*</code> <i>c</i>'],
  ])('sets marks in %s', (text, markup) => expect(inline(text)).toBe(markup))

  it.each(['2*3*4', 'a_b_c', '** a**', '[a](javascript:x)', '#x', '1.x', '2024 - x', 'a---'])('leaves %s', (text) => {
    expect(inline(text)).toBe(text)
  })

  it('does nothing in code, captions’ starts, or in the middle of a text', () => {
    const code = { type: 'code', data: { code: '|' } }
    expect(shown(typed(textState(code), '# *a*'))).toEqual(['codeBlock: # *a*|'])
    const image = { type: 'image', data: { file: { url: '/media/a.png' }, caption: '|' } }
    expect(shown(typed(textState(image), '# '))).toEqual(['image: # |'])
    expect(shown(typed(textState(paragraph('x|')), '# '))).toEqual(['paragraph: x# |'])
    expect(shown(typed(textState(paragraph(`${'x'.repeat(600)}|`)), '- ')).length).toBe(1)
  })

  it('gives back what was typed with Backspace, or by undoing', () => {
    const state = typed(textState(paragraph('|')), '## ')
    expect(shown(state)).toEqual(['heading: |'])
    expect(shown(pressed(state, 'Backspace'))).toEqual(['paragraph: ## |'])
    expect(shown(after(typed(textState(paragraph('|')), '## '), undo))).toEqual(['paragraph: ##|'])
    const bold = typed(textState(paragraph('|')), '**a**')
    expect(shown(pressed(bold, 'Backspace'))).toEqual(['paragraph: **a**|'])
    expect(pressed(bold, 'Backspace').doc.rangeHasMark(0, 7, schema.marks.b)).toBe(false)
  })

  it('keeps the text after the caret, and the block’s id', () => {
    const state = typed(textState({ id: 'a', ...paragraph('|x') }), '# ')
    expect(shown(state)).toEqual(['heading: |x'])
    expect(state.doc.child(0).attrs.id).toBe('a')
  })
})
