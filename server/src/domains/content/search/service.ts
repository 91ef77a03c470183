import { type CallOutput, type CallParsedInput, formatSearchQuery, type Me, PAGE_SIZE } from '@stoa/contract'
import type { Position } from '../../../platform/database/keyset.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { createConcurrencyLimit } from '../../../platform/jobs/background.ts'
import type { Platform } from '../../../platform/platform.ts'
import { addressBuckets } from '../../../platform/security/address.ts'
import type { AccountService } from '../../people/accounts/index.ts'
import type { CommunityService } from '../../people/communities/index.ts'
import type { MuteService } from '../../people/mutes/index.ts'
import { createFinder, type Ranked, type RankedRange, rangeAt, rangePosition } from './finder.ts'
import { type Asked, askedFor, type BestPlans, createPlanner, NEWEST } from './planner.ts'
import { createResultPresenter, type PresenterDependencies, type Results } from './presenter.ts'
import { createReaders, type Scope } from './readers.ts'
import type { Plan } from './repository.ts'
import { PUBLIC, partnerIn, type Rights } from './rights.ts'
import { createSuggestions } from './suggestions.ts'
import type { Kind } from './terms.ts'
import { createMatcher } from './text/index.ts'
import { createTypos } from './typo-finder.ts'

export interface SearchDependencies extends PresenterDependencies, Pick<Platform, 'database' | 'cursors'> {
  accounts: AccountService
  communities: CommunityService
  mutes: Pick<MuteService, 'of'>
}

/** A search as a call gets it. */
type Search = Omit<CallParsedInput<'searchPosts'>, 'tokenName'> & Scope

/** Members of a community whose names have some words. */
interface MembersByName {
  communityId: string
  query: string
  arePartners: boolean
  limit: number
  position: Position | null
}

interface ResultPage<Result> {
  items: Result[]
  cursor: string | null
  hasMore: boolean
  total: number | null
  didYouMean: string | null
}

const refuse = () => new DomainError('BUSY', { retryAfterMs: 2000 })
/** Searches at once. Others wait in line, so that whoever reads meanwhile waits for a few of their statements only. */
const QUEUE = { runningMax: 2, waitingMax: 200, refuse }
/** Searches of one member, or of visitors on one network, in that line. */
const QUEUED_MAX_EACH = 40

/** Who searches. */
interface Asker {
  viewer: Me | null
  /** Empty for calls inside the process. */
  address: string
}

/** With fewer hits, something else may be meant. */
const FEW = 3

/** Numbers in the position of a page of hits that are older than those that are ranked. */
const OLDER_LENGTH = 5

const EMPTY = { items: [], cursor: null, hasMore: false, total: 0, didYouMean: null }

/** A page of hits. */
interface Cut {
  ids: string[]
  /** Position of the next page; null at the end. */
  next: Position | null
  /** Number of hits, if this page has them all. */
  total: number | null
}

/** Searches what a reader may see. */
export function createSearchService(dependencies: SearchDependencies) {
  const { database, cursors } = dependencies
  const planner = createPlanner(dependencies)
  const finder = createFinder(dependencies)
  const readers = createReaders(dependencies)
  const present = createResultPresenter(dependencies)
  const typos = createTypos({ database, planner, finder })
  const suggestions = createSuggestions({ ...dependencies, planner, finder, readers })
  const inLine = createConcurrencyLimit(QUEUE)
  /** How many searches are in the line, by member or network. */
  const queued = new Map<string, number>()

  /** Runs a search in its turn. Nobody fills the line alone. */
  async function inTurn<Result>({ viewer, address }: Asker, work: () => Promise<Result>): Promise<Result> {
    const by = viewer?.id ?? (address === '' ? undefined : addressBuckets(address).at(-1)?.prefix)
    if (by === undefined) return inLine(work)
    const count = queued.get(by) ?? 0
    if (count >= QUEUED_MAX_EACH) throw refuse()
    queued.set(by, count + 1)
    try {
      return await inLine(work)
    } finally {
      const left = (queued.get(by) ?? 1) - 1
      if (left > 0) queued.set(by, left)
      else queued.delete(by)
    }
  }

  /** What was typed, as it is looked for among a kind. Names are found by their beginnings. */
  const asked = (kind: Kind, query: string) => askedFor(query, { prefix: kind === 'user' || kind === 'community' })

  /** A page of the newest hits. */
  async function newestPage(
    plan: Plan,
    { limit, position }: { limit: number; position: Position | null },
  ): Promise<Cut> {
    const before = position === null ? NEWEST : Number(position[0])
    const { found, next } = await finder.page(plan, { before, limit: limit + 1 })
    const page = found.slice(0, limit)
    const last = page.at(-1)
    const isCut = found.length > limit
    const end = isCut && last ? last.doc : next
    return {
      ids: page.map(({ id }) => id),
      next: end === null ? null : [end],
      total: position === null && end === null ? found.length : null,
    }
  }

  /** A page of hits that are older than those that are ranked, without what was among those. */
  async function olderPage(
    plan: Plan,
    { limit, next, range, best }: { limit: number; next: number; range: RankedRange; best: BestPlans },
  ): Promise<Cut> {
    const shown = await finder.rankedBefore(best, { next, range })
    const cut = await newestPage(plan, { limit, position: [next] })
    return {
      ...cut,
      ids: cut.ids.filter((id) => !shown.has(id)),
      next: cut.next && [...cut.next, ...rangePosition(range)],
    }
  }

  /** A page of the most relevant hits. After the last of them, older ones follow, the newest first. */
  async function rankedPage(
    plan: Plan,
    { limit, position, best }: { limit: number; position: Position | null; best: BestPlans },
  ): Promise<Cut> {
    const numbers = (position ?? []).map(Number)
    if (numbers.length === OLDER_LENGTH) {
      const [next = 0, ...rest] = numbers
      return olderPage(plan, { limit, next, range: rangeAt(rest), best })
    }
    const [rank = 0, doc = 0, ...range] = numbers
    const { ranked, range: sorted } = await finder.ranked(plan, { best, range: position && rangeAt(range) })
    const isLater = (one: Ranked) => one.rank < rank || (one.rank === rank && one.doc < doc)
    const rest = position === null ? ranked : ranked.filter(isLater)
    const page = rest.slice(0, limit)
    const last = page.at(-1)
    const next = sorted.from.all
    const after = last && rest.length > limit ? [last.rank, last.doc] : next > 0 ? [next] : null
    const end = after && [...after, ...rangePosition(sorted)]
    return {
      ids: page.map(({ id }) => id),
      next: end,
      total: position === null && end === null ? ranked.length : null,
    }
  }

  async function search<Each extends Kind>(
    kind: Each,
    viewer: Me | null,
    { query, sort, limit = PAGE_SIZE, cursor, count: isCounted, ...scope }: Search,
  ): Promise<ResultPage<Results[Each]>> {
    const rights = (await readers.rightsOf(viewer, scope))('search')
    const list = `search ${kind} ${sort} ${rights.communityId ?? ''} ${query}`
    const position = cursor === undefined ? null : cursors.decode(list, cursor)
    const question = asked(kind, query)
    if (planner.isEmpty(question, kind)) return EMPTY
    const isRanked = sort === 'relevance' && question.lookups.length > 0 && position?.length !== 1
    const planning = { kind, asked: question, rights }
    const { plan, best } = isRanked
      ? await planner.plansByRelevance(planning)
      : { plan: await planner.plan(planning), best: null }
    if (!plan) {
      const didYouMean = await meant(kind, question, { rights, hits: 0 })
      return { ...EMPTY, total: position === null ? 0 : null, didYouMean }
    }
    const cut = best ? await rankedPage(plan, { limit, position, best }) : await newestPage(plan, { limit, position })
    const items = await present[kind](viewer, cut.ids, createMatcher(question.lookups))
    const isLittle = position === null && cut.ids.length < FEW && cut.next === null
    return {
      items,
      cursor: cut.next === null ? null : cursors.encode(list, cut.next),
      hasMore: cut.next !== null,
      total: position === null && isCounted ? (cut.total ?? (await finder.count(plan))) : null,
      didYouMean: isLittle ? await meant(kind, question, { rights, hits: cut.ids.length }) : null,
    }
  }

  /** A query that finds more: with words that exist, or without one if it found nothing. Null: there is none. */
  async function meant(
    kind: Kind,
    question: Asked,
    { rights, hits }: { rights: Rights; hits: number },
  ): Promise<string | null> {
    const corrected = await typos.corrected(kind, question, rights)
    const plan = corrected && (await planner.plan({ kind, asked: corrected, rights }))
    const { found } = plan ? await finder.newest(plan, { limit: hits + 1 }) : { found: [] }
    if (corrected && found.length > hits) return formatSearchQuery(corrected.query)
    const shorter = hits === 0 ? await typos.withoutOne(kind, question, rights) : null
    return shorter && formatSearchQuery(shorter.query)
  }

  async function count(kind: Kind, query: string, rights: Rights): Promise<number | null> {
    const question = asked(kind, query)
    if (planner.isEmpty(question, kind)) return 0
    const plan = await planner.plan({ kind, asked: question, rights })
    return plan ? finder.count(plan) : 0
  }

  async function counts(
    viewer: Me | null,
    { query, ...scope }: { query: string } & Scope,
  ): Promise<CallOutput<'searchCounts'>> {
    const rights = (await readers.rightsOf(viewer, scope))('search')
    return {
      posts: await count('post', query, rights),
      comments: await count('comment', query, rights),
      users: await count('user', query, rights),
      communities: await count('community', query, rights),
    }
  }

  /** A page of a community's members by their names; the latest accounts first. */
  async function members({
    query,
    communityId,
    arePartners,
    limit,
    position,
  }: MembersByName): Promise<Pick<Cut, 'ids' | 'next'>> {
    const planning = { kind: 'user', asked: asked('user', query), rights: { ...PUBLIC, communityId } } as const
    if (planner.isEmpty(planning.asked, 'user')) return { ids: [], next: null }
    const plan = await planner.planOfTitles(planning)
    if (!plan) return { ids: [], next: null }
    const conditions = arePartners ? [...plan.conditions, partnerIn(communityId)] : plan.conditions
    return newestPage({ ...plan, conditions }, { limit, position })
  }

  return {
    members: (by: Asker, about: MembersByName) => inTurn(by, () => members(about)),
    posts: (by: Asker, input: Search) => inTurn(by, () => search('post', by.viewer, input)),
    comments: (by: Asker, input: Search) => inTurn(by, () => search('comment', by.viewer, input)),
    users: (by: Asker, input: Search) => inTurn(by, () => search('user', by.viewer, input)),
    communities: (by: Asker, input: Search) => inTurn(by, () => search('community', by.viewer, input)),
    /** How many results of each kind a query has. */
    counts: (by: Asker, about: { query: string } & Scope) => inTurn(by, () => counts(by.viewer, about)),
    suggestions: (by: Asker, about: { query: string } & Scope) => inTurn(by, () => suggestions(by.viewer, about)),
  }
}
