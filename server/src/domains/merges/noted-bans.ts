import type { Database, Unit } from '../../db/database.ts'
import { longest, type MainBan, withBans } from '../memberships/own-standing.ts'
import { type MergeRow, mergeRepository } from './repository.ts'

type Ban = NonNullable<MainBan['own']>

/** Which bans are lifted, and how to learn which an account has. */
interface Lifted {
  decisions: string[]
  /** Accounts of whom somebody has asked. */
  userIds: string[]
  bansOf: (userId: string) => Promise<Ban[]>
}

/**
 * Bans of main accounts that only the notes of merges know of, as an owner's account or a longer ban covers them: what was
 * lifted or replaced doesn't come back from there when the accounts part.
 */
export function createNotedBans({ dialect }: Pick<Database, 'dialect'>) {
  async function change(unit: Unit, { user_id, notes }: MergeRow, left: (ban: MainBan) => MainBan): Promise<void> {
    const noted = JSON.parse(notes)
    const changed = { ...noted, standing: withBans(noted.standing, left) }
    await mergeRepository(unit.connection).update(user_id, { notes: JSON.stringify(changed) })
  }

  return {
    /**
     * Bans that came by some decisions are lifted, from some accounts because they were asked for. Of whom nobody has asked,
     * nothing was decided but that: returns the bans that these people have by other decisions, which come in their place.
     */
    async lifted(unit: Unit, about: Lifted): Promise<Ban[]> {
      const repository = mergeRepository(unit.connection)
      const isLifted = (ban: MainBan['own']) => ban !== null && about.decisions.includes(ban.decision_id)
      const left = new Map<string, Ban>()
      for (const userId of await repository.naming(about.decisions)) {
        const row = await repository.lock(userId, dialect)
        if (!row) continue
        const { main_id: mainId } = row
        const isAsked = about.userIds.includes(mainId)
        const brought: Ban[] = []
        for (const one of await repository.lockInto(mainId, dialect)) brought.push(...(await about.bansOf(one.user_id)))
        await change(unit, row, ({ communityId, own: before, shown }) => {
          const own = isLifted(before) ? null : before
          if (isAsked || !isLifted(shown)) return { communityId, own, shown }
          const others = brought.filter((ban) => ban.community_id === communityId)
          const lasting = longest(own ? [own, ...others] : others)
          const next = lasting && { ...lasting, user_id: mainId }
          if (next) left.set(mainId, next)
          return { communityId, own, shown: next }
        })
      }
      return [...left.values()]
    },
    /** Accounts are banned anew: what they had before is over, whenever the new one ends. */
    async replaced(unit: Unit, about: { communityId: string; userIds: string[] }): Promise<void> {
      for (const userId of about.userIds) {
        for (const row of await mergeRepository(unit.connection).lockInto(userId, dialect)) {
          await change(unit, row, (ban) => (ban.communityId === about.communityId ? { ...ban, own: null } : ban))
        }
      }
    },
  }
}
