import type { ReadingPosition } from '@stoa/contract'
import type { Stoa } from '../stoa.ts'
import { createMutationQueue, type Rows } from './mutation-queue.ts'

/** Records up to when the viewer has read a post's comments. A position never moves back. */
export function read(stoa: Stoa, { postId, until }: { postId: string; until: number }): Promise<void> {
  if (!stoa.state.getState().viewer) return Promise.resolve()
  return stoa.singleton(createMutationQueue).mutate(postId, {
    kind: 'reads',
    apply: (rows) => withPosition(rows, until),
    isApplied: ({ reads }) => reads !== undefined && reads.until >= until,
    async send() {
      const response = await stoa.client.call('postRead', { postId, until })
      return (rows) => withPosition(rows, response.until)
    },
  })
}

function withPosition(rows: Rows, until: number): Rows {
  const { reads } = rows
  return reads && reads.until >= until ? rows : { ...rows, reads: { until, newComments: 0 } }
}

/** Marks all posts and comments as read, in one community or everywhere. */
export async function readAll(stoa: Stoa, { tokenName }: { tokenName?: string | undefined }): Promise<void> {
  const before = stoa.state.getState()
  const isMeant = (name: string | undefined) => tokenName === undefined || name === tokenName
  const positions = Object.entries(before.reads).filter(([id]) => isMeant(before.posts[id]?.tokenName))
  const setPositions = (change: (position: ReadingPosition) => ReadingPosition) =>
    stoa.state.setState(({ reads }) => ({
      reads: { ...reads, ...Object.fromEntries(positions.map(([id, position]) => [id, change(position)])) },
    }))
  for (const [id] of positions) stoa.versions.noteChange(id, { facts: true })
  setPositions(({ until }) => ({ until, newComments: 0 }))
  stoa.state.setState(({ joined }) => ({
    joined: joined?.map((one) => (isMeant(one.tokenName) ? { ...one, hasNew: false } : one)) ?? null,
  }))
  try {
    const { until } = await stoa.client.call('postReadAll', tokenName === undefined ? {} : { tokenName })
    setPositions((position) => ({ until: Math.max(position.until, until), newComments: 0 }))
  } catch (error) {
    setPositions((position) => position)
    stoa.state.setState({ joined: before.joined })
    throw error
  }
}
