import type { Command, EditorState } from 'prosemirror-state'
import { describe, expect, it } from 'vitest'
import { after, pressed, shown, textState, typed, writtenBlocks } from '../testing/states.ts'
import { linkAddress, linkAround, removeLink, setLink } from './marks.ts'

const paragraph = (text: string) => ({ type: 'paragraph', data: { text } })
const textOf = (state: EditorState) => (writtenBlocks(state)[0] as { data: { text: string } }).data.text
const run = (text: string, command: Command) => textOf(after(textState(paragraph(text)), command))
const LINK = '<a href="https://a.example/">'

describe('marks', () => {
  it('are set and removed', () => {
    const state = pressed(textState(paragraph('a[b]c')), 'Mod-b')
    expect(textOf(state)).toBe('a<b>b</b>c')
    expect(textOf(pressed(state, 'Mod-b'))).toBe('abc')
    expect(textOf(pressed(pressed(state, 'Mod-Shift-h'), 'Mod-u'))).toBe('a<b><u><mark>b</mark></u></b>c')
  })

  it('go on in what is written next, except for links', () => {
    expect(textOf(typed(textState(paragraph('<b>a|</b>')), 'x'))).toBe('<b>ax</b>')
    expect(textOf(typed(textState(paragraph(`${LINK}a|</a>`)), 'x'))).toBe(`${LINK}a</a>x`)
  })

  it('end after inline code with Right', () => {
    const state = textState(paragraph('<code>a|</code>b'))
    expect(textOf(typed(state, 'x'))).toBe('<code>ax</code>b')
    const left = pressed(state, 'ArrowRight')
    expect(shown(left)).toEqual(['paragraph: a|b'])
    expect(textOf(typed(left, 'x'))).toBe('<code>a</code>xb')
    expect(() => pressed(left, 'ArrowRight')).toThrow('doesn’t apply')
    expect(() => pressed(textState(paragraph('<code>a|b</code>')), 'ArrowRight')).toThrow('doesn’t apply')
  })
})

describe('links', () => {
  it('are set on the selection, or inserted', () => {
    expect(run('a[b]c', setLink('a.example'))).toBe(`a${LINK}b</a>c`)
    expect(run('a|', setLink('https://a.example'))).toBe(`a${LINK}https://a.example</a>`)
  })

  it('are changed and removed around the caret', () => {
    const text = `x${LINK}a<b>b|</b></a>y`
    expect(run(text, setLink('b.example'))).toBe('x<a href="https://b.example/">a<b>b</b></a>y')
    expect(run(text, removeLink)).toBe('xa<b>b</b>y')
    const { selection } = textState(paragraph(text))
    expect(linkAround(selection.$from)).toEqual({ from: 2, to: 4, href: 'https://a.example/' })
    expect(linkAround(textState(paragraph(`x|y${LINK}a</a>`)).selection.$from)).toBeNull()
  })

  it('refuse other addresses, and code', () => {
    for (const address of ['javascript:alert(1)', 'x', '', 'data:text/html,x', `a.example/${'x'.repeat(3000)}`]) {
      expect(linkAddress(address)).toBeNull()
    }
    expect(setLink('a.example')(textState({ type: 'code', data: { code: 'a|' } }))).toBe(false)
    expect(removeLink(textState(paragraph('a|')))).toBe(false)
  })
})
