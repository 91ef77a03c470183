import { AsyncLocalStorage } from 'node:async_hooks'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { openDatabase } from './database.ts'
import { changedMeanwhile, type Unit } from './unit.ts'

let stoa: TestApp

beforeAll(async () => {
  stoa = await startTestApp()
})
afterAll(() => stoa.close())

const insert = (unit: Unit, name: string) =>
  unit.connection('used_challenges').insert({ challenge_hash: name, expires_at: 0 })
const stored = async (names: string[]) =>
  (await stoa.database.read('used_challenges').whereIn('challenge_hash', names).orderBy('challenge_hash')).map(
    (row: { challenge_hash: string }) => row.challenge_hash,
  )

/** Stores names; `groups` says which were written together. */
const groups: string[][] = []
const store = async (unit: Unit, names: string[]) => {
  groups.push(names)
  unit.atCommit({ into: 'used_challenges', rows: names.map((name) => ({ challenge_hash: name, expires_at: 0 })) })
}
const share = <Result>(work: (unit: Unit) => Promise<Result>) => stoa.database.transaction(work, { shared: true })
const collect = (name: string) =>
  share(async (unit) => {
    unit.collect(store, name)
    return name
  })

test('what waits shares one transaction, and each gets its own result', async () => {
  const names = ['a1', 'a2', 'a3', 'a4']
  expect(await Promise.all(names.map(collect))).toEqual(names)
  expect(await stored(names)).toEqual(names)
  expect(groups.at(-1)).toEqual(names)
})

test('a work that is refused tells only its sender; the others are written once', async () => {
  const refuse = share(async () => {
    throw new Error('refused')
  })
  const before = groups.length
  const results = await Promise.allSettled([collect('b1'), refuse, collect('b2')])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await stored(['b1', 'b2'])).toEqual(['b1', 'b2'])
  expect(groups.slice(before)).toEqual([['b1', 'b2']])
})

test('what fails only when it is written fails for its own work alone', async () => {
  const names = ['c1', 'c2', 'c3', 'c4', 'c4', 'c5', 'c6']
  const results = await Promise.allSettled(names.map(collect))
  expect(results.map(({ status }) => status).sort()).toEqual([...Array(6).fill('fulfilled'), 'rejected'])
  expect(await stored(names)).toEqual([...new Set(names)])
})

test('a work that needs a transaction of its own gets one, and what it collects is part of it', async () => {
  const names = ['d1', 'd2', 'd3']
  const seen = await Promise.all(
    names.map((name) =>
      share(async (unit) => {
        unit.collect(store, `${name} collected`)
        await stoa.database.transaction((inner) => insert(inner, name), { within: unit })
        return stoa.database.read('used_challenges').where({ challenge_hash: name }).first()
      }),
    ),
  )
  expect(seen.map((row: { challenge_hash: string }) => row.challenge_hash)).toEqual(names)
  expect(await stored(names.map((name) => `${name} collected`))).toHaveLength(3)
})

test('a part of a shared work is written with it', async () => {
  const before = groups.length
  const both = await share(async (unit) => {
    unit.collect(store, 'h1')
    const part = async (inner: Unit) => inner.collect(store, 'h2')
    await stoa.database.transaction(part, { shared: true, within: unit })
    return stored(['h1', 'h2'])
  })
  expect(both).toEqual([])
  expect(groups.slice(before)).toEqual([['h1', 'h2']])
})

test('promises pay for finding their transaction only while one is open that they may have to find', async () => {
  const run = vi.spyOn(AsyncLocalStorage.prototype, 'run')
  const disable = vi.spyOn(AsyncLocalStorage.prototype, 'disable')
  await Promise.all(['i1', 'i2'].map(collect))
  expect(run).not.toHaveBeenCalled()
  const inside = () => stoa.database.read('used_challenges').where({ challenge_hash: 'i3' }).first()
  const one = stoa.database.transaction(async (unit) => {
    await stoa.database.transaction(async () => expect(disable).not.toHaveBeenCalled())
    await insert(unit, 'i3')
    return inside()
  })
  expect(await one).toMatchObject({ challenge_hash: 'i3' })
  expect(disable).toHaveBeenCalledOnce()
  vi.restoreAllMocks()
})

test('a deadlock is tried again together, as often as it takes', async () => {
  let failures = 2
  const deadlock = Object.assign(new Error('deadlock'), { code: 'ER_LOCK_DEADLOCK' })
  const busy = Object.assign(new Error('busy'), { code: 'SQLITE_BUSY' })
  const sometimes = async (unit: Unit, names: string[]) => {
    if (failures-- > 0) throw stoa.database.dialect.name === 'mysql' ? deadlock : busy
    await store(unit, names)
  }
  const before = groups.length
  await Promise.all(['e1', 'e2'].map((name) => share(async (unit) => unit.collect(sometimes, name))))
  expect(await stored(['e1', 'e2'])).toEqual(['e1', 'e2'])
  expect(groups.slice(before)).toEqual([['e1', 'e2']])
})

test('what was looked at and has changed since is looked at again', async () => {
  let looks = 0
  const judge = async (_unit: Unit, [seen]: number[]) => {
    if (seen === 1) throw changedMeanwhile
  }
  await share(async (unit) => {
    looks += 1
    unit.collect(judge, looks)
  })
  expect(looks).toBe(2)
})

test('nothing is told of what was undone', async () => {
  const told: string[] = []
  const work = (name: string) =>
    share(async (unit) => {
      unit.collect(store, name)
      unit.afterCommit(() => told.push(name))
    })
  await Promise.allSettled(['f1', 'f2', 'f2'].map(work))
  expect(told.sort()).toEqual(['f1', 'f2'])
})

test('a connection that was lost in between is replaced', async () => {
  const { dialect } = stoa.database
  await collect('g1')
  if (dialect.name === 'mysql') {
    const [others] = await stoa.database.read.raw(
      'select id from information_schema.processlist where db = database() and id <> connection_id()',
    )
    for (const { id } of others) await stoa.database.read.raw('kill ?', [id])
  }
  await Promise.all(['g2', 'g3'].map(collect))
  expect(await stored(['g1', 'g2', 'g3'])).toHaveLength(3)
})

test('closing waits for what is being written; what comes later fails and opens nothing', async () => {
  const { DATABASE_URL = null, STOA_DATA = '' } = stoa.settings
  const database = openDatabase({ url: DATABASE_URL, dataFolder: STOA_DATA })
  const events: string[] = []
  const write = (name: string) =>
    database.transaction(
      async (unit) => {
        unit.collect(store, name)
        unit.afterCommit(() => events.push(name))
      },
      { shared: true },
    )
  const [first, second] = [write('z1'), write('z2')]
  // The first is on its way to the database.
  await new Promise((resolve) => setImmediate(resolve))
  await database.close()
  events.push('closed')
  await Promise.all([first, second])
  expect(events).toEqual(['z1', 'z2', 'closed'])
  await expect(write('z3')).rejects.toThrow()
  expect(await stored(['z1', 'z2', 'z3'])).toEqual(['z1', 'z2'])
})
