import { putEntities } from './cache.ts'
import type { Stoa } from './stoa.ts'

/** Notes on a community, its posts and its articles whether only members write there for now. */
export function putMembersOnly(stoa: Stoa, tokenName: string, membersOnly: boolean): void {
  const { communities, posts, threads } = stoa.state.getState()
  const isLate = (one: { tokenName: string; membersOnly?: boolean | undefined }) =>
    one.tokenName === tokenName && (one.membersOnly ?? false) !== membersOnly
  const late = Object.entries(threads).filter(([, { community }]) => isLate(community))
  const changed = <Row>(rows: Record<string, Row>, of: (row: Row) => Parameters<typeof isLate>[0]) =>
    Object.fromEntries(
      Object.entries(rows).flatMap(([id, row]) => (isLate(of(row)) ? [[id, { ...row, membersOnly }]] : [])),
    )
  putEntities(stoa, {
    communities: changed(communities, (community) => community),
    posts: changed(posts, (post) => post),
  })
  if (late.length === 0) return
  const updated = late.map(([key, thread]) => [key, { ...thread, community: { ...thread.community, membersOnly } }])
  stoa.state.setState({ threads: { ...threads, ...Object.fromEntries(updated) } })
}
