import type { EditorView } from 'prosemirror-view'
import { describe, expect, it } from 'vitest'
import { textState } from '../testing/states.ts'
import { keys } from './keys.ts'

function press(about: KeyboardEventInit & { composing?: boolean; keyCode?: number }): boolean {
  const { composing = false, keyCode = 0, ...init } = about
  const plugin = keys({})
  const event = Object.defineProperty(new KeyboardEvent('keydown', init), 'keyCode', { value: keyCode })
  const view = { state: textState({ type: 'paragraph', data: { text: 'a|' } }), composing, dispatch: () => undefined }
  return plugin.props.handleKeyDown?.call(plugin, view as unknown as EditorView, event) === true
}

describe('keys', () => {
  it('run their commands', () => {
    expect(press({ key: 'Enter' })).toBe(true)
    expect(press({ key: 'b', ctrlKey: true })).toBe(true)
    expect(press({ key: 'x' })).toBe(false)
    // Opens nothing here.
    expect(press({ key: 'k', ctrlKey: true })).toBe(false)
    // In a text, Tab leaves the editor.
    expect(press({ key: 'Tab' })).toBe(false)
  })

  it('leave those of an input method to it', () => {
    expect(press({ key: 'Enter', composing: true })).toBe(false)
    expect(press({ key: 'Enter', isComposing: true })).toBe(false)
    expect(press({ key: 'Enter', keyCode: 229 })).toBe(false)
  })
})
