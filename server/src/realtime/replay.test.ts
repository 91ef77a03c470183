import { expect, test, vi } from 'vitest'
import { limitReplays, type Missed } from './replay.ts'

test('when many clients reconnect at once, few get a replay at a time, and the last ones refetch', async () => {
  let finish = () => {}
  const held = new Promise<void>((resolve) => (finish = resolve))
  const replay = vi.fn(async (lastEventId: string | null): Promise<Missed> => {
    if (lastEventId !== null) await held
    return { events: [], lastEventId: 'now' }
  })
  const replays = limitReplays(replay)
  const answers = Array.from({ length: 1100 }, () => replays('an id', []))
  expect(replay).toHaveBeenCalledTimes(4)
  // A client that has missed nothing doesn't wait.
  expect(await replays(null, [])).toMatchObject({ lastEventId: 'now' })
  finish()
  const told = await Promise.all(answers)
  expect(told.filter((answer) => answer === 'gap')).toHaveLength(96)
})
