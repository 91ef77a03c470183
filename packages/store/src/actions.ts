import { loadCode } from './load-code.ts'
import type { Stoa } from './stoa.ts'
import type * as writes from './writes/index.ts'

type Writes = typeof writes

/**
 * What a viewer can do, as bound functions. They show their effect at once and roll it back when they reject (`StoaError`);
 * `AUTH_REQUIRED` and `JOIN_REQUIRED` leave an `intent` in the state. The code comes with the first use.
 */
export type Actions = {
  [Name in keyof Writes]: (change: Parameters<Writes[Name]>[1]) => ReturnType<Writes[Name]>
} & {
  /** Loads the code ahead, for instance when the pointer comes near. */
  prepare(): Promise<void>
}

/** By name, since their code comes later. */
const NAMES = Object.keys({
  react: true,
  vote: true,
  join: true,
  createComment: true,
  editComment: true,
  approvePost: true,
  savePost: true,
  hideComment: true,
  follow: true,
} satisfies Record<keyof Writes, true>) as (keyof Writes)[]

/** The actions of an application: `stoa.part(createActions)`. */
export function createActions(stoa: Stoa): Actions {
  const load = () => loadCode(() => import('./writes/index.ts'))
  const bound = NAMES.map((name) => [
    name,
    async (change: never): Promise<unknown> => (await load())[name](stoa, change),
  ])
  return {
    ...(Object.fromEntries(bound) as Actions),
    async prepare() {
      await load()
    },
  }
}
