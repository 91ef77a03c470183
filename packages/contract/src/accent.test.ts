import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accentColors, contrast } from './accent.ts'

const color = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`)

test('every accepted accent can be read in both themes', () => {
  fc.assert(
    fc.property(color, (accent) => {
      const colors = accentColors(accent)
      if (colors === null) {
        expect(contrast(accent, '#ecedea')).toBeLessThan(4.5)
        return
      }
      for (const [theme, surfaces] of [
        [colors.light, ['#ffffff', '#f6f6f3', '#ecedea']],
        [colors.dark, ['#14191b', '#1d2427', '#283135']],
      ] as const) {
        for (const surface of surfaces) expect(contrast(theme.accent, surface)).toBeGreaterThanOrEqual(4.5)
        for (const button of [theme.accent, theme.hover]) {
          expect(contrast(theme.onAccent, button)).toBeGreaterThanOrEqual(4.5)
        }
        expect(contrast(theme.onSubtle, theme.subtle)).toBeGreaterThanOrEqual(4.5)
      }
    }),
    { numRuns: 2000 },
  )
})

test.each(['#ffd400', '#88ccee', '', 'red', '#abc', '#0B5563'])('%s is refused', (accent) => {
  expect(accentColors(accent)).toBeNull()
})

test.each(['#0b5563', '#7d2a28', '#000000', '#2b2f77'])('%s is accepted as it is', (accent) => {
  expect(accentColors(accent)?.light.accent).toBe(accent)
})
