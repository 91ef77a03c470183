import { type Mount, viewerOf } from '../../platform/calls/mount.ts'
import type { ModerationService } from './service.ts'

export function moderationRoutes(mount: Mount, { moderation }: { moderation: ModerationService }): void {
  mount('userPermissions', async (context) => ({
    standing: await moderation.permissions(viewerOf(context), context.input, context.tx),
  }))
  mount('userBan', async (context) => ({
    standing: await moderation.ban(viewerOf(context), context.input, context.tx),
  }))
  mount('userGetUserEmails', (context) => moderation.emails(viewerOf(context), context.input))
  mount('cacheDelete', async (context) => {
    await moderation.dropLists(viewerOf(context), {
      tokenName: context.input.key.split('_')[1] ?? '',
      only: context.only,
    })
    return {}
  })
  mount('communityStanding', async (context) => ({
    standing: await moderation.standing(viewerOf(context), context.input),
  }))
  mount('communityActivity', (context) => moderation.activity(viewerOf(context), context.input))
}
