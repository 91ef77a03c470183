import { pageStorage } from '@stoa/client'
import type { Stoa } from '@stoa/store'

/** Key of the last viewer's id in the page's storage. */
export const VIEWER_KEY = 'stoa-viewer'

/** Stores the viewer's id for `before-paint.js`, which shows authors their own posts whole from the first paint. */
export function rememberViewer({ state }: Pick<Stoa, 'state'>): void {
  state.subscribe(({ viewer }, before) => {
    if (viewer === before.viewer || viewer === undefined) return
    if (viewer) pageStorage('local').setItem(VIEWER_KEY, viewer.id)
    else pageStorage('local').removeItem(VIEWER_KEY)
  })
}
