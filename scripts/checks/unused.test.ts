import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PlantedCopy, plantedCopy } from './planted-copy.ts'

let copy: PlantedCopy
let output: string
beforeAll(() => {
  copy = plantedCopy({
    'packages/contract/src/plant-undeclared.ts': "import '@stoa/ui'",
    'packages/contract/src/plant-unused-export.ts': 'export const used = 1\nexport const plantUnused = 2',
    'packages/contract/src/plant-unused-file.ts': 'export const nobody = 1',
    'packages/contract/src/plant.test.ts':
      "import './plant-undeclared.ts'\nimport { used } from './plant-unused-export.ts'\nif (used) throw new Error()",
  })
  output = copy.run('node_modules/knip/bin/knip.js', '--no-progress').output
})
afterAll(() => copy.remove())

test.each([
  ['an import of a workspace that is not declared', /@stoa\/ui\s+packages\/contract\/src\/plant-undeclared\.ts/],
  ['an export that nobody imports', /plantUnused\s+packages\/contract\/src\/plant-unused-export\.ts/],
  ['a file that nobody imports', /^packages\/contract\/src\/plant-unused-file\.ts/m],
])('reports %s', (_, line) => {
  expect(output).toMatch(line)
})

test('accepts used code', () => {
  expect(output).not.toMatch(/^used\s/m)
})
