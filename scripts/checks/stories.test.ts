import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PlantedCopy, plantedCopy } from './planted-copy.ts'

const INDEX = 'packages/poll/src/index.ts'
const ROUTES = 'hosted-app/src/routes.tsx'

let copy: PlantedCopy
let result: { code: number | null; output: string }
beforeAll(() => {
  copy = plantedCopy({
    [INDEX]: `${readFileSync(INDEX, 'utf8')}export { Plant, type PlantProps } from './plant.tsx'\nexport { ConnectedPlant } from './connected-plant.tsx'\n`,
    [ROUTES]: readFileSync(ROUTES, 'utf8')
      .replace('Component: Layout', 'Component: PlantScreen')
      .replace("'LoginScreen'", "'LatePlantScreen'"),
  })
  result = copy.run('scripts/checks/stories.mjs')
})
afterAll(() => copy.remove())

test('reports an exported component and a screen without a story', () => {
  const problems = result.output.trim().split('\n').slice(0, -1)
  const screens = ['LatePlantScreen', 'PlantScreen'].map((name) => `${ROUTES}: ${name} has no story`)
  expect(problems).toEqual([`${INDEX}: Plant has no story`, ...screens])
  expect(result.code).toBe(1)
})

test('the repository passes', () => {
  const { code, output } = copy.run('scripts/checks/stories.mjs', process.cwd())
  expect(output).toMatch(/, 0 without a story\n$/)
  expect(code).toBe(0)
})
