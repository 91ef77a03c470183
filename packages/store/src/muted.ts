import { type MuteCause, type PagePlace, textMuted } from '@stoa/contract'
import type { Stoa, StoaState } from './stoa.ts'

/** A comment or a preview of one. */
interface Shown {
  id: string
  publisherId: string
}

/** Finds the comments that the viewer has muted, now and as comments arrive and mutes change. */
export function keepMuted(stoa: Stoa): () => void {
  const { state } = stoa
  /** Causes by comment or preview, for as long as the viewer's mutes stay. */
  let causes = new WeakMap<object, MuteCause | null>()
  let causesOf = state.getState().viewer?.mutes

  function update({ comments, posts, viewer, muted }: StoaState): void {
    if (causesOf !== viewer?.mutes) causes = new WeakMap()
    causesOf = viewer?.mutes
    const found: Record<string, MuteCause> = {}
    const add = (one: Shown, { text, place }: { text: string; place: PagePlace }) => {
      const known = causes.get(one)
      const cause =
        known === undefined ? textMuted(viewer ?? null, { publisherId: one.publisherId, texts: [text] }, place) : known
      causes.set(one, cause)
      if (cause) found[one.id] = cause
    }
    if (viewer?.mutes) {
      for (const comment of Object.values(comments)) add(comment, { text: comment.content ?? '', place: 'comments' })
      for (const { previewComments = [] } of Object.values(posts)) {
        for (const preview of previewComments) add(preview, { text: preview.excerpt, place: 'previews' })
      }
    }
    const ids = Object.keys(found)
    if (ids.length === Object.keys(muted).length && ids.every((id) => muted[id] === found[id])) return
    state.setState({ muted: found })
  }

  const end = state.subscribe((next, before) => {
    const isSame = next.comments === before.comments && next.posts === before.posts && next.viewer === before.viewer
    if (!isSame) update(next)
  })
  stoa.onDestroy(end)
  update(state.getState())
  return end
}
