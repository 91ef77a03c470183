import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createEmptySchema } from '../../test/databases/empty-database.ts'
import { rowCounts } from '../../test/databases/tables.ts'
import { stoaCommand } from '../../test/stoa-command.ts'
import { openDatabase } from '../platform/database/database.ts'
import { migrate } from '../platform/database/migrate.ts'

/** The only folder that is removed. */
const ALL = mkdtempSync(join(tmpdir(), 'stoa-move-'))
afterAll(() => rmSync(ALL, { recursive: true }))

/** An embedded installation with an account and a community. */
async function embedded(name: string): Promise<Record<string, string>> {
  const settings = { STOA_DATA: join(ALL, name), STOA_SECRET: 'x'.repeat(32), PORT: '1' }
  mkdirSync(settings.STOA_DATA)
  for (const parameters of [['migrate'], ['community:create', 'GARDEN', 'Garden — 庭 🌱'], ['user:create', 'ada_demo']])
    expect(await stoaCommand(settings, parameters, 'A-new-forum-1')).toMatchObject({ code: 0 })
  return settings
}

test('without an embedded database, or with another address, nothing is moved', async () => {
  const settings = { STOA_DATA: ALL, STOA_SECRET: 'x'.repeat(32) }
  const move = (url: string) => stoaCommand(settings, ['move', url])
  expect(await move('mysql://stoa@127.0.0.1:1/stoa')).toMatchObject({
    code: 1,
    err: expect.stringContaining('no embedded'),
  })
  expect(await move('postgres://x/y')).toMatchObject({ code: 1, err: expect.stringContaining('DATABASE_URL') })
})

test.runIf(process.env.STOA_TEST_DATABASE_URL)('an embedded database moves to MySQL with all rows', async () => {
  const settings = await embedded('moved')
  const schema = await createEmptySchema()
  const url = String(schema.url)
  try {
    const { code, out } = await stoaCommand(settings, ['move', url, '--json'])
    expect([code, JSON.parse(out).findings]).toEqual([0, []])
    const from = openDatabase({ url: null, dataFolder: String(settings.STOA_DATA) })
    const to = openDatabase({ url, dataFolder: ALL })
    const [old, moved] = [await rowCounts(from), await rowCounts(to)]
    const [{ title } = { title: '' }] = await to.read('communities').select('title')
    await from.close()
    await to.close()
    expect(moved).toEqual(old)
    expect(title).toBe('Garden — 庭 🌱')
    expect(await stoaCommand({ ...settings, DATABASE_URL: url }, ['check'])).toMatchObject({ code: 0 })
    expect((await stoaCommand({ ...settings, DATABASE_URL: url }, ['user:list'])).out).toContain('ada_demo')
    // The same again would replace something.
    expect(await stoaCommand(settings, ['move', url])).toMatchObject({
      code: 1,
      err: expect.stringContaining('not empty'),
    })
  } finally {
    await schema.drop()
  }
})

test.runIf(process.env.STOA_TEST_DATABASE_URL)('a used database is left as it is', async () => {
  const settings = await embedded('refused')
  const schema = await createEmptySchema()
  try {
    const database = openDatabase({ url: schema.url, dataFolder: ALL })
    await migrate(database)
    const before = await rowCounts(database)
    expect(await stoaCommand(settings, ['move', String(schema.url)])).toMatchObject({ code: 1 })
    expect(await rowCounts(database)).toEqual(before)
    await database.close()
  } finally {
    await schema.drop()
  }
})
