import { afterEach, expect, it } from 'vitest'
import { shortcutKey } from './shortcut-key.ts'

afterEach(() => document.body.replaceChildren())

/** What a key press in the given element means; the element is the last one of the HTML. */
function press(init: KeyboardEventInit, html = '<p></p>'): string | null {
  document.body.innerHTML = html
  let meaning: string | null = null
  const listen = (event: KeyboardEvent) => {
    meaning = shortcutKey(event)
  }
  document.addEventListener('keydown', listen, { once: true })
  const target = Array.from(document.body.querySelectorAll('*')).at(-1)
  target?.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...init }))
  return meaning
}

it.each([
  ['Hebrew', { key: 'ח', code: 'KeyJ' }, 'j'],
  ['Arabic', { key: 'ت', code: 'KeyJ' }, 'j'],
  ['Cyrillic', { key: 'о', code: 'KeyJ' }, 'j'],
  ['Greek', { key: 'ξ', code: 'KeyJ' }, 'j'],
  ['Arabic question mark', { key: '؟', code: 'Slash', shiftKey: true }, '?'],
  ['Dvorak, where the letter is elsewhere', { key: 'j', code: 'KeyC' }, 'j'],
  ['French, an accented letter in the row of digits', { key: 'é', code: 'Digit2' }, null],
  ['German, a shifted sign', { key: '/', code: 'Digit7', shiftKey: true }, '/'],
  ['Caps Lock', { key: 'J', code: 'KeyJ' }, 'j'],
  ['a named key', { key: 'Escape', code: 'Escape' }, 'Escape'],
])('knows the key of a keyboard: %s', (_, init, expected) => {
  expect(press(init)).toBe(expected)
})

it.each(['ctrlKey', 'metaKey', 'altKey', 'shiftKey'] as const)('is none with %s', (modifier) => {
  expect(press({ key: 'j', code: 'KeyJ', [modifier]: true })).toBeNull()
})

it('is one only once while it is held, except for walking', () => {
  expect(press({ key: 'l', code: 'KeyL', repeat: true })).toBeNull()
  expect(press({ key: 'Escape', code: 'Escape', repeat: true })).toBeNull()
  expect(press({ key: 'j', code: 'KeyJ', repeat: true })).toBe('j')
})

it('is none with AltGr', () => {
  expect(press({ key: 'ĸ', code: 'KeyK', modifierAltGraph: true })).toBeNull()
})

it.each([
  '<input>',
  '<textarea></textarea>',
  '<select></select>',
  '<div contenteditable="true"><b></b></div>',
  '<div contenteditable="plaintext-only"></div>',
  '<div role="menu"><button></button></div>',
  '<ul role="listbox"><li></li></ul>',
  '<dialog open><button></button></dialog>',
])('is none in %s', (html) => {
  expect(press({ key: 'j', code: 'KeyJ' }, html)).toBeNull()
})

it('is one on a checkbox, which has no use for letters', () => {
  expect(press({ key: 'x', code: 'KeyX' }, '<input type="checkbox">')).toBe('x')
})

it('is none while an input method composes, or when the key was handled', () => {
  expect(press({ key: 'j', code: 'KeyJ', isComposing: true })).toBeNull()
  const event = new KeyboardEvent('keydown', { key: 'j', cancelable: true })
  event.preventDefault()
  expect(shortcutKey(event)).toBeNull()
})
