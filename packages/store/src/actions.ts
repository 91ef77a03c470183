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

/** The actions of an application: `stoa.part(createActions)`. */
export function createActions(stoa: Stoa): Actions {
  const load = () => loadCode(() => import('./writes/index.ts'))
  return {
    react: async (change) => (await load()).react(stoa, change),
    vote: async (change) => (await load()).vote(stoa, change),
    join: async (change) => (await load()).join(stoa, change),
    createComment: async (change) => (await load()).createComment(stoa, change),
    editComment: async (change) => (await load()).editComment(stoa, change),
    approvePost: async (change) => (await load()).approvePost(stoa, change),
    savePost: async (change) => (await load()).savePost(stoa, change),
    hideComment: async (change) => (await load()).hideComment(stoa, change),
    async prepare() {
      await load()
    },
  }
}
