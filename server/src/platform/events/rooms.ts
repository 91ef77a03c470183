import { createHash } from 'node:crypto'

/** The rooms of live connections, which events are sent to. */
export const rooms = {
  post: (id: string) => `post:${id}`,
  community: (tokenName: string) => `community:${tokenName}`,
  /** Viewers of an article without a thread yet. Hashed, since addresses may be long. */
  article: (key: string) => `article:${createHash('sha256').update(key).digest('base64url')}`,
  /** Has no connections: its events go to the posts that show the person. */
  people: 'people',
  /** All connections of a person, on the forum and on partners' sites. */
  user: (id: string) => `user:${id}`,
  /** Their connections on the forum only: account events are none of a partner's page's business. */
  account: (id: string) => `account:${id}`,
  /** Their connections on sites that embed a community. */
  onSites: (userId: string, tokenName: string) => `user:${userId}:${tokenName}`,
  /** Connections of a room on a domain limited to this community. */
  within: (room: string, tokenName: string) => `${room}:${tokenName}`,
  /** All connections on such domains that are in an account's room. */
  oneCommunity: 'one-community',
  /** A person's connections that watch a post. */
  viewer: (userId: string, postId: string) => `viewer:${userId}:${postId}`,
}

const POST = rooms.post('')

/** The post of a post room; null for other rooms. */
export function postOfRoom(room: string): string | null {
  return room.startsWith(POST) ? room.slice(POST.length) : null
}

/** Whether a room is one person's. */
export const isPrivateRoom = (room: string) => /^(user|account|viewer):/.test(room)
