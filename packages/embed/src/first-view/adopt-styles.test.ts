import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { applyTextSize } from './adopt-styles.ts'

let root: ShadowRoot
const sheets = () => root.adoptedStyleSheets as unknown as { text: string }[]
const setTo = (fontSize: string) =>
  vi.spyOn(window, 'getComputedStyle').mockReturnValue({ fontSize } as CSSStyleDeclaration)

beforeEach(() => {
  // Not supported by the test's DOM.
  vi.stubGlobal(
    'CSSStyleSheet',
    class {
      text = ''
      replaceSync(text: string) {
        this.text = text
      }
    },
  )
  root = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' })
  root.adoptedStyleSheets ??= []
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('uses the reader’s text size, and leaves no trace of measuring', () => {
  setTo('20px')
  applyTextSize(root)
  expect(sheets().map(({ text }) => text)).toEqual([':host { --stoa-rem: 20px }'])
  expect(root.childNodes).toHaveLength(0)
})

it('leaves the default size, and an unknown one, to the tokens', () => {
  for (const size of ['16px', '']) {
    setTo(size)
    applyTextSize(root)
  }
  expect(sheets()).toEqual([])
})
