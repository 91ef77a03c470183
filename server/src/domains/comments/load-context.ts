import { type Comment, CommentStatus, type Page, type User, type Viewer } from '@stoa/contract'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { AccountService } from '../accounts/service.ts'
import type { CommunityService } from '../communities/service.ts'
import { presentComment } from './presenter.ts'
import { type CommentRow, commentRepository } from './repository.ts'

export type CommentShow = (row: CommentRow, viewer?: Viewer) => Comment

export interface CommentContext {
  /** A row as the viewer may see it; without one, as everybody may. */
  show: CommentShow
  tokenNameOf(row: CommentRow): string
}

export const NO_REPLIES: Page<Comment> = { items: [], cursor: null, hasMore: false }

/** Loads what the rows of a page are shown with: one query per kind of thing, whatever the page holds. */
export function createContextLoader({
  database,
  accounts,
  communities,
}: {
  database: Database
  accounts: AccountService
  communities: CommunityService
}) {
  /** Whom replies may name: a comment that is hidden or waits names nobody. */
  async function publishersOf(rows: CommentRow[], tx: Transaction | undefined): Promise<Map<string, string>> {
    const ids = new Set(rows.map((row) => row.id))
    const published = rows.filter((row) => row.status === CommentStatus.published)
    const known = new Map(published.map((row) => [row.id, row.publisher_id]))
    const toAnother = rows.filter((row) => row.reply_to_id !== row.parent_id)
    const missing = toAnother.flatMap((row) => [row.reply_to_id, row.parent_id]).filter((id) => !ids.has(id))
    const others = await commentRepository(database.from(tx)).publishersOf([...new Set(missing)])
    return new Map([...known, ...others])
  }

  /** `known`: profiles that need no query. */
  return async function loadContext(rows: CommentRow[], tx?: Transaction, known: User[] = []): Promise<CommentContext> {
    const publishers = await publishersOf(rows, tx)
    const profiles = new Map(known.map((user) => [user.id, user]))
    const named = new Set([...rows.map((row) => row.publisher_id), ...publishers.values()])
    const unknown = [...named].filter((id) => id !== '' && !profiles.has(id))
    const [loaded, facts] = await Promise.all([
      accounts.profilesById(unknown, tx),
      communities.factsById([...new Set(rows.map((row) => row.community_id))], tx),
    ])
    for (const [id, profile] of loaded) profiles.set(id, profile)
    const tokenNameOf = (row: CommentRow) => facts.get(row.community_id)?.tokenName ?? ''
    return {
      tokenNameOf,
      show: (row, viewer = null) => presentComment(row, { tokenName: tokenNameOf(row), profiles, publishers, viewer }),
    }
  }
}
