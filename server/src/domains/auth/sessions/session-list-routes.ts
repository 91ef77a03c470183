import { type Mount, viewerOf } from '../../../platform/calls/mount.ts'
import { presentSession } from './presenter.ts'
import type { SessionService } from './service.ts'

/** Where somebody is signed in, and signing out there. */
export function sessionListRoutes(mount: Mount, { sessions }: { sessions: SessionService }): void {
  mount('sessionList', async (context) => {
    const rows = await sessions.listOf(viewerOf(context).id)
    return { items: rows.map((row) => presentSession(row, context.sessionId)) }
  })

  mount('sessionEnd', async (context) => {
    const { id } = viewerOf(context)
    const { sessionId } = context.input
    if (sessionId === undefined) await sessions.endOthers(id, context.sessionId, context.tx)
    else await sessions.endOne(id, { sessionId, by: context.sessionId }, context.tx)
    return {}
  })
}
