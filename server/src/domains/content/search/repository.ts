import type { Connection } from '../../../platform/database/database.ts'
import { type Condition, type Rights, shownTo } from './rights.ts'
import type { Kind } from './terms.ts'

/** Terms of which a document needs one. */
export type Group = readonly number[]

/** What documents must and must not have. */
export interface Plan {
  kind: Kind
  /** The rarest first: its documents are the candidates. None: all documents of the kind are. */
  groups: readonly Group[]
  /** About how many documents each term of the first group has. */
  sizes: readonly number[]
  /** Terms that no document may have. */
  excluded: Group
  /** Texts that its words must contain, or must not. */
  phrases: readonly { text: string; isExcluded: boolean }[]
  /** The query's words as they follow each other, if there are several: texts with them so are more relevant. */
  inOrder: string | null
  /** Terms and phrases that only the reader's own texts may have. Who asks looks for the phrases. */
  muted: { terms: Group; phrases: readonly string[] }
  /** Further conditions about the tables of the kind. */
  conditions: readonly Condition[]
  /** Documents from this one on, and before that one. */
  from: number
  before: number
  rights: Rights
}

/** A found entity, with what decides about its rank. */
export interface Found {
  doc: number
  id: string
  /** How well liked it is. */
  score: number
  /** The words follow each other as in the query. */
  isInOrder: boolean
}

/** A found entity with its words. */
export interface FoundText extends Found {
  /** Empty without muted phrases. */
  tokens: string
  /** It is the reader's own. False without muted phrases. */
  isOwn: boolean
}

/** A range of documents, the end excluded. */
export interface Range {
  from: number
  before: number
}

/** Number of likes of each kind, as SQL. */
const SCORES = {
  post: 'p.score',
  comment: 'c.score + c.num_replies',
  user: 'u.followers',
  community: 'g.number_of_members',
} as const satisfies Record<Kind, string>

/** Who has written an entity. */
const AUTHORS = { post: 'p.publisher_id', comment: 'c.publisher_id', user: null, community: null } as const

interface Statement {
  sql: string
  bindings: readonly (string | number)[]
}

const marks = (values: readonly unknown[]) => values.map(() => '?').join()

/** Reads the search index. Each statement reads a bounded number of rows. */
export function searchRepository(connection: Connection) {
  const isMysql = connection.client.config.client === 'mysql2'
  // Both keep the order of the tables, so that a query never begins with the posts of a community.
  const join = (table: string) => (isMysql ? `straight_${table}` : `cross ${table}`)

  /** Rows of a statement with these columns. */
  async function rows<Column extends string>(
    columns: readonly Column[],
    { sql, bindings }: Statement,
  ): Promise<Record<Column, string | number>[]> {
    if (isMysql) {
      const [found] = await connection.raw(sql, bindings)
      return found
    }
    // The embedded database's driver takes longer for a row than the database, so all come as one.
    const [{ packed }] = await connection.raw(
      `select json_group_array(json_object(${columns.map((column) => `'${column}',${column}`).join()})) as packed from (${sql})`,
      bindings,
    )
    return JSON.parse(packed)
  }

  /** The postings of the candidate `a` with some terms, as scalar subqueries. */
  function postings(terms: Group): string[] {
    const posting = (which: string) =>
      `(select 1 from search_postings b where b.term ${which} and b.doc = a.doc limit 1)`
    // MySQL and MariaDB read all postings of a list of terms, those of one term by their key.
    return isMysql ? terms.map(() => posting('= ?')) : [posting(`in (${marks(terms)})`)]
  }
  const hasOne = (terms: Group) =>
    postings(terms)
      .map((posting) => `${posting} = 1`)
      .join(' or ')
  const hasNone = (terms: Group) =>
    `(${postings(terms)
      .map((posting) => `${posting} is null`)
      .join(' and ')})`

  /** Whether a text is the reader's own. */
  function isOwn({ kind, rights: { ownIds } }: Plan): Statement {
    const author = AUTHORS[kind]
    if (author === null || ownIds.length === 0) return { sql: '1 = 0', bindings: [] }
    return { sql: `${author} in (${marks(ownIds)})`, bindings: ownIds }
  }

  /** Documents among the candidates of a range that match and that the reader may find. */
  function matching(plan: Plan, range: Range, columns: Statement): Statement {
    const { joins, condition } = shownTo(plan.rights, plan.kind)
    const [candidates = null, ...others] = plan.groups
    const bindings = [...columns.bindings]
    const where: string[] = []
    const needs = (sql: string, values: readonly (string | number)[]) => {
      where.push(`(${sql})`)
      bindings.push(...values)
    }
    let from: string
    if (candidates === null) {
      from = 'search_docs a'
      needs('a.kind = ? and a.doc >= ? and a.doc < ?', [plan.kind, range.from, range.before])
    } else if (candidates.length === 1) {
      from = 'search_postings a'
      needs('a.term = ? and a.doc >= ? and a.doc < ?', [...candidates, range.from, range.before])
    } else {
      const parts = candidates.map(() => 'select doc from search_postings where term = ? and doc >= ? and doc < ?')
      from = `(${parts.join(' union ')}) a`
      bindings.push(...candidates.flatMap((term) => [term, range.from, range.before]))
    }
    for (const terms of others) needs(hasOne(terms), terms)
    if (plan.excluded.length > 0) needs(hasNone(plan.excluded), plan.excluded)
    for (const { sql, bindings: values } of [...plan.conditions, condition]) needs(sql, values)
    if (plan.muted.terms.length > 0) {
      const own = isOwn(plan)
      needs(`${own.sql} or ${hasNone(plan.muted.terms)}`, [...own.bindings, ...plan.muted.terms])
    }
    for (const { text, isExcluded } of plan.phrases) needs(`instr(d.tokens, ?) ${isExcluded ? '=' : '>'} 0`, [text])
    const tables = [from, ...['join search_docs d on d.doc = a.doc', ...joins].map(join)]
    return { sql: `select ${columns.sql} from ${tables.join(' ')} where ${where.join(' and ')}`, bindings }
  }

  return {
    /** The document that ends a range of about `size` candidates before one; the plan's first if there are fewer. */
    async rangeStart(plan: Plan, { before, size }: { before: number; size: number }): Promise<number> {
      const [candidates = null] = plan.groups
      const share = Math.ceil(size / (candidates?.length ?? 1))
      const table = candidates === null ? 'search_docs where kind = ?' : 'search_postings where term = ?'
      const keys = candidates?.filter((_, index) => (plan.sizes[index] ?? 0) > share) ?? [plan.kind]
      if (keys.length === 0) return plan.from
      const starts = keys.map(
        (_, index) =>
          `select doc from (select doc from ${table} and doc >= ? and doc < ? order by doc desc limit 1 offset ${share - 1}) s${index}`,
      )
      const found = await rows(['doc'], {
        sql: starts.join(' union all '),
        bindings: keys.flatMap((key) => [key, plan.from, before]),
      })
      return Math.max(plan.from, ...found.map(({ doc }) => Number(doc)))
    },
    /** The newest matching documents of a range. */
    async newest(plan: Plan, range: Range, limit: number): Promise<FoundText[]> {
      const own = isOwn(plan)
      const text = plan.muted.phrases.length === 0 ? '' : `, d.tokens as tokens, ${own.sql} as isOwn`
      const order = plan.inOrder === null ? '0' : 'instr(d.tokens, ?) > 0'
      const columns = {
        sql: `a.doc as doc, d.entity_id as id, ${SCORES[plan.kind]} as score, ${order} as isInOrder${text}`,
        bindings: [...(plan.inOrder === null ? [] : [plan.inOrder]), ...(text === '' ? [] : own.bindings)],
      }
      const { sql, bindings } = matching(plan, range, columns)
      const found = await rows(
        ['doc', 'id', 'score', 'isInOrder', ...(text === '' ? [] : (['tokens', 'isOwn'] as const))],
        {
          sql: `${sql} order by a.doc desc limit ${limit}`,
          bindings,
        },
      )
      return found
        .map((row) => ({
          doc: Number(row.doc),
          id: String(row.id),
          score: Number(row.score),
          isInOrder: Number(row.isInOrder) === 1,
          tokens: String(row.tokens ?? ''),
          isOwn: Number(row.isOwn ?? 0) === 1,
        }))
        .sort((one, other) => other.doc - one.doc)
    },
    /** How many documents of a range match, up to `limit`. */
    async count(plan: Plan, range: Range, limit: number): Promise<number> {
      const { sql, bindings } = matching(plan, range, { sql: '1', bindings: [] })
      const [row] = await rows(['count'], {
        sql: `select count(*) as count from (${sql} limit ${limit}) counted`,
        bindings,
      })
      return Number(row?.count ?? 0)
    },
    /** Numbers of documents of terms. */
    async docsOf(terms: readonly number[]): Promise<Map<number, number>> {
      if (terms.length === 0) return new Map()
      const found = await rows(['id', 'docs'], {
        sql: `select id, docs from search_terms where id in (${marks(terms)})`,
        bindings: terms,
      })
      return new Map(found.map(({ id, docs }) => [Number(id), Number(docs)]))
    },
    /** The most used of the first terms that begin with a text. */
    async termsFrom(
      space: string,
      { start, end }: { start: string; end: string },
      { read, limit }: { read: number; limit: number },
    ): Promise<string[]> {
      const found = await rows(['term'], {
        sql: `select term from (select term, docs from search_terms where space = ? and term >= ? and term < ? order by term limit ${read}) t order by docs desc limit ${limit}`,
        bindings: [space, start, end],
      })
      return found.map(({ term }) => String(term))
    },
    /** The most used terms with this first letter and length. */
    async termsLike(space: string, { head, length }: { head: string; length: number }, limit: number) {
      const found = await rows(['term', 'docs'], {
        sql: `select term, docs from search_terms where space = ? and head = ? and length = ? order by docs desc limit ${limit}`,
        bindings: [space, head, length],
      })
      return found.map(({ term, docs }) => ({ term: String(term), docs: Number(docs) }))
    },
    /** Topics of this name, and those merged into them. */
    async topicsNamed(name: string, communityId: string | null, limit: number): Promise<string[]> {
      const named = connection('flairs').where({ name_key: name.toLowerCase(), deleted_at: 0 })
      if (communityId !== null) named.where({ community_id: communityId })
      const ids: string[] = await named.limit(limit).pluck('id')
      if (ids.length === 0) return []
      return [...ids, ...(await connection('flairs').whereIn('merged_into', ids).limit(limit).pluck('id'))]
    },
    /** Texts of posts by id. */
    async contentsOf(ids: readonly string[]): Promise<{ id: string; title: string; content: string }[]> {
      return ids.length === 0 ? [] : connection('posts').whereIn('id', ids).select('id', 'title', 'content')
    },
  }
}
