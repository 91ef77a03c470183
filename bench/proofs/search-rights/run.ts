import type { CallInput } from '@stoa/contract'
import type { TestApp } from '../../../server/test/harness.ts'

export const AUTHORS = 5
/** A word of every text. */
export const COMMON = 'footbridge'
export const COMMUNITIES = ['FORUM', 'GUARDED'] as const
export type TokenName = (typeof COMMUNITIES)[number]
/** A domain that shows only one community. */
export const DOMAIN = { host: 'garden.example', tokenName: 'GUARDED' } as const

/** Somebody who searches and reads. */
export interface Reader {
  name: string
  id: string
  token: string
  /** Communities that the person moderates. */
  moderates: readonly TokenName[]
}

/** A post or comment. */
export interface Entry {
  kind: 'post' | 'comment'
  id: string
  /** The post of a comment; the post itself. */
  postId: string
  authorId: string
  tokenName: TokenName
  /** A word that no other text has. */
  marker: string
  /** The marker is in the title, too. */
  isInTitle: boolean
  /** Its title and text. */
  texts: string[]
}

/** What the reader who mutes has muted. */
export interface Muted {
  user: Set<string>
  word: Set<string>
  topic: Set<string>
  community: Set<string>
  post: Set<string>
}

export interface Run {
  stoa: TestApp
  random: () => number
  readers: Reader[]
  authors: Reader[]
  entries: Entry[]
  /** Topics of FORUM. */
  topics: string[]
  /** Who is banned from FORUM. */
  banned: Set<string>
  /** Whom the reader who blocks people has blocked. */
  blocked: Set<string>
  muted: Muted
  /** Ids of communities. */
  communityIds: Record<TokenName, string>
  /** Words of displayed names by account, and those of former ones. */
  names: Map<string, string>
  formerNames: string[]
  /** Accounts that were deleted or merged into others, with their names. */
  gone: Map<string, string>
  counts: Record<string, number>
  /** What search found although reading refuses it, and the reverse. */
  leaks: string[]
  misses: string[]
  comparisons: number
}

/** Makes a call; null if it is refused. */
export async function call<Name extends Parameters<TestApp['call']>[0]>(
  { run: { stoa, counts }, by }: { run: Run; by: Reader | undefined },
  name: Name,
  input: CallInput<Name>,
) {
  const { status, body } = await stoa.call(name, input, by?.token ? { token: by.token } : {})
  if (status === 200) return body.payload
  if (status >= 500) throw new Error(`${name}: ${body.code}`)
  counts[`${name} ${body.code}`] = (counts[`${name} ${body.code}`] ?? 0) + 1
  return null
}

/** One of these at random. */
export const pick = <Item>({ random }: Run, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] as Item

/** The posts among the entries. */
export const posts = ({ entries }: Run) => entries.filter(({ kind }) => kind === 'post')

let markers = 0
/** A word that nothing has, yet. */
export const newMarker = () => `mk${(markers += 1)}z`
