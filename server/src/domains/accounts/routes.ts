import { type Mount, viewerOf } from '../../http/mount.ts'
import type { AccountService } from './service.ts'

export function accountRoutes(mount: Mount, { accounts }: { accounts: AccountService }): void {
  mount('me', async (context) => ({ user: viewerOf(context) }))
  mount('userGet', async ({ input }) => ({ user: await accounts.get(input.idOrSlug) }))
}
