import { canViewAs, type Me, type ViewAsRole } from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { assertAllowed } from '../../../platform/domain-error.ts'
import type { AccountsDomain } from '../../people/accounts/index.ts'

/** Logs that an admin begins to view the forum as a role. */
export function createStartViewing({ operatorLog }: Pick<AccountsDomain, 'operatorLog'>) {
  return async (viewer: Me, about: { role: ViewAsRole; domainName: string }, tx: Transaction): Promise<void> => {
    const { role, domainName } = about
    assertAllowed(canViewAs(viewer, domainName))
    await operatorLog.act(tx, viewer, { act: 'viewed as', detail: role })
  }
}
