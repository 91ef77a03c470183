import type { ActivityAction } from '@stoa/contract'
import type { Unit } from '../../db/database.ts'
import type { Background } from '../../lib/background.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Ids } from '../../lib/ids.ts'
import { workRepository } from './work-repository.ts'

/** Something that people may be told of. Ids of people may be those of merged accounts, or of deleted ones. */
export type Happening =
  | {
      kind: 'comment'
      commentId: string
      postId: string
      communityId: string
      /** Empty: anonymous. */
      actorId: string
      /** Whom it answers, and what of theirs: a comment or the post. Null: nobody. */
      answered: { userId: string; targetId: string } | null
      mentioned: string[]
    }
  | { kind: 'post'; postId: string; communityId: string; actorId: string; parentPostId: string }
  | {
      kind: 'decision'
      activityId: string
      action: ActivityAction
      communityId: string
      actorId: string
      /** Whose content it is about. */
      personId: string
      /** Empty: about all that the person wrote there. */
      postId: string
      commentId: string
    }
  | { kind: 'follow'; actorId: string; followedId: string }

/** Notes what happened, in the transaction in which it does; people are told after it. */
export interface Happenings {
  note(unit: Unit, happening: Happening): void
}

/** One more row in the transaction of what happens is all that its writer waits for; `tell` does the rest after the commit. */
export function createHappenings(about: {
  clock: Clock
  ids: Ids
  background: Background
  tell(): Promise<void>
}): Happenings {
  const { clock, ids, background, tell } = about

  async function store(unit: Unit, happenings: Happening[]): Promise<void> {
    const now = clock.now()
    const rows = happenings.map(({ kind, ...happening }) => ({
      id: ids.next(),
      kind,
      about: JSON.stringify(happening),
      position: '',
      tries: 0,
      created_at: now,
      due_at: now,
    }))
    unit.atCommit(workRepository(unit.connection).insertion(rows))
    unit.afterCommit(() => background.run('tell people', tell))
  }

  return {
    note(unit, happening) {
      if (mayConcern(happening)) unit.collect(store, happening)
    },
  }
}

/** Most comments answer nobody but their own author or a page. */
function mayConcern(happening: Happening): boolean {
  if (happening.kind === 'decision') return happening.personId !== '' && happening.personId !== happening.actorId
  if (happening.kind !== 'comment') return true
  const { answered, mentioned, actorId, postId } = happening
  // Whoever has answered an anonymous comment has read it.
  if (answered?.userId === '' && answered.targetId !== postId && actorId !== '') return true
  const people = [...(answered ? [answered.userId] : []), ...mentioned]
  return people.some((id) => id !== '' && id !== actorId)
}
