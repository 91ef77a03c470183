import type { Connection, Database } from '../../../platform/database/database.ts'

export interface PollRow {
  post_id: string
  /** JSON list of texts. */
  options: string
  results: 'always' | 'afterVote' | 'afterClose'
  voters: 'public' | 'anonymous'
  closes_at: number
  total_voters: number
  /** 1 after the first vote, even if it was removed. */
  is_locked: number
}

/** An option's count and newest voters. */
export interface PollOptionRow {
  post_id: string
  option_index: number
  vote_count: number
  last_voter: string | null
  second_last_voter: string | null
}

export interface PollVoteRow {
  post_id: string
  user_id: string
  option_index: number
  created_at: number
}

export function pollRepository(connection: Connection) {
  const polls = () => connection<PollRow>('polls')
  const options = () => connection<{ post_id: string; option_index: number; vote_count: number }>('poll_options')
  const votes = () => connection<PollVoteRow>('poll_votes')
  const newestVoter = (skip: number) =>
    connection('poll_votes as v')
      .select('v.user_id')
      .whereRaw('v.post_id = o.post_id and v.option_index = o.option_index')
      .orderBy('v.created_at', 'desc')
      .orderBy('v.user_id', 'desc')
      .limit(1)
      .offset(skip)
  return {
    async byPosts(postIds: string[]): Promise<PollRow[]> {
      return polls().whereIn('post_id', postIds)
    },
    async setEnd(postId: string, closesAt: number): Promise<void> {
      await polls().where({ post_id: postId }).update({ closes_at: closesAt })
    },
    /** The poll, locked until the transaction ends, which serializes its votes. */
    async lock(postId: string, dialect: Database['dialect']): Promise<PollRow | undefined> {
      return dialect.forUpdate(polls().where({ post_id: postId }).first())
    },
    async optionsOf(postIds: string[]): Promise<PollOptionRow[]> {
      return connection('poll_options as o')
        .whereIn('o.post_id', postIds)
        .select({
          post_id: 'o.post_id',
          option_index: 'o.option_index',
          vote_count: 'o.vote_count',
          last_voter: newestVoter(0),
          second_last_voter: newestVoter(1),
        })
        .orderBy('o.post_id')
        .orderBy('o.option_index')
    },
    async insert(row: PollRow): Promise<void> {
      const texts = JSON.parse(row.options) as string[]
      await polls().insert(row)
      await options().insert(texts.map((_, index) => ({ post_id: row.post_id, option_index: index, vote_count: 0 })))
    },
    /** Moves the poll and its votes to another post. */
    async move(fromPostId: string, intoPostId: string): Promise<void> {
      for (const table of ['polls', 'poll_options', 'poll_votes']) {
        await connection(table).where({ post_id: fromPostId }).update({ post_id: intoPostId })
      }
    },
    async delete(postId: string): Promise<void> {
      await options().where({ post_id: postId }).del()
      await polls().where({ post_id: postId }).del()
    },
    async deleteAllVotes(postId: string): Promise<void> {
      await votes().where({ post_id: postId }).del()
    },
    /** A person's votes in polls, with any account. */
    async votesOf(userIds: string[], postIds: string[]): Promise<PollVoteRow[]> {
      return votes().whereIn('post_id', postIds).whereIn('user_id', userIds)
    },
    /** Votes in a poll by these accounts, or all, in the order of accounts. */
    async votesIn(
      postId: string,
      about: { userIds: string[] | null; after: string; limit: number },
    ): Promise<PollVoteRow[]> {
      const query = votes().where({ post_id: postId }).where('user_id', '>', about.after)
      if (about.userIds) query.whereIn('user_id', about.userIds)
      return query.orderBy('user_id').limit(about.limit)
    },
    /** Posts of polls in which both an account and one of the others have voted, sorted by id. */
    async votedByBoth(userId: string, otherIds: string[], limit: number): Promise<string[]> {
      const others = votes().whereIn('user_id', otherIds).select('post_id')
      return votes()
        .where({ user_id: userId })
        .whereIn('post_id', others)
        .orderBy('post_id')
        .limit(limit)
        .pluck('post_id')
    },
    /** Locks polls until the transaction ends, which blocks voting. */
    async lockAll(postIds: string[], { forUpdate }: Database['dialect']): Promise<void> {
      await forUpdate(polls().whereIn('post_id', postIds).orderBy('post_id').select('post_id'))
    },
    async insertVote(row: PollVoteRow): Promise<void> {
      await votes().insert(row)
    },
    /** Deletes the accounts' votes in a poll. */
    async deleteVotes(postId: string, userIds: string[]): Promise<void> {
      await votes().where({ post_id: postId }).whereIn('user_id', userIds).del()
    },
    async countOption(postId: string, optionIndex: number, difference: number): Promise<void> {
      await options()
        .where({ post_id: postId, option_index: optionIndex })
        .update({ vote_count: connection.raw('vote_count + ?', [difference]) })
    },
    async countVoters(postId: string, difference: number): Promise<void> {
      await polls()
        .where({ post_id: postId })
        .update({ total_voters: connection.raw('total_voters + ?', [difference]), is_locked: 1 })
    },
  }
}
