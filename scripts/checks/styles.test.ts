import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PlantedCopy, plantedCopy } from './planted-copy.ts'

const rule = (text: string) => `@layer stoa.ui {\n  .stoa-plant {\n    ${text};\n  }\n}\n`

const PLANTS: [problem: string, text: string][] = [
  ['#fff is a color', rule('color: #fff')],
  ['rgb( is a color', rule('background: rgb(0 0 0 / 50%)')],
  ['red is a color', rule('border: 1px solid red')],
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
  [':has() without a class', '@layer stoa.ui {\n  .stoa-plant > :not(:has(img)) {\n    margin: 0;\n  }\n}\n'],
  ['601 lines are too many', rule(Array.from({ length: 597 }, () => 'margin: 0').join(';\n    '))],
]

const GOOD = `/* color: red; .card { } */
@layer stoa.ui {
  .stoa-plant[data-state="red"]:hover > :first-child,
  .stoa-plant:not(:focus, :has(> img)) > .stoa-plant:has(> img) {
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

/** Sheets that may be loaded first, without the order of all layers. */
const WITHOUT_ORDER = {
  'packages/poll/src/styles.css': '@import "./poll.css";\n',
  'packages/comments/src/moderation.css': rule('margin: 0'),
}

let copy: PlantedCopy
let result: ReturnType<PlantedCopy['run']>
beforeAll(() => {
  const plants = PLANTS.map(([, text], index) => [`packages/ui/src/plant-${index}.css`, text])
  copy = plantedCopy({ ...Object.fromEntries(plants), ...WITHOUT_ORDER, 'packages/ui/src/plant-good.css': GOOD })
  result = copy.run('scripts/checks/styles.mjs')
})
afterAll(() => copy.remove())

test.each(PLANTS.map(([problem], index) => [problem, index] as const))('reports that %s', (problem, index) => {
  const lines = result.output.split('\n').filter((line) => line.startsWith(`packages/ui/src/plant-${index}.css:`))
  expect(lines.join('\n')).toContain(problem)
})

test.each(Object.keys(WITHOUT_ORDER))('reports that %s lacks the order of all layers', (sheet) => {
  expect(result.output).toContain(`${sheet}:1: the order of all layers is not its first rule`)
})

test('fails, but accepts valid sheets', () => {
  expect(result.code).toBe(1)
  expect(result.output).not.toContain('plant-good')
})
