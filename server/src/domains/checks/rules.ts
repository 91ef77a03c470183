import type { ContentRules } from '@stoa/contract'
import { LRUCache } from 'lru-cache'
import { createFreshCache } from '../../platform/cache/fresh-cache.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { compileLists } from './lists.ts'
import { checksRepository, emptyRules, type RulesRow } from './repository.ts'
import type { CompiledRules } from './subject.ts'
import { emptyModel, type FilterModel } from './word-filter.ts'

/** Rules as they are kept. */
export type StoredRules = Omit<ContentRules, 'revision'>

/** What new posts and comments of a community are checked by. */
export interface RulesInForce {
  rules: CompiledRules
  forAll: CompiledRules['lists']
  filter: FilterModel
}

/** Of a community that has changed nothing: three links are too many on the first day, and a very high score is looked at. */
export const defaultRules: StoredRules = {
  entries: [],
  newcomerLinks: { days: 1, links: 2, action: 'hold' },
  holdFrom: 90,
  storm: null,
  reasons: [],
}

/** The row of all communities. */
export const ALL = ''
const COMMUNITIES_MAX = 1000
/** Compiled lists and filters in memory. */
const COMPILED_MAX = 200

type Revisions = Pick<RulesRow, 'revision' | 'filter_revision'>

export type RuleStore = ReturnType<typeof createRuleStore>

/** Knows the rules in force without a query for each post and comment: what is known is a second old at most. */
export function createRuleStore({ database, clock }: Pick<Platform, 'database' | 'clock'>) {
  const known = createFreshCache<Map<string, Revisions>>({ clock, max: COMMUNITIES_MAX })
  const compiled = new LRUCache<string, CompiledRules>({ max: COMPILED_MAX })
  const filters = new LRUCache<string, FilterModel>({ max: COMPILED_MAX })

  async function readRevisions(communityId: string, tx?: Transaction): Promise<Map<string, Revisions>> {
    const rows = await checksRepository(database.from(tx)).revisions([ALL, communityId])
    return new Map(rows.map(({ community_id, ...row }) => [community_id, row]))
  }

  async function revisionsOf(communityId: string, tx?: Transaction): Promise<Map<string, Revisions>> {
    const peeked = known.peek(communityId)
    if (peeked) return peeked
    if (tx) return readRevisions(communityId, tx)
    return known.get(communityId, async () => ({
      value: await readRevisions(communityId),
      tags: [communityId, ALL],
    }))
  }

  async function load(communityId: string, revisions: Revisions | undefined, tx?: Transaction) {
    const { revision = 0, filter_revision = 0 } = revisions ?? {}
    const rulesKey = `${communityId} ${revision}`
    const filterKey = `${communityId} ${filter_revision}`
    let rules = compiled.get(rulesKey)
    let filter = filters.get(filterKey)
    if (!rules || !filter) {
      const isKept = revision > 0 || filter_revision > 0
      const row = isKept ? await checksRepository(database.from(tx)).byId(communityId) : undefined
      rules = compile(row ?? emptyRules)
      filter = filterOf(row ?? emptyRules)
      // Under the numbers that were read with them: they may be newer by now.
      compiled.set(`${communityId} ${row?.revision ?? 0}`, rules)
      filters.set(`${communityId} ${row?.filter_revision ?? 0}`, filter)
    }
    return { rules, filter }
  }

  return {
    async inForce(communityId: string, tx?: Transaction): Promise<RulesInForce> {
      const revisions = await revisionsOf(communityId, tx)
      const own = await load(communityId, revisions.get(communityId), tx)
      const all = await load(ALL, revisions.get(ALL), tx)
      return { ...own, forAll: all.rules.lists }
    },
    /** The rules of a community, or of all, as they are kept. */
    async read(communityId: string): Promise<ContentRules> {
      return rulesOf((await checksRepository(database.read).byId(communityId)) ?? emptyRules)
    },
    /** Forgets what is known after the commit. */
    changed(tx: Transaction, communityId: string): void {
      tx.afterCommit(() => known.drop([communityId]))
    },
  }
}

/** The kept rules, with the defaults of what nobody has changed. */
export function rulesOf({ rules, revision }: Pick<RulesRow, 'rules' | 'revision'>): ContentRules {
  return { ...defaultRules, ...(JSON.parse(rules) as Partial<StoredRules>), revision }
}

export function filterOf({ filter }: Pick<RulesRow, 'filter'>): FilterModel {
  return { ...emptyModel, ...(JSON.parse(filter) as Partial<FilterModel>) }
}

function compile(row: Pick<RulesRow, 'rules' | 'revision'>): CompiledRules {
  const { entries, ...rules } = rulesOf(row)
  return { ...rules, lists: compileLists(entries) }
}
