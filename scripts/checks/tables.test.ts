import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PlantedCopy, plantedCopy } from './planted-copy.ts'

/** The expected message for a file, and its content. */
const PLANTS: [said: string, file: string, text: string][] = [
  [
    'reads-others-table: FILE:2 → posts of domains/posts',
    'server/src/domains/content/polls/plant-read.ts',
    "const find = async (connection) =>\n  (await connection<Row>('posts as p').where({ id: '' }).first())?.id",
  ],
  [
    'reads-others-table: FILE:1 → users of domains/accounts',
    'server/src/domains/content/comments/plant-join.ts',
    "await connection('comments as c').leftJoin('users as u', 'u.id', 'c.publisher_id').select('u.id')",
  ],
  [
    'reads-others-table: FILE:1 → bans of domains/memberships',
    'server/src/domains/content/posts/plant-sql.ts',
    'await unit.read({ sql: `select ${what} from posts join bans on true`, values: [] })',
  ],
  [
    'changes-others-table: FILE:1 → polls of domains/polls',
    'server/src/domains/content/posts/plant-update.ts',
    "await connection('polls').where({ post_id: '' }).update({ total_voters: 0 })",
  ],
  [
    'changes-others-table: FILE:1 → communities of domains/communities',
    'server/src/domains/people/memberships/plant-declared.ts',
    "await connection('communities').where({ id: '' }).del()",
  ],
  [
    'changes-others-table: FILE:1 → outbox of platform/events',
    'server/src/domains/content/posts/plant-collect.ts',
    "tx.changeLast(...insertion('outbox', rows))",
  ],
  [
    'changes-others-table: FILE:1 → reactions of domains/reactions',
    'server/src/domains/content/comments/plant-out-of-sight.ts',
    "const reactions = () => connection<Row>('reactions')",
  ],
  [
    'changes-others-table: FILE:1 → posts of domains/posts',
    'server/src/domains/content/comments/plant-update-sql.ts',
    "await connection.raw('update posts set num_comments = 0')",
  ],
  [
    'changes-others-table: FILE:1 → comments of domains/comments',
    'server/src/platform/events/plant-insert-sql.ts',
    "await connection.raw('insert into comments (id) select id from outbox')",
  ],
  [
    'nobody-owns: plants',
    'server/src/platform/database/migrations/0099-plants.ts',
    "await createTable(connection, 'plants', (table) => {})\n" +
      "await createTable(connection, 'weeds', (table) => {})\nawait connection.schema.dropTable('weeds')",
  ],
]

let copy: PlantedCopy
let lines: string[]

beforeAll(() => {
  copy = plantedCopy(Object.fromEntries(PLANTS.map(([, file, text]) => [file, text])))
  lines = copy.run('scripts/checks/tables.mjs').output.trimEnd().split('\n')
})
afterAll(() => copy.remove())

test.each(PLANTS)('%s', (message, file) => {
  expect(lines).toContain(message.replace('FILE', file))
})

test('reports nothing else', () => {
  expect(lines.at(-1)).toMatch(` ${PLANTS.length} problems`)
})
