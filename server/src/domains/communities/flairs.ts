import { type CallOutput, type CallParsedInput, canEditFlairs, FLAIRS_MAX, type Me } from '@stoa/contract'
import type { Transaction } from '../../platform/database/database.ts'
import { assertAllowed, DomainError } from '../../platform/domain-error.ts'
import type { Platform } from '../../platform/platform.ts'
import { communityRepository, type FlairRow } from './repository.ts'
import type { CommunityService } from './service.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'ids'> {
  communities: CommunityService
}

/** Creates, changes and deletes the topics of a community. Posts keep a topic that was deleted. */
export function createFlairService({ database, clock, ids, communities }: Dependencies) {
  /** Changes the topics of a community, one request after the other, and returns the community with them. */
  function change<Result>(
    viewer: Me,
    tokenName: string,
    within: { tx: Transaction | undefined; action: (tx: Transaction, flairs: Flairs) => Promise<Result> },
  ): Promise<Result & CallOutput<'flairDelete'>> {
    return database.transaction(async (tx) => {
      const { id } = await communities.require(tokenName, tx)
      assertAllowed(canEditFlairs(viewer, tokenName, clock.now()))
      await communities.lock(tx, id)
      const flairs = { communityId: id, active: await communityRepository(tx.connection).flairsOf([id]) }
      const result = await within.action(tx, flairs)
      return { ...result, community: await communities.get(tokenName, tx) }
    }, within.tx)
  }

  return {
    create(viewer: Me, { tokenName, name, color }: CallParsedInput<'flairCreate'>, tx?: Transaction) {
      const action = async ({ connection }: Transaction, { communityId, active }: Flairs) => {
        assertFree(name, active)
        if (active.length >= FLAIRS_MAX) throw new DomainError('FLAIR_LIMIT')
        const flair = { id: ids.next(), name, color }
        await communityRepository(connection).insertFlair({
          ...flair,
          community_id: communityId,
          name_key: name.toLowerCase(),
          position: Math.max(-1, ...active.map(({ position }) => position)) + 1,
          deleted_at: 0,
        })
        return { flair }
      }
      return change(viewer, tokenName, { tx, action })
    },
    /** Gives a topic another name or colour; what is left out stays. */
    edit(viewer: Me, { tokenName, flairId, ...changed }: CallParsedInput<'flairEdit'>, tx?: Transaction) {
      const action = async ({ connection }: Transaction, { active }: Flairs) => {
        const row = active.find(({ id }) => id === flairId)
        if (!row) throw new DomainError('FLAIR_NOT_FOUND')
        const { name = row.name, color = row.color } = changed
        assertFree(
          name,
          active.filter((other) => other !== row),
        )
        await communityRepository(connection).updateFlair(flairId, { name, name_key: name.toLowerCase(), color })
        return { flair: { id: flairId, name, color } }
      }
      return change(viewer, tokenName, { tx, action })
    },
    /** Deleting a topic that is deleted already changes nothing. */
    delete(viewer: Me, { tokenName, flairId }: CallParsedInput<'flairDelete'>, tx?: Transaction) {
      const action = async ({ connection }: Transaction, { communityId }: Flairs) => {
        const repository = communityRepository(connection)
        const [row] = await repository.flairsById([flairId])
        if (row?.community_id !== communityId) throw new DomainError('FLAIR_NOT_FOUND')
        if (row.deleted_at === 0) await repository.updateFlair(flairId, { deleted_at: clock.now() })
        return {}
      }
      return change(viewer, tokenName, { tx, action })
    },
  }
}

interface Flairs {
  communityId: string
  active: FlairRow[]
}

function assertFree(name: string, others: FlairRow[]): void {
  if (others.some(({ name_key }) => name_key === name.toLowerCase())) throw new DomainError('FLAIR_EXISTS')
}
