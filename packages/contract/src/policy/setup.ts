import { allow, type Decision, deny } from './decision.ts'
import type { Viewer } from './viewer.ts'

/** The guide of a new forum is for network admins. */
export function canSetUp(viewer: Viewer): Decision {
  if (!viewer) return deny('AUTH_REQUIRED')
  return viewer.networkAdmin ? allow : deny('FORBIDDEN')
}
