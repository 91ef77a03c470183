import { type Mount, viewerOf } from '../../platform/calls/mount.ts'
import type { Names } from './names.ts'
import type { Profiles } from './profile.ts'
import type { Visits } from './visits.ts'

/** `/me` and profiles are mounted by `viewer`: they need later domains too. */
export function accountRoutes(
  mount: Mount,
  { names, profiles, visits }: { names: Names; profiles: Profiles; visits: Visits },
): void {
  mount('userUsername', async (context) => ({
    user: await names.change(viewerOf(context), context.input.username, context.tx),
  }))
  mount('userVisit', async (context) => {
    await visits.visit(viewerOf(context), context.tx)
    return {}
  })
  mount('communityVisit', async (context) => {
    await visits.visitCommunity(viewerOf(context), context.input.tokenName, context.tx)
    return {}
  })
  mount('notificationSettings', async (context) => ({
    notificationSettings: await profiles.setNotifications(
      viewerOf(context),
      context.input.notificationSettings,
      context.tx,
    ),
  }))
  mount('notificationSettingsGet', async (context) => ({
    notificationSettings: await profiles.notificationSettings(viewerOf(context)),
  }))
}
