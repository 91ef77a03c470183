import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PlantedCopy, plantedCopy } from './planted-copy.ts'

const PLANTS: [rule: string, file: string, text: string][] = [
  [
    'no-floating-promises',
    'server/src/platform/plant-floating.ts',
    'const work = async () => {}\nexport const run = () => {\n  work()\n}',
  ],
  [
    'no-misused-promises',
    'server/src/platform/plant-misused.ts',
    'const work = async () => {}\nexport const run = () => {\n  setTimeout(async () => await work(), 1)\n  if (work()) process.exit()\n}',
  ],
  ['no-process-env', 'server/src/platform/plant-environment.ts', 'export const port = process.env.PORT'],
  [
    'no-restricted-properties',
    'server/src/domains/content/posts/plant-route.ts',
    "import express from 'express'\nconst app = express()\napp.get('/x', (_request, response) => void response.end())\nexport { app }",
  ],
  [
    'max-params',
    'packages/ui/src/plant-parameters.ts',
    'export const f = (a: number, b: number, c: number, d: number) => a + b + c + d',
  ],
  [
    'max-lines',
    'packages/ui/src/plant-long.ts',
    Array.from({ length: 601 }, (_, line) => `export const a${line} = 1`).join('\n'),
  ],
  ['no-cycle', 'packages/ui/src/plant-a.ts', "import { b } from './plant-b.ts'\nexport const a = () => b"],
  ['no-default-export', 'packages/ui/src/plant-default.ts', 'export default 1'],
  [
    'no-danger',
    'packages/ui/src/plant-danger.tsx',
    'export const D = () => <p dangerouslySetInnerHTML={{ __html: "" }} />',
  ],
  [
    'id-denylist',
    'packages/ui/src/plant-spread-danger.tsx',
    'const content = (__html: string) => ({ dangerouslySetInnerHTML: { __html } })\nexport const D = () => <p {...content("")} />',
  ],
  ['no-explicit-any', 'packages/ui/src/plant-any.ts', 'export const a = (b: any): string => String(b)'],
  ['filename-case', 'packages/ui/src/plantCase.ts', 'export const a = 1'],
  [
    'no-restricted-imports',
    'packages/ui/src/plant-react-19.ts',
    "import { useOptimistic } from 'react'\nexport { useOptimistic }",
  ],
  // What the compiler reports, everywhere.
  ['TS2322', 'packages/ui/src/plant-type.tsx', "export const planted: number = ''"],
  ['TS2578', 'server/test/plant-expectation.ts', '// @ts-expect-error\nexport const planted = 1'],
  ['TS2322', 'scripts/plant-script.mjs', "/** @type {number} */\nexport const planted = ''"],
  ['TS2322', '.storybook/foundations/plant-story.ts', "export const planted: number = ''"],
  ['TS2345', 'e2e/support/plant-journey.ts', "export const planted = Math.abs('')"],
  ['TS2307', 'bench/plant-bench.ts', "export * from './nothing.ts'"],
  ['TS2339', 'examples/plant-example.ts', 'export const planted = {}.nothing'],
]

let copy: PlantedCopy
let output: string
beforeAll(() => {
  copy = plantedCopy({
    ...Object.fromEntries(PLANTS.map(([, file, text]) => [file, text])),
    'packages/ui/src/plant-b.ts': "import { a } from './plant-a.ts'\nexport const b = () => a",
  })
  output = copy.run(
    'node_modules/oxlint/bin/oxlint',
    '--type-aware',
    '--type-check',
    '-f',
    'unix',
    ...PLANTS.map(([, file]) => file),
  ).output
})
afterAll(() => copy.remove())

test.each(PLANTS)('%s reports %s', (rule, file) => {
  const lines = output.split('\n').filter((line) => line.startsWith(`${file}:`))
  expect(lines.join('\n')).toContain(`(${rule})`)
})

test('the formatter reports differences', () => {
  const { code, output } = copy.run('node_modules/@biomejs/biome/bin/biome', 'format', 'packages/ui/src/plant-a.ts')
  expect(output).not.toContain('No files were processed')
  expect(code).toBe(1)
})
