import type { Viewer } from './viewer.ts'

/**
 * On a partner's site one moderates what belongs there: the threads of its articles. What acts on posts elsewhere is
 * done in the forum.
 */
export function isWithinSite(viewer: Viewer, { articleUrl }: { articleUrl: string | null }): boolean {
  if (!viewer || viewer.site === null) return true
  return articleUrl !== null && new URL(articleUrl).host === new URL(viewer.site).host
}
