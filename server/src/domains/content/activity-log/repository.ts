import type { ActivityAction } from '@stoa/contract'
import type { Connection } from '../../../platform/database/database.ts'

export interface ActivityRow {
  id: string
  community_id: string
  actor_id: string
  action: ActivityAction
  /** Empty if the decision concerns nobody with an account. */
  person_id: string
  post_id: string
  comment_id: string
  reason: string
  /** JSON of `ActivityDetails`. */
  details: string
  /** The decision that undid this one; empty if none has. */
  undone_by: string
  created_at: number
}

/** Longest chain of undone undos that is followed. Databases end recursive queries after about a thousand steps. */
const CHAIN_MAX = 500

/** Restricts a column to decisions about just that: decisions about a comment also name its post and author. */
const NAMES_NO = { comment_id: {}, post_id: { comment_id: '' }, person_id: { comment_id: '', post_id: '' } }

export function activityRepository(connection: Connection) {
  const activities = () => connection<ActivityRow>('mod_activities')
  /** Without granted appeals about files, which say nothing about their posts. */
  const aboutStates = () =>
    activities().whereRaw("not (action = 'appealGranted' and details like ?)", ['%"mediaId":"%'])
  return {
    async insert(rows: ActivityRow[]): Promise<void> {
      await activities().insert(rows)
    },
    async byId(id: string): Promise<ActivityRow | undefined> {
      return activities().where({ id }).first()
    },
    /** Marks a decision as undone. False if it was undone before. */
    async setUndone(id: string, undoneBy: string): Promise<boolean> {
      return (await activities().where({ id, undone_by: '' }).update({ undone_by: undoneBy })) === 1
    },
    /** The newest of these decisions about one comment, post or person, without undone ones. */
    async newestAbout(
      about: { column: 'comment_id' | 'post_id' | 'person_id'; id: string; communityId: string },
      actions: readonly ActivityAction[],
    ): Promise<ActivityRow | undefined> {
      const query = aboutStates().where({ [about.column]: about.id, community_id: about.communityId, undone_by: '' })
      return query.where(NAMES_NO[about.column]).whereIn('action', actions).orderBy('id', 'desc').first()
    },
    /** The latest decisions about a comment, post or person, without undone ones, newest first. */
    async latestAbout(
      about: { column: 'comment_id' | 'post_id' | 'person_id'; id: string; communityId: string },
      { actions, limit }: { actions: readonly ActivityAction[]; limit: number },
    ): Promise<ActivityRow[]> {
      const query = aboutStates().where({ [about.column]: about.id, community_id: about.communityId, undone_by: '' })
      return query.where(NAMES_NO[about.column]).whereIn('action', actions).orderBy('id', 'desc').limit(limit)
    },
    /**
     * Ids of these decisions that are not in force: undone by a decision that was not undone itself, and so on. One
     * query for all; of a chain longer than `CHAIN_MAX`, only the beginning counts.
     */
    async reversedAmong(ids: string[]): Promise<string[]> {
      if (ids.length === 0) return []
      const from = activities().whereIn('id', ids).whereNot({ undone_by: '' })
      const first = from.select({ id: 'id', next: 'undone_by', steps: connection.raw('1') })
      const further = connection('chain')
        .join('mod_activities as undoing', 'undoing.id', 'chain.next')
        .whereNot({ 'undoing.undone_by': '' })
        .where('chain.steps', '<', CHAIN_MAX)
        .select({ id: 'chain.id', next: 'undoing.undone_by', steps: connection.raw('chain.steps + 1') })
      const rows: { id: string; steps: number }[] = await connection
        .withRecursive('chain', ['id', 'next', 'steps'], connection.unionAll([first, further]))
        .from('chain')
        .groupBy('id')
        .select({ id: 'id', steps: connection.raw('max(steps)') })
      return rows.flatMap(({ id, steps }) => (Number(steps) % 2 === 1 ? [id] : []))
    },
    /**
     * Ids of the newest of these decisions about each comment, post or person in each community, without undone
     * ones.
     */
    async newestAmong(
      about: { column: 'comment_id' | 'post_id' | 'person_id'; ids: string[]; communityIds: readonly string[] },
      actions: readonly ActivityAction[],
    ): Promise<string[]> {
      if (about.ids.length === 0) return []
      const query = aboutStates().whereIn(about.column, about.ids).whereIn('community_id', about.communityIds)
      const rows: { newest: string }[] = await query
        .where({ ...NAMES_NO[about.column], undone_by: '' })
        .whereIn('action', actions)
        .groupBy(about.column, 'community_id')
        .select({ newest: connection.raw('max(id)') })
      return rows.map((row) => row.newest)
    },
    /** Number of these decisions about people, by community, without undone ones. */
    async countsOf(
      about: { personIds: string[]; communityIds: string[] },
      actions: readonly ActivityAction[],
    ): Promise<{ person_id: string; community_id: string; count: number }[]> {
      if (about.personIds.length === 0) return []
      const query = activities().whereIn('person_id', about.personIds).whereIn('community_id', about.communityIds)
      return query
        .whereIn('action', actions)
        .where({ undone_by: '' })
        .groupBy('person_id', 'community_id')
        .select('person_id', 'community_id', { count: connection.raw('count(*)') })
    },
    async countsByAction(
      { personIds, communityId }: { personIds: string[]; communityId: string },
      actions: readonly ActivityAction[],
    ): Promise<{ action: ActivityAction; count: number }[]> {
      const query = activities().whereIn('person_id', personIds).where({ community_id: communityId, undone_by: '' })
      return query
        .whereIn('action', actions)
        .groupBy('action')
        .select('action', { count: connection.raw('count(*)') })
    },
    async byIds(ids: string[]): Promise<ActivityRow[]> {
      return ids.length === 0 ? [] : activities().whereIn('id', ids)
    },
    /**
     * Decisions about a person's accounts, newest first. A decision that was undone and put back is listed once, as the
     * decision that put it back.
     */
    async ofPerson(
      personIds: string[],
      about: {
        actions: readonly ActivityAction[]
        /** Undefined for all. */
        communityId: string | undefined
        after: string | null
        limit: number
      },
    ): Promise<ActivityRow[]> {
      const query = activities().whereIn('person_id', personIds).whereIn('action', about.actions)
      const reversed = connection('mod_activities as undoing').whereRaw('?? = ??', [
        'undoing.id',
        'mod_activities.undone_by',
      ])
      query.whereNotExists(reversed.whereNot({ 'undoing.undone_by': '' }))
      if (about.communityId !== undefined) query.where({ community_id: about.communityId })
      if (about.after !== null) query.where('id', '<', about.after)
      return query.orderBy('id', 'desc').limit(about.limit)
    },
    /** Decisions everywhere or in one community, newest first; `before`: ids less than this. */
    async everywhere(about: {
      communityId: string | undefined
      actions: readonly ActivityAction[] | undefined
      before: string | null
      limit: number
    }): Promise<ActivityRow[]> {
      const query = activities().orderBy('id', 'desc').limit(about.limit)
      if (about.communityId !== undefined) query.where({ community_id: about.communityId })
      if (about.actions) query.whereIn('action', about.actions)
      return about.before === null ? query : query.where('id', '<', about.before)
    },
    /**
     * Decisions in some communities, newest first, with one index range per community. `before`: ids less than this;
     * `from`: this id and greater.
     */
    async list(about: {
      communityIds: readonly string[]
      /** Accounts of the person who decided. */
      actorIds?: string[] | undefined
      /** Accounts of the person concerned. */
      personIds?: string[] | undefined
      /** Accounts of a person who decided or is concerned. */
      involvedIds?: string[] | undefined
      actions?: readonly ActivityAction[] | undefined
      /** Only undone decisions, or only others. */
      isUndone?: boolean | undefined
      /** Only decisions about this post or comment. */
      subjectId: string | undefined
      before: string | null
      from: string | null
      limit: number
    }): Promise<ActivityRow[]> {
      const { subjectId, involvedIds } = about
      const ranges = about.communityIds.map((community_id) => {
        const query = activities().where({ community_id })
        if (about.isUndone !== undefined) query.where('undone_by', about.isUndone ? '>' : '=', '')
        if (about.actorIds) query.whereIn('actor_id', about.actorIds)
        if (about.personIds) query.whereIn('person_id', about.personIds)
        if (involvedIds)
          query.where((one) => void one.whereIn('actor_id', involvedIds).orWhereIn('person_id', involvedIds))
        if (about.actions) query.whereIn('action', about.actions)
        if (subjectId) query.where((one) => void one.where({ post_id: subjectId }).orWhere({ comment_id: subjectId }))
        if (about.before !== null) query.where('id', '<', about.before)
        if (about.from !== null) query.where('id', '>=', about.from)
        return query.orderBy('id', 'desc').limit(about.limit)
      })
      const [only] = ranges
      if (!only || ranges.length === 1) return only ?? []
      // SQLite accepts an order within a part of a union only in a subquery.
      const parts = ranges.map((range) => connection.select('*').from(range.as('part')))
      const merged = connection.select('*').from(connection.unionAll(parts).as('merged'))
      return merged.orderBy('id', 'desc').limit(about.limit)
    },
  }
}
