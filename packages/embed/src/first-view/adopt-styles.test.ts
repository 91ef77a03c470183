import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { applyTextSize } from './adopt-styles.ts'

let root: ShadowRoot
const sheets = () => root.adoptedStyleSheets as unknown as { text: string }[]
const setTo = (fontSize: string) =>
  vi.spyOn(window, 'getComputedStyle').mockReturnValue({ fontSize } as CSSStyleDeclaration)

beforeEach(() => {
  // What the test's DOM lacks.
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

it('takes the reader’s own text size, and leaves no trace of asking', () => {
  setTo('20px')
  applyTextSize(root)
  expect(sheets().map(({ text }) => text)).toEqual([':host { --stoa-rem: 20px }'])
  expect(root.childNodes).toHaveLength(0)
})

it('leaves the usual size to the tokens, and an unknown one', () => {
  for (const size of ['16px', '']) {
    setTo(size)
    applyTextSize(root)
  }
  expect(sheets()).toEqual([])
})
