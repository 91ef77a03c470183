import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { createLogger } from './logger.ts'

let stoa: TestApp
beforeAll(async () => {
  stoa = await startTestApp()
})
afterAll(() => stoa.close())

/** The log line of an error. */
function logged(err: unknown): string {
  const lines: string[] = []
  createLogger('info', { write: (line) => void lines.push(line) }).error({ err, requestId: 'r1' }, 'request failed')
  return lines.join('')
}

test("database errors are logged by code and location, without the statement's values", async () => {
  const row = { challenge_hash: 'person@people.example', expires_at: 1 }
  const insert = () => stoa.database.transaction(({ connection }) => connection('used_challenges').insert(row))
  await insert()
  const line = logged(await insert().catch((error: unknown) => error))
  expect(line).toMatch(/SQLITE_CONSTRAINT|ER_DUP_ENTRY/)
  expect(line).toContain('"stack":["at ')
  expect(line).not.toContain('people.example')
})

test('other errors are logged with their message and request', () => {
  expect(JSON.parse(logged(new TypeError('no such thing')))).toMatchObject({
    msg: 'request failed',
    requestId: 'r1',
    err: { type: 'TypeError', message: 'no such thing' },
  })
})
