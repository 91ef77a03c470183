import {
  CommentStatus,
  inlineText,
  isBlock,
  type PostDocument,
  PostStatus,
  parseInline,
  plainTextOf,
} from '@stoa/contract'
import type { Connection } from '../../../platform/database/database.ts'
import { FILTERS, type Kind, PREFIX_MAX_LENGTH, prefixFilter } from './terms.ts'
import { tokensOf } from './text/index.ts'

/** What is indexed of an entity. */
export interface Source {
  id: string
  /** Its creation time, in ms. */
  createdAt: number
  version: number
  title: string
  text: string
  filters: string[]
}

/** The version of what must not be indexed. */
export const GONE = -1

/** Statuses of posts that nobody can find, not even moderators. */
const UNFOUND_POSTS = [PostStatus.hiddenByPublisher, PostStatus.unlisted, PostStatus.scheduled, PostStatus.draft].join()

/** Which state of a row is indexed, as SQL about the row `t`. */
const VERSIONS = {
  post: `case when t.status in (${UNFOUND_POSTS}) or (t.title = '' and t.slug like 'erased-%') then -1 else t.updated_at end`,
  comment: `case when t.status = ${CommentStatus.hiddenByPublisher} or t.content = '' then -1 else t.edited_at end`,
  user: "case when t.deleted_at > 0 or t.forward_to <> '' then -1 else t.updated_at end",
  community: 't.updated_at',
} as const satisfies Record<Kind, string>

interface SourceRow {
  id: string
  created_at: number
  version: number
}

interface PostSource extends SourceRow {
  title: string
  content: string
  publisher_id: string
  community_id: string
  flair_id: string
  kind: string
  has_poll: number
  has_video: number
  hero_image: string | null
  featured_image: string | null
  content_image: string | null
}

const authorFilter = (accountId: string) => (accountId === '' ? [] : [FILTERS.author(accountId)])

/** The text of a post and of its pictures and videos. */
export function postText(content: string, pollOptions: readonly string[] = []): string {
  const document = JSON.parse(content) as PostDocument
  const captions = document.blocks.flatMap((block) => {
    const { caption } = block.data as { caption?: unknown }
    return typeof caption === 'string' && !isBlock(block, 'quote') ? [inlineText(parseInline(caption))] : []
  })
  return [plainTextOf(document), ...captions, ...pollOptions].filter((text) => text !== '').join('\n')
}

/** The beginnings of the words of a name. */
function beginnings(names: readonly string[]): string[] {
  const words = names.flatMap((name) => tokensOf(name)).filter(({ kind }) => kind === 'word')
  const starts = words.flatMap(({ term }) => {
    const letters = Array.from(term)
    return letters.slice(0, PREFIX_MAX_LENGTH).map((_, index) => prefixFilter(letters.slice(0, index + 1).join('')))
  })
  return [...new Set(starts)]
}

/** Reads what is indexed. */
export function sourceRepository(connection: Connection) {
  const version = (kind: Kind) => connection.raw(`${VERSIONS[kind]} as version`)

  async function posts(ids: readonly string[]): Promise<Source[]> {
    const rows: PostSource[] = await connection('posts as t')
      .whereIn('t.id', ids)
      .select(
        't.id',
        't.created_at',
        't.title',
        't.content',
        't.publisher_id',
        't.community_id',
        't.flair_id',
        't.kind',
      )
      .select('t.has_poll', 't.has_video', 't.hero_image', 't.featured_image', 't.content_image', version('post'))
    const polls: { post_id: string; options: string }[] = await connection('polls')
      .whereIn(
        'post_id',
        rows.filter((row) => row.has_poll).map(({ id }) => id),
      )
      .select('post_id', 'options')
    const optionsOf = new Map(polls.map((poll) => [poll.post_id, JSON.parse(poll.options) as string[]]))
    return rows.map((row) => {
      const isPicture = row.content_image !== null && !row.has_video
      const hasImage = row.hero_image !== null || row.featured_image !== null || isPicture
      return {
        id: row.id,
        createdAt: Number(row.created_at),
        version: Number(row.version),
        title: row.title,
        text: postText(row.content, optionsOf.get(row.id)),
        filters: [
          ...authorFilter(row.publisher_id),
          FILTERS.community(row.community_id),
          ...(row.flair_id === '' ? [] : [FILTERS.topic(row.flair_id)]),
          ...(row.has_poll ? [FILTERS.has('poll')] : []),
          ...(row.has_video ? [FILTERS.has('video')] : []),
          ...(hasImage ? [FILTERS.has('image')] : []),
          ...(row.kind === 'story' ? [FILTERS.story] : []),
        ],
      }
    })
  }

  async function comments(ids: readonly string[]): Promise<Source[]> {
    const rows: (SourceRow & { content: string; publisher_id: string; community_id: string })[] = await connection(
      'comments as t',
    )
      .whereIn('t.id', ids)
      .select('t.id', 't.created_at', 't.content', 't.publisher_id', 't.community_id', version('comment'))
    return rows.map((row) => ({
      id: row.id,
      createdAt: Number(row.created_at),
      version: Number(row.version),
      title: '',
      text: row.content,
      filters: [...authorFilter(row.publisher_id), FILTERS.community(row.community_id)],
    }))
  }

  async function users(ids: readonly string[]): Promise<Source[]> {
    const rows: (SourceRow &
      Record<'username' | 'display_name' | 'profile_name' | 'profile_title', string> & {
        profile_about: string | null
      })[] = await connection('users as t')
      .whereIn('t.id', ids)
      .select('t.id', 't.created_at', 't.username', 't.display_name', 't.profile_name', 't.profile_title')
      .select('t.profile_about', version('user'))
    return rows.map((row) => {
      const name = row.profile_name === '' ? row.display_name : row.profile_name
      return {
        id: row.id,
        createdAt: Number(row.created_at),
        version: Number(row.version),
        title: `${row.username} ${name}`,
        text: `${row.profile_title}\n${row.profile_about ?? ''}`,
        filters: beginnings([row.username, name]),
      }
    })
  }

  async function communities(ids: readonly string[]): Promise<Source[]> {
    const rows: (SourceRow & { token_name: string; title: string; url_slug: string; about: string | null })[] =
      await connection('communities as t')
        .whereIn('t.id', ids)
        .select('t.id', 't.created_at', 't.token_name', 't.title', 't.url_slug', 't.about', version('community'))
    return rows.map((row) => ({
      id: row.id,
      createdAt: Number(row.created_at),
      version: Number(row.version),
      title: `${row.title} ${row.token_name} ${row.url_slug}`,
      text: row.about ?? '',
      filters: beginnings([row.title, row.token_name, row.url_slug]),
    }))
  }

  function rowsOf(kind: Kind) {
    switch (kind) {
      case 'post':
        return connection('posts as t').select('t.id')
      case 'comment':
        return connection('comments as t').select('t.id')
      case 'user':
        return connection('users as t').select('t.id')
      case 'community':
        return connection('communities as t').select('t.id')
    }
  }

  const readers = { post: posts, comment: comments, user: users, community: communities }

  return {
    async ofKind(kind: Kind, ids: readonly string[]): Promise<Source[]> {
      return ids.length === 0 ? [] : readers[kind](ids)
    },
    /** Ids of a kind after one, in order. */
    async idsAfter(kind: Kind, after: string, limit: number): Promise<string[]> {
      return rowsOf(kind).where('t.id', '>', after).orderBy('t.id').limit(limit).pluck('t.id')
    },
    /** Those of the rows whose state isn't the one that is indexed. `ids`: among these; `after`: with later ids. */
    async outdated(kind: Kind, rows: { ids: readonly string[] } | { after: string }, limit: number): Promise<string[]> {
      const query = rowsOf(kind)
        .leftJoin('search_docs as d', (join) => {
          join.on('d.entity_id', 't.id').andOnVal('d.kind', kind)
        })
        .whereRaw(`coalesce(d.version, -1) <> ${VERSIONS[kind]}`)
      if ('ids' in rows) query.whereIn('t.id', rows.ids)
      else query.where('t.id', '>', rows.after)
      return query.limit(limit).pluck('t.id')
    },
    /** Documents of what doesn't exist any more, after one. */
    async orphans(kind: Kind, limit: number): Promise<string[]> {
      return connection('search_docs as d')
        .where('d.kind', kind)
        .whereNotExists(rowsOf(kind).whereRaw('t.id = d.entity_id'))
        .limit(limit)
        .pluck('d.entity_id')
    },
  }
}
