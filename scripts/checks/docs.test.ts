import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { envExample } from '../docs/env-example.ts'
import { SIZE_DOCUMENTS, withSizes } from '../docs/size-figures.ts'
import { type PlantedCopy, plantedCopy } from './planted-copy.ts'

const ERRORS = 'packages/contract/src/errors.ts'
let copy: PlantedCopy | undefined

afterEach(() => copy?.remove())

it('writes the pages from their sources', () => {
  const planted = (copy = plantedCopy())
  const file = join(planted.folder, ERRORS)
  writeFileSync(file, readFileSync(file, 'utf8').replace('Post not found: {id}', 'No such post.'))
  expect(planted.run('node_modules/tsx/dist/cli.mjs', 'scripts/docs.ts').code).toBe(0)
  expect(readFileSync(join(planted.folder, 'docs/errors.md'), 'utf8')).toContain('No such post.')
})

it('.env.example says what the manual says', () => {
  expect(readFileSync('.env.example', 'utf8')).toBe(envExample())
})

it.each(SIZE_DOCUMENTS)('%s names the sizes that were measured last', (file) => {
  const text = readFileSync(file, 'utf8')
  expect(text).toContain('<!-- size: ')
  expect(text).toBe(withSizes(file))
})
