import { type CallInput, type Me, mutePlaceOf, PAGE_SIZE } from '@stoa/contract'
import { listOf } from './cache.ts'
import { leaveOutHidden } from './hidden-communities.ts'
import { loadList } from './lists.ts'
import { keepMuted } from './muted.ts'
import { queryOf } from './queries.ts'
import type { Stoa } from './stoa.ts'
import { loadViewer } from './viewer.ts'

type Mutes = NonNullable<Me['mutes']>

/** What to mute: a person, a post's thread, a topic, or a word. */
export type MuteChange = Omit<CallInput<'notificationBlock'>, 'userId' | 'entityType'> & {
  entityType: 'user' | 'post' | 'topic' | 'word'
}

const NOTHING: Mutes = { blocked: [], users: [], posts: [], topics: [], words: [] }
const LISTS = { user: 'users', post: 'posts', topic: 'topics', word: 'words' } as const

/** Blocks or unblocks a person; requires sign-in. */
export async function setBlock(stoa: Stoa, { userId, block }: { userId: string; block: boolean }): Promise<void> {
  await stoa.client.call('dmBlock', { blockUserId: userId, block })
  await change(stoa, { list: 'blocked', value: userId, isSet: block })
}

/** Mutes or unmutes something for the viewer; requires sign-in. Communities are muted with `hideCommunity`. */
export async function setMute(stoa: Stoa, input: MuteChange): Promise<void> {
  await stoa.client.call('notificationBlock', input)
  const { entityType, entityId, text, block: isSet } = input
  await change(stoa, { list: LISTS[entityType], value: entityId ?? text ?? '', isSet })
}

async function change(
  stoa: Stoa,
  { list, value, isSet }: { list: keyof Mutes; value: string; isSet: boolean },
): Promise<void> {
  if (stoa.state.getState().viewer?.site) {
    // A partner's site doesn't get the lists: the server tells which comments are muted now.
    await loadViewer(stoa, { force: true })
    return
  }
  leaveOutHidden(stoa)
  stoa.singleton(keepMuted)
  stoa.state.setState(({ viewer }) => {
    if (!viewer) return {}
    const { mutes = NOTHING } = viewer
    const others = mutes[list].filter((one) => one !== value)
    return { viewer: { ...viewer, mutes: { ...mutes, [list]: isSet ? [value, ...others] : others } } }
  })
  if (!isSet) await putBack(stoa)
}

/** Reloads the feeds from which posts were left out. */
async function putBack(stoa: Stoa): Promise<void> {
  const queries = Object.keys(stoa.state.getState().lists)
    .map(queryOf)
    .filter((query) => query.call === 'postList' && isFound(query.params))
  await Promise.all(
    queries.map((query) =>
      loadList(stoa, query, { force: true, limit: Math.max(listOf(stoa, query).ids.length, PAGE_SIZE) }),
    ),
  )
}

function isFound({ type = 'all', ...params }: CallInput<'postList'>): boolean {
  return mutePlaceOf({ ...params, type }) !== 'ownPages'
}
