import {
  type CallOutput,
  type CallParsedInput,
  canEditTopics,
  type Me,
  type SettingChange,
  TOPICS_MAX,
  type Topic,
} from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { assertAllowed, DomainError } from '../../../platform/domain-error.ts'
import type { JobQueue } from '../../../platform/jobs/queue.ts'
import type { Platform } from '../../../platform/platform.ts'
import { MOVE_FLAIR_POSTS } from './merged-topics.ts'
import { communityRepository, type TopicRow } from './repository.ts'
import type { CommunityService } from './service.ts'

interface Dependencies extends Pick<Platform, 'clock' | 'ids'> {
  jobs: Pick<JobQueue, 'enqueue'>
  communities: CommunityService
}

export type TopicService = ReturnType<typeof createTopicService>

/** Changes to log. */
interface Changed {
  changes: SettingChange[]
}

/** Creates, changes, merges and deletes the topics of a community. Posts keep deleted topics. */
export function createTopicService({ clock, ids, jobs, communities }: Dependencies) {
  /** Runs a change of a community's topics, serialized by a lock, and returns the updated community. */
  async function change<Result extends Changed>(
    tx: Transaction,
    { viewer, tokenName }: { viewer: Me; tokenName: string },
    action: (flairs: Flairs) => Promise<Result>,
  ): Promise<Result & CallOutput<'flairDelete'>> {
    const { id } = await communities.require(tokenName, tx)
    assertAllowed(canEditTopics(viewer, tokenName, clock.now()))
    await communities.lock(tx, id)
    const result = await action({ communityId: id, active: await communityRepository(tx.connection).topicsOf([id]) })
    if (result.changes.length > 0) await communities.tellChanged(tx, id)
    return { ...result, community: await communities.get(tokenName, tx) }
  }

  return {
    create(tx: Transaction, viewer: Me, { tokenName, name, color }: CallParsedInput<'flairCreate'>) {
      return change(tx, { viewer, tokenName }, async ({ communityId, active }) => {
        assertFree(name, active)
        if (active.length >= TOPICS_MAX) throw new DomainError('FLAIR_LIMIT')
        const flair = { id: ids.next(), name, color }
        await communityRepository(tx.connection).insertTopic({
          ...flair,
          community_id: communityId,
          name_key: name.toLowerCase(),
          position: Math.max(-1, ...active.map(({ position }) => position)) + 1,
          deleted_at: 0,
          merged_into: '',
        })
        return { flair, changes: [{ setting: 'topic' as const, before: '', after: topicText(flair) }] }
      })
    },
    /** Changes a topic's name, color or position; other fields stay. */
    edit(tx: Transaction, viewer: Me, { tokenName, flairId, ...changed }: CallParsedInput<'flairEdit'>) {
      return change(tx, { viewer, tokenName }, async ({ active }) => {
        const repository = communityRepository(tx.connection)
        const row = active.find(({ id }) => id === flairId)
        if (!row) throw new DomainError('FLAIR_NOT_FOUND')
        const { name = row.name, color = row.color, position } = changed
        const others = active.filter((other) => other !== row)
        assertFree(name, others)
        const flair = { id: flairId, name, color }
        const changes: SettingChange[] = [{ setting: 'topic', before: topicText(row), after: topicText(flair) }]
        await repository.updateTopic(flairId, { name, name_key: name.toLowerCase(), color })
        if (position !== undefined) {
          const order = others.toSpliced(position, 0, { ...row, name })
          for (const [at, { id }] of order.entries()) await repository.updateTopic(id, { position: at })
          changes.push({
            setting: 'topicOrder',
            before: namesOf(others.toSpliced(active.indexOf(row), 0, { ...row, name })),
            after: namesOf(order),
          })
        }
        return { flair, changes: changes.filter(({ before, after }) => before !== after) }
      })
    },
    /** Deletes a topic or merges it into another. Does nothing if that has already been done. */
    delete(tx: Transaction, viewer: Me, { tokenName, flairId, intoFlairId }: CallParsedInput<'flairDelete'>) {
      return change(tx, { viewer, tokenName }, async ({ communityId, active }) => {
        const repository = communityRepository(tx.connection)
        const [row] = await repository.topicsById([flairId])
        if (row?.community_id !== communityId) throw new DomainError('FLAIR_NOT_FOUND')
        if (row.deleted_at !== 0 && (intoFlairId === undefined || row.merged_into === intoFlairId))
          return { changes: [] }
        const into = active.find(({ id }) => id === intoFlairId)
        if (intoFlairId !== undefined && (!into || into.id === flairId || row.deleted_at !== 0))
          throw new DomainError('FLAIR_NOT_FOUND')
        await repository.updateTopic(flairId, { deleted_at: clock.now(), merged_into: into?.id ?? '' })
        if (!into) return { changes: [{ setting: 'topic' as const, before: topicText(row), after: '' }] }
        await repository.redirectTopics(flairId, into.id)
        jobs.enqueue(tx, MOVE_FLAIR_POSTS, { payload: { communityId, flairId }, key: flairId })
        return { changes: [{ setting: 'topicMerge' as const, before: row.name, after: into.name }] }
      })
    },
  }
}

interface Flairs {
  communityId: string
  active: TopicRow[]
}

/** A topic as shown in the log. */
const topicText = ({ name, color }: Pick<Topic, 'name' | 'color'>) => `${name} (${color})`

const namesOf = (flairs: readonly TopicRow[]) => flairs.map(({ name }) => name).join(', ')

function assertFree(name: string, others: TopicRow[]): void {
  if (others.some(({ name_key }) => name_key === name.toLowerCase())) throw new DomainError('FLAIR_EXISTS')
}
