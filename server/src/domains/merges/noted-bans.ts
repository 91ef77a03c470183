import type { Database, Unit } from '../../db/database.ts'
import { type MainBan, withBans } from '../memberships/own-standing.ts'
import { type MergeRow, mergeRepository } from './repository.ts'

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
    /** Bans that came by some decisions are lifted, from some accounts because they were asked for. */
    async lifted(unit: Unit, about: { decisions: string[]; userIds: string[] }): Promise<void> {
      const repository = mergeRepository(unit.connection)
      const isLifted = (ban: MainBan['own']) => ban !== null && about.decisions.includes(ban.decision_id)
      for (const userId of await repository.naming(about.decisions)) {
        const row = await repository.lock(userId, dialect)
        if (!row) continue
        const isAsked = about.userIds.includes(row.main_id)
        await change(unit, row, ({ communityId, own, shown }) => ({
          communityId,
          own: isLifted(own) ? null : own,
          // Of whom nobody has asked nothing was decided but that: another ban of theirs stays.
          shown: isLifted(shown) && !isAsked ? null : shown,
        }))
      }
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
