import { putEntities } from './cache.ts'
import type { Stoa } from './stoa.ts'

/** Sets whether only members may currently write in a community, on it and on its posts and articles. */
export function putMembersOnly(stoa: Stoa, tokenName: string, membersOnly: boolean): void {
  const { communities, posts, threads } = stoa.state.getState()
  const isLate = (one: { tokenName: string; membersOnly?: boolean | undefined }) =>
    one.tokenName === tokenName && (one.membersOnly ?? false) !== membersOnly
  const late = Object.entries(threads).filter(([, { community }]) => isLate(community))
  const changed = <Row extends Parameters<typeof isLate>[0]>(rows: Record<string, Row>) =>
    Object.fromEntries(
      Object.entries(rows).flatMap(([id, row]) => (isLate(row) ? [[id, { ...row, membersOnly }]] : [])),
    )
  putEntities(stoa, { communities: changed(communities), posts: changed(posts) })
  if (late.length === 0) return
  const updated = late.map(([key, thread]) => [key, { ...thread, community: { ...thread.community, membersOnly } }])
  stoa.state.setState({ threads: { ...threads, ...Object.fromEntries(updated) } })
}
