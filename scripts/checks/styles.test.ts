import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PlantedCopy, plantedCopy } from './planted-copy.ts'

const rule = (text: string) => `@layer stoa.ui {\n  .stoa-plant {\n    ${text};\n  }\n}\n`

const PLANTS: [problem: string, text: string][] = [
  ['#fff is a colour', rule('color: #fff')],
  ['rgb( is a colour', rule('background: rgb(0 0 0 / 50%)')],
  ['red is a colour', rule('border: 1px solid red')],
  ['margin-left is physical', rule('margin-left: 1px')],
  ['left is physical', rule('left: 0')],
  ['width is physical', rule('width: 10px')],
  ['border-top-left-radius is physical', rule('border-top-left-radius: 0')],
  ['text-align: left is physical', rule('text-align: left')],
  ['text-align: match-parent stands without', rule('text-align: match-parent')],
  ['padding differs left and right', rule('padding: 0 1px 0 2px')],
  ['--plant is not named', rule('--plant: 1')],
  ['.card is not named', '@layer stoa.ui {\n  .card {\n    margin: 0;\n  }\n}\n'],
  ['rules stand outside a layer', '.stoa-plant {\n  margin: 0;\n}\n'],
  ['601 lines are too many', rule(Array.from({ length: 597 }, () => 'margin: 0').join(';\n    '))],
]

const GOOD = `/* color: red; .card { } */
@layer stoa.ui {
  .stoa-plant[data-state="red"]:hover > :first-child {
    margin: 0 auto;
    text-align: -webkit-match-parent;
    text-align: match-parent;
    padding: calc(1px * 2) var(--stoa-space-2) 0 var(--stoa-space-2);
    color: var(--stoa-color-text, #000);
    background: color-mix(in srgb, var(--stoa-color-accent) 12%, transparent);
    transition: background-color var(--stoa-duration);
  }
}
`

let copy: PlantedCopy
let output: string
beforeAll(() => {
  const plants = PLANTS.map(([, text], index) => [`packages/ui/src/plant-${index}.css`, text])
  copy = plantedCopy({ ...Object.fromEntries(plants), 'packages/ui/src/plant-good.css': GOOD })
  output = copy.run('scripts/checks/styles.mjs').output
})
afterAll(() => copy.remove())

test.each(PLANTS.map(([problem], index) => [problem, index] as const))('reports that %s', (problem, index) => {
  const lines = output.split('\n').filter((line) => line.startsWith(`packages/ui/src/plant-${index}.css:`))
  expect(lines.join('\n')).toContain(problem)
})

test.each([
  ['packages/poll/src/styles.css', '@import "./poll.css";\n'],
  ['packages/comments/src/moderation.css', rule('margin: 0')],
])('reports %s, which may be loaded first, without the order of all layers', (sheet, text) => {
  const planted = plantedCopy({ [sheet]: text })
  const { output, code } = planted.run('scripts/checks/styles.mjs')
  planted.remove()
  expect(output).toContain(`${sheet}:1: the order of all layers is not its first rule`)
  expect(code).toBe(1)
})

test('accepts valid sheets', () => {
  expect(output).not.toContain('plant-good')
})
