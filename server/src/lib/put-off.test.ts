import { expect, test, vi } from 'vitest'
import { createLogger } from './logger.ts'
import { createWorkOff } from './put-off.ts'

test('what fails is logged, left out for a minute, and keeps nothing else waiting', async () => {
  let now = 0
  const logger = createLogger('silent')
  const error = vi.spyOn(logger, 'error')
  const workOff = createWorkOff<string>({ name: 'work', idOf: (id) => id, clock: { now: () => now }, logger })
  const done: string[] = []
  const turn = () =>
    workOff(
      async (except) => ['bad', 'good'].filter((id) => !except.includes(id)),
      async (id) => {
        done.push(id)
        if (id === 'bad') throw new Error('no')
      },
    )
  await turn()
  await turn()
  expect(done).toEqual(['bad', 'good', 'good'])
  expect(error).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ work: 'work', id: 'bad' }), expect.anything())
  now = 60_000
  await turn()
  expect(done.slice(3)).toEqual(['bad', 'good'])
})
