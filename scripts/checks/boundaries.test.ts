import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PlantedCopy, plantedCopy } from './planted-copy.ts'

/** A forbidden import: the rule that must report it, the file, and its content. */
const PLANTS: [rule: string, file: string, text: string][] = [
  ['packages-without-applications', 'packages/comments/src/plant-server.ts', "import '../../../server/src/app.ts'"],
  ['comments-direction', 'packages/comments/src/plant-sideways.ts', "import '@stoa/poll'"],
  [
    'ui-direction',
    'packages/ui/src/plant-contract.ts',
    "import type { Post } from '@stoa/contract'\nexport type P = Post",
  ],
  ['contract-direction', 'packages/contract/src/plant-client.ts', "import '@stoa/client'"],
  ['client-direction', 'packages/client/src/plant-store.ts', "import '@stoa/store'"],
  ['store-direction', 'packages/store/src/plant-ui.ts', "import '@stoa/ui'"],
  ['poll-direction', 'packages/poll/src/plant-reactions.ts', "import '@stoa/reactions'"],
  ['embed-direction', 'packages/embed/src/plant-editor.ts', "export const load = () => import('@stoa/editor')"],
  ['embed-direction', 'packages/embed/src/plant-feed.ts', "import '@stoa/post-feed'"],
  ['unknown-package', 'packages/utils/src/plant.ts', "import '@stoa/contract'"],
  ['server-imports-contract-only', 'server/src/plant-client.ts', "import '@stoa/client'"],
  ['hosted-app-without-server-and-embed', 'hosted-app/src/plant-embed.ts', "import '@stoa/embed'"],
  ['through-the-exports-map', 'packages/store/src/plant-path.ts', "import '../../client/src/index.ts'"],
  ['resolvable', 'packages/store/src/plant-deep.ts', "import '@stoa/client/src/index.ts'"],
  ['contract-is-a-leaf', 'packages/contract/src/plant-zod.ts', "import * as z from 'zod'\nexport const a = z.string()"],
  ['contract-is-a-leaf', 'packages/contract/src/plant-schemas.ts', "export { page } from './schemas/paging.ts'"],
  ['contract-is-a-leaf', 'packages/contract/src/plant-calls.ts', "export { calls } from './calls/index.ts'"],
  [
    'no-zod-in-browsers',
    'packages/client/src/plant-zod.ts',
    "import { calls } from '@stoa/contract/schemas'\nexport const s = calls",
  ],
  ['no-zod-in-browsers', 'hosted-app/src/plant-zod.ts', "import { z } from 'zod'\nexport const s = z.string()"],
  [
    'browsers-without-node',
    'packages/ui/src/plant-node.ts',
    "import { readFileSync } from 'node:fs'\nexport const r = readFileSync",
  ],
  [
    'stores-without-react',
    'packages/client/src/plant-react.ts',
    "import { useState } from 'react'\nexport const u = useState",
  ],
  [
    'socket-client-in-client',
    'packages/store/src/plant-socket.ts',
    "import { io } from 'socket.io-client'\nexport const s = io",
  ],
  [
    'knex-in-repositories',
    'server/src/domains/content/posts/plant-knex.ts',
    "import knex from 'knex'\nexport const k = knex",
  ],
  [
    'drivers-in-db',
    'server/src/domains/content/posts/plant-driver.ts',
    "import mysql from 'mysql2'\nexport const m = mysql",
  ],
  [
    'people-layer',
    'server/src/domains/people/accounts/plant-order.ts',
    "import type { CommentService } from '../../content/comments/index.ts'\nexport type C = CommentService",
  ],
  ['unknown-layer', 'server/src/domains/plants/plant.ts', "import '../content/posts/index.ts'"],
  [
    'platform-knows-no-forum',
    'server/src/platform/plant-forum.ts',
    "import type { PostService } from '../domains/content/posts/index.ts'\nexport type P = PostService",
  ],
  [
    'domains-below-calls',
    'server/src/domains/content/posts/plant-http.ts',
    "import type { Gates } from '../../../http/gates.ts'\nexport type G = Gates",
  ],
  [
    'domains-below-calls',
    'server/src/domains/content/posts/plant-calls.ts',
    "import { postHandlers } from '../../../calls/posts.ts'\nexport const h = postHandlers",
  ],
  [
    'calls-below-app',
    'server/src/calls/plant-http.ts',
    "import type { Gates } from '../http/gates.ts'\nexport type G = Gates",
  ],
  [
    'http-names-no-domain',
    'server/src/http/plant-domain.ts',
    "import type { PostService } from '../domains/content/posts/index.ts'\nexport type P = PostService",
  ],
  ['realtime-below-app', 'server/src/realtime/plant-app.ts', "import '../app.ts'"],
  [
    'no-circular-types',
    'server/src/platform/plant-type-a.ts',
    "import type { B } from './plant-type-b.ts'\nexport type A = B | null",
  ],
  [
    'no-circular-types',
    'server/src/domains/content/plant-a/index.ts',
    "import type { B } from '../plant-b/index.ts'\nexport type A = B | null",
  ],
  ['domains-through-index', 'server/src/domains/content/polls/plant-repository.ts', "import '../posts/repository.ts'"],
  [
    'domains-through-index',
    'server/src/domains/account/viewer/plant-type.ts',
    "import type { PostService } from '../../content/posts/service.ts'\nexport type P = PostService",
  ],
  ['domains-through-index', 'server/src/realtime/plant-service.ts', "import '../domains/content/posts/service.ts'"],
  [
    'emitting-in-realtime',
    'server/src/domains/content/posts/plant-emit.ts',
    "import { Server } from 'socket.io'\nexport const s = Server",
  ],
  [
    'fixtures-for-tests',
    'packages/ui/src/plant-fixtures.ts',
    "import { exampleMe } from '@stoa/contract/fixtures'\nexport const m = exampleMe",
  ],
  ['no-tests-in-products', 'server/src/plant-harness.ts', "import '../test/harness.ts'"],
  [
    'declared',
    'packages/ui/src/plant-undeclared.ts',
    "import { createStore } from 'zustand'\nexport const s = createStore",
  ],
  ['no-circular', 'server/src/platform/plant-a.ts', "import './plant-b.ts'\nexport const a = 1"],
]

const ALLOWED = {
  'packages/client/src/allowed-types.ts':
    "import type { calls } from '@stoa/contract/schemas'\nexport type S = typeof calls",
  'server/src/platform/plant-type-b.ts': "import type { A } from './plant-type-a.ts'\nexport type B = A | 1",
  'server/src/domains/content/plant-b/index.ts': "import type { A } from '../plant-a/index.ts'\nexport type B = A | 1",
  'server/src/platform/plant-b.ts': "import { a } from './plant-a.ts'\nexport const b = a",
}

/** Packages without an entry yet get one, so that imports of them resolve. */
const ENTRIES = readdirSync('packages')
  .map((name) => `packages/${name}/src/index.ts`)
  .filter((file) => !existsSync(file))
  .map((file) => [file, 'export const here = 1'])

let copy: PlantedCopy
let output: string

beforeAll(() => {
  copy = plantedCopy({
    ...Object.fromEntries(ENTRIES),
    ...ALLOWED,
    ...Object.fromEntries(PLANTS.map(([, file, text]) => [file, text])),
  })
  output = copy.run('scripts/checks/boundaries.mjs').output
})
afterAll(() => copy.remove())

test.each(PLANTS)('%s reports %s', (rule, file) => {
  expect(output).toMatch(new RegExp(`^${rule}: ${file} → `, 'm'))
})

test('reports nothing else', () => {
  const planted = new Set(PLANTS.map(([, file]) => file))
  const lines = output.trimEnd().split('\n').slice(0, -1)
  expect(lines.filter((line) => !planted.has(/: (\S+) →/.exec(line)?.[1] ?? ''))).toEqual([])
})

test('fails if it can read files but not their imports', () => {
  const config = join(copy.folder, '.dependency-cruiser.cjs')
  const text = readFileSync(config, 'utf8')
  writeFileSync(config, text.replace("moduleSystems: ['es6']", "moduleSystems: ['amd']"))
  const { code, output } = copy.run('scripts/checks/boundaries.mjs')
  writeFileSync(config, text)
  expect(code).toBe(1)
  expect(output).toContain('imports were seen')
})

test('fails if it found fewer modules than there are', () => {
  for (const folder of ['hosted-app', 'server/src', 'packages']) rmSync(join(copy.folder, folder), { recursive: true })
  const { code, output } = copy.run('scripts/checks/boundaries.mjs')
  expect(code).toBe(1)
  expect(output).toContain('modules were seen')
})
