import { expect, onTestFinished, test } from 'vitest'
import { openSearchThreads } from './search-threads.ts'

/** Threads that answer with what they are asked and their number, or as the query says. */
const SCRIPT = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from 'node:worker_threads'
    parentPort.on('message', ({ id, name, parameters }) => {
      const [by, { query }] = parameters
      if (query === 'end') process.exit(1)
      if (query === 'refuse') return parentPort.postMessage({ id, failure: { code: 'BUSY', details: { retryAfterMs: 7 }, message: 'Busy.' } })
      if (query === 'fail') return parentPort.postMessage({ id, failure: { message: 'broken' } })
      if (query !== 'wait') parentPort.postMessage({ id, found: { name, by, query, threadId } })
    })
  `)}`,
)
const by = { viewer: null, address: '203.0.113.7' }
const about = (query: string) => ({ query, onlyCommunity: null })

function open() {
  const threads = openSearchThreads(SCRIPT)
  onTestFinished(() => threads.close())
  return threads.search
}

test('a thread is asked for what was called, and answers', async () => {
  expect(await open().counts(by, about('piano'))).toMatchObject({ name: 'counts', by, query: 'piano' })
})

test('two are asked at once, and one while it has time', async () => {
  const search = open()
  const ask = async () => (await search.counts(by, about('piano'))) as unknown as { threadId: number }
  const [one, other] = await Promise.all([ask(), ask()])
  expect(one.threadId).not.toBe(other.threadId)
  expect([(await ask()).threadId, (await ask()).threadId]).toEqual([one.threadId, one.threadId])
})

test('errors keep their code', async () => {
  const search = open()
  const refused = search.counts(by, about('refuse'))
  await expect(refused).rejects.toMatchObject({ name: 'DomainError', code: 'BUSY', details: { retryAfterMs: 7 } })
  await expect(search.counts(by, about('fail'))).rejects.toThrow('broken')
})

test('if a thread ends, its questions fail and the next one starts another', async () => {
  const search = open()
  const lost = expect(search.counts(by, about('wait'))).rejects.toThrow('ended')
  const spared = search.counts(by, about('piano'))
  await spared
  // The other one is idle, so this ends it; then the first.
  await expect(search.counts(by, about('end'))).rejects.toThrow('ended')
  await expect(Promise.all([search.counts(by, about('wait')), search.counts(by, about('end'))])).rejects.toThrow(
    'ended',
  )
  await lost
  expect(await search.counts(by, about('piano'))).toMatchObject({ query: 'piano' })
})
