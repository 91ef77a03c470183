import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { type PlantedCopy, plantedCopy } from './planted-copy.ts'

const ERRORS = 'packages/contract/src/errors.ts'
let copy: PlantedCopy

afterEach(() => copy.remove())

it('writes only the pages whose sources have changed', () => {
  copy = plantedCopy()
  const docs = () => copy.run('node_modules/tsx/dist/cli.mjs', 'scripts/docs.ts')
  docs()
  const file = join(copy.folder, ERRORS)
  writeFileSync(file, readFileSync(file, 'utf8').replace('Post not found: {id}', 'No such post.'))
  expect(docs()).toEqual({ code: 0, output: 'docs/errors.md\n' })
  expect(docs()).toEqual({ code: 0, output: '' })
})
