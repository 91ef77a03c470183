import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { type PlantedCopy, plantedCopy } from './planted-copy.ts'

const ERRORS = 'packages/contract/src/errors.ts'
let copy: PlantedCopy

afterEach(() => copy.remove())

it('writes the pages from their sources', () => {
  copy = plantedCopy()
  const file = join(copy.folder, ERRORS)
  writeFileSync(file, readFileSync(file, 'utf8').replace('Post not found: {id}', 'No such post.'))
  expect(copy.run('node_modules/tsx/dist/cli.mjs', 'scripts/docs.ts').code).toBe(0)
  expect(readFileSync(join(copy.folder, 'docs/errors.md'), 'utf8')).toContain('No such post.')
})
