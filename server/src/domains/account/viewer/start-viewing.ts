import { canViewAs, type Me, type ViewAsRole } from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { assertAllowed } from '../../../platform/domain-error.ts'
import type { AccountsDomain } from '../../people/accounts/index.ts'

/** Logs that an admin begins to view the forum as a role. */
export function createStartViewing({ operatorLog }: Pick<AccountsDomain, 'operatorLog'>) {
  return async (viewer: Me, role: ViewAsRole, tx: Transaction): Promise<void> => {
    assertAllowed(canViewAs(viewer))
    await operatorLog.act(tx, viewer, { act: 'viewed as', detail: role })
  }
}
