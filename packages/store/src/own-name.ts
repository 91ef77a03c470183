import type { Me } from '@stoa/contract'
import type { Stoa } from './stoa.ts'

/** What the viewer wrote bears the name they have now, also where it was loaded before they changed it. */
export function showOwnName(stoa: Stoa, viewer: Me): void {
  const { id, username, displayName, slugUrl, profileImageUrl } = viewer
  const publisher = {
    publisherName: username,
    publisherProfileName: displayName,
    publisherSlugUrl: slugUrl,
    publisherImageUrl: profileImageUrl,
  }
  const isOld = (row: { publisherId: string } & typeof publisher) =>
    row.publisherId === id &&
    (row.publisherName !== username ||
      row.publisherProfileName !== displayName ||
      row.publisherSlugUrl !== slugUrl ||
      row.publisherImageUrl !== profileImageUrl)
  const named = <Row extends { publisherId: string } & typeof publisher>(rows: Record<string, Row>) => {
    const old = Object.entries(rows).filter(([, row]) => isOld(row))
    if (old.length === 0) return rows
    return { ...rows, ...Object.fromEntries(old.map(([key, row]) => [key, { ...row, ...publisher }])) }
  }
  stoa.state.setState(({ posts, comments, users }) => {
    const known = users[id]
    return {
      posts: named(posts),
      comments: named(comments),
      users: known ? { ...users, [id]: { ...known, ...publicPart(viewer, known) } } : users,
    }
  })
}

/** Of the viewer what everybody is told: the fields that a public profile has. */
function publicPart(viewer: Me, known: object): object {
  return Object.fromEntries(Object.entries(viewer).filter(([field]) => field in known))
}
