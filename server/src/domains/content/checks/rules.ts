import type { ContentRules } from '@stoa/contract'
import { LRUCache } from 'lru-cache'
import { createFreshCache } from '../../../platform/cache/fresh-cache.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { compileLists } from './lists.ts'
import { checksRepository, emptyRules, type RulesRow } from './repository.ts'
import type { CompiledRules } from './subject.ts'
import { emptyModel, type FilterModel } from './word-filter.ts'

/** Rules as stored. */
export type StoredRules = Omit<ContentRules, 'revision'>

/** Rules that apply to new posts and comments of a community. */
export interface RulesInForce {
  rules: CompiledRules
  forAll: CompiledRules['lists']
  filter: FilterModel
}

/** Defaults: more than two links on an account's first day are held, and so is a very high score. */
export const defaultRules: StoredRules = {
  entries: [],
  newcomerLinks: { days: 1, links: 2, action: 'hold' },
  holdFrom: 90,
  storm: null,
  reasons: [],
}

/** Key of the row for all communities. */
export const ALL = ''
const COMMUNITIES_MAX = 1000
/** Maximum number of compiled lists and filters in memory. */
const COMPILED_MAX = 200

type Revisions = Pick<RulesRow, 'revision' | 'filter_revision'>

export type RuleStore = ReturnType<typeof createRuleStore>

/** Caches the rules in force, so that checks need no query. The cache is at most a second old. */
export function createRuleStore({ database, clock }: Pick<Platform, 'database' | 'clock'>) {
  const revisionsCache = createFreshCache<Map<string, Revisions>>({ clock, max: COMMUNITIES_MAX })
  const compiled = new LRUCache<string, CompiledRules>({ max: COMPILED_MAX })
  const filters = new LRUCache<string, FilterModel>({ max: COMPILED_MAX })

  async function readRevisions(communityId: string, tx?: Transaction): Promise<Map<string, Revisions>> {
    const rows = await checksRepository(database.from(tx)).revisions([ALL, communityId])
    return new Map(rows.map(({ community_id, ...row }) => [community_id, row]))
  }

  async function revisionsOf(communityId: string, tx?: Transaction): Promise<Map<string, Revisions>> {
    const peeked = revisionsCache.peek(communityId)
    if (peeked) return peeked
    if (tx) return readRevisions(communityId, tx)
    return revisionsCache.get(communityId, async () => ({
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
      // Use the row's own revisions: they may be newer by now.
      compiled.set(`${communityId} ${row?.revision ?? 0}`, rules)
      filters.set(`${communityId} ${row?.filter_revision ?? 0}`, filter)
    }
    return { rules, filter }
  }

  return {
    async inForce(communityId: string, tx?: Transaction): Promise<RulesInForce> {
      const revisions = await revisionsOf(communityId, tx)
      const ownRules = await load(communityId, revisions.get(communityId), tx)
      const all = await load(ALL, revisions.get(ALL), tx)
      return { ...ownRules, forAll: all.rules.lists }
    },
    /** The stored rules of a community, or of all. */
    async read(communityId: string): Promise<ContentRules> {
      return rulesOf((await checksRepository(database.read).byId(communityId)) ?? emptyRules)
    },
    /** Clears the cached rules after the commit. */
    changed(tx: Transaction, communityId: string): void {
      tx.afterCommit(() => revisionsCache.drop([communityId]))
    },
  }
}

/** The stored rules, completed with defaults. */
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
