import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')

const colors = new Map(
  [...css.matchAll(/--stoa-(?:color-)?([\w-]+): (?:light-dark\((#\w+), (#\w+)\)|(#\w+));/g)].map(
    ([, name = '', light = '', dark = '', both]) => [name, { light: both ?? light, dark: both ?? dark }] as const,
  ),
)

// WCAG 2.2, relative luminance and contrast ratio.
function luminance(hex: string): number {
  const digits = hex.length === 4 ? [...hex.slice(1)].map((d) => d + d) : (hex.slice(1).match(/../g) ?? [])
  const [r = 0, g = 0, b = 0] = digits
    .map((pair) => Number.parseInt(pair, 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(theme: 'light' | 'dark', one: string, other: string): number {
  const pair = [one, other].map((name) => {
    const color = colors.get(name)
    if (!color) throw new Error(`no token for the color ${name}`)
    return luminance(color[theme])
  })
  return (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05)
}

const SURFACES = ['surface', 'surface-raised', 'surface-hover']
const TEXT = [
  ...['text', 'text-muted', 'accent', 'accent-hover', 'danger'].flatMap((text) => SURFACES.map((on) => [text, on])),
  ...['success', 'warning'].flatMap((text) => ['surface', 'surface-raised'].map((on) => [text, on])),
  ...Array.from({ length: 8 }, (_, tint) => ['on-tint', `tint-${tint}`]),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-danger', 'danger'],
  ['on-accent-subtle', 'accent-subtle'],
  ...['accent', 'danger', 'success', 'warning'].flatMap((tone) => [
    ['text', `${tone}-subtle`],
    [tone, `${tone}-subtle`],
  ]),
] as [string, string][]
const PARTS = [
  ['border-strong', 'surface'],
  ['border-strong', 'surface-raised'],
  ['accent', 'surface-hover'],
] as [string, string][]

it.each(['light', 'dark'] as const)('keeps text at 4.5:1 and parts of controls at 3:1 in %s', (theme) => {
  const weak = [
    ...TEXT.map((pair) => ({ pair, ratio: contrast(theme, ...pair), least: 4.5 })),
    ...PARTS.map((pair) => ({ pair, ratio: contrast(theme, ...pair), least: 3 })),
  ].filter(({ ratio, least }) => ratio < least)
  expect(weak).toEqual([])
})

it('defines every color for light and dark, and every token used by a rule', () => {
  const defined = new Set([...css.matchAll(/(--stoa-[\w-]+):/g)].map(([, name]) => name))
  const read = [...css.matchAll(/var\((--stoa-[\w-]+)\)/g)].map(([, name]) => name)
  expect(read.filter((name) => !defined.has(name))).toEqual([])
  expect(colors.size).toBeGreaterThan(15)
})
