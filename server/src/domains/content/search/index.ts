import type { Platform } from '../../../platform/platform.ts'
import type { AccountsDomain } from '../../people/accounts/index.ts'
import type { CommunitiesDomain } from '../../people/communities/index.ts'
import type { MutesDomain } from '../../people/mutes/index.ts'
import type { ChecksDomain } from '../checks/index.ts'
import type { CommentsDomain } from '../comments/index.ts'
import type { PostsDomain } from '../posts/index.ts'
import { createSearchService } from './service.ts'
import { searchTables } from './tables.ts'
import { createIndexWorker } from './worker.ts'

type Earlier = CommunitiesDomain & AccountsDomain & MutesDomain & ChecksDomain & PostsDomain & CommentsDomain

export type { Kind as SearchedKind } from './terms.ts'
export type { IndexWorker } from './worker.ts'
export type SearchDomain = ReturnType<typeof registerSearch>
export const searchDomain = { tables: searchTables, register: registerSearch }

/** Registers the search and the worker that fills its index. */
function registerSearch(platform: Platform, earlier: Earlier) {
  return {
    search: createSearchService({ ...platform, ...earlier }),
    searchIndex: createIndexWorker({ ...platform, ...earlier }),
  }
}
