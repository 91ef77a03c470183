import type { Viewer } from './viewer.ts'

/**
 * On a partner's site moderators can only moderate the threads of its articles. Other posts are moderated in the forum.
 */
export function isWithinSite(viewer: Viewer, { articleUrl }: { articleUrl: string | null }): boolean {
  if (!viewer || viewer.site === null) return true
  return articleUrl !== null && new URL(articleUrl).host === new URL(viewer.site).host
}
