import type { Clock } from './clock.ts'
import type { Logger } from './logger.ts'

/** For as long something that has failed is left alone. */
const PUT_OFF_MS = 60_000

/** Works off what is due: `due` finds some of it but for what is put off, `work` does one. */
export type WorkOff<Item> = (
  due: (except: string[]) => Promise<Item[]>,
  work: (item: Item) => Promise<void>,
) => Promise<void>

/**
 * For jobs with much to do: each piece by itself. One that fails is logged and put off, also in what is found next time, so
 * that it keeps nothing else waiting.
 */
export function createWorkOff<Item>(about: {
  /** For the log. */
  name: string
  idOf(item: Item): string
  clock: Clock
  logger: Logger
}): WorkOff<Item> {
  const { name, idOf, clock, logger } = about
  const until = new Map<string, number>()

  return async (due, work) => {
    for (const [id, time] of until) if (time <= clock.now()) until.delete(id)
    for (const item of await due([...until.keys()])) {
      try {
        await work(item)
      } catch (error) {
        until.set(idOf(item), clock.now() + PUT_OFF_MS)
        logger.error({ err: error, work: name, id: idOf(item) }, 'put off what failed')
      }
    }
  }
}
