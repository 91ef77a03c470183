import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PlantedCopy, plantedCopy } from './planted-copy.ts'

/** A renamed schema field, and the folders whose use of it must fail to compile. */
const RENAMED: { file: string; from: RegExp; to: string; field: string; breaks: string[] }[] = [
  {
    file: 'packages/contract/src/calls/comments.ts',
    from: /^ {2}replyToPublisherName:/m,
    to: '  answeredName:',
    field: 'replyToPublisherName',
    breaks: ['packages/contract', 'packages/store', 'packages/comments', 'server'],
  },
  {
    file: 'packages/contract/src/calls/posts.ts',
    from: /^ {2}pollOptions: z\.array/m,
    to: '  pollChoices: z.array',
    field: 'pollOptions',
    breaks: ['packages/store', 'packages/poll', 'packages/post-feed', 'packages/post-view', 'server'],
  },
  {
    file: 'packages/contract/src/calls/posts.ts',
    from: /selectedOptionIndex: z\.int\(\)\.min\(-1\)/,
    to: 'optionIndex: z.int().min(-1)',
    field: 'selectedOptionIndex',
    breaks: ['packages/store', 'server'],
  },
]

/** The configuration without files that shouldn't count as uses of their folder. */
const CONFIG = {
  extends: './tsconfig.json',
  exclude: ['**/*.test.*', '**/*.stories.*', '**/testing', 'server/test', 'e2e', 'bench', 'scripts'],
}

let copy: PlantedCopy
let errors: string[]
beforeAll(() => {
  copy = plantedCopy({ 'tsconfig.products.json': JSON.stringify(CONFIG) })
  for (const { file, from, to } of RENAMED) {
    const path = join(copy.folder, file)
    const text = readFileSync(path, 'utf8')
    if (!from.test(text)) throw new Error(`${file} has no ${from} to rename`)
    writeFileSync(path, text.replace(from, to))
  }
  const { output } = copy.run('node_modules/typescript-native/bin/tsc', '--noEmit', '-p', 'tsconfig.products.json')
  errors = output.split('\n').filter((line) => line.includes('): error TS'))
})
afterAll(() => copy.remove())

test.each(RENAMED)('renaming $field in its schema breaks compilation wherever it is used', ({ field, breaks }) => {
  const broken = errors.filter((line) => line.includes(`'${field}'`)).map((line) => line.split('(')[0] ?? '')
  const folders = new Set(broken.map((file) => /^(packages\/[^/]+|[^/]+)/.exec(file)?.[0]))
  expect([...folders]).toEqual(expect.arrayContaining(breaks))
})

test('errors only occur in files that use a renamed field', () => {
  const names = RENAMED.flatMap(({ field, to }) => [field, to.trim().split(':')[0] ?? ''])
  const fileOf = (line: string) => line.split('(')[0]
  const explained = new Set(errors.filter((line) => names.some((name) => line.includes(name))).map(fileOf))
  expect(errors.filter((line) => !explained.has(fileOf(line)))).toEqual([])
})
