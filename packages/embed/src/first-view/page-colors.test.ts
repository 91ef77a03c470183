import { expect, it } from 'vitest'
import { type Color, needsSurface, over, themeFor } from './page-colors.ts'

const color = (hex: string): Color => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  return [red, green, blue, 1]
}

it.each<[text: string, background: string, theme: 'light' | 'dark', hasSurface: boolean]>([
  ['#222222', '#ffffff', 'light', false],
  ['#dddddd', '#16181d', 'dark', false],
  ['#5b4636', '#f4ecd8', 'light', false],
  // Weak text of the page.
  ['#999999', '#ffffff', 'light', true],
  ['#ffd700', '#ffffff', 'light', true],
  ['#777777', '#111111', 'dark', true],
  // Neither theme is readable.
  ['#000000', '#888888', 'light', true],
  ['#ffffff', '#767676', 'dark', true],
  // The page draws its background in another way.
  ['#ffffff', '#ffffff', 'dark', true],
  ['#111111', '#111111', 'light', true],
])('text %s on %s: %s, own surface: %s', (...example) => {
  const [text, background, theme, hasSurface] = example
  expect(themeFor(color(text), color(background))).toEqual({ theme, hasSurface })
})

it('trusts the text of a page with a picture behind it', () => {
  expect(themeFor(color('#ffffff'), null)).toEqual({ theme: 'dark', hasSurface: false })
  expect(themeFor(color('#222222'), null)).toEqual({ theme: 'light', hasSurface: false })
})

it('sees through translucent colors', () => {
  expect(over([1, 1, 1, 0.5], color('#000000'))).toEqual([0.5, 0.5, 0.5, 1])
  expect(themeFor([1, 1, 1, 0.8], color('#0b1e3a'))).toEqual({ theme: 'dark', hasSurface: false })
})

it('puts a surface below a theme that the page has chosen against its background', () => {
  expect(needsSurface('dark', color('#ffffff'))).toBe(true)
  expect(needsSurface('dark', color('#111111'))).toBe(false)
  expect(needsSurface('light', null)).toBe(false)
})
