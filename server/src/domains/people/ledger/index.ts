import { HOUR_MS } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountsDomain } from '../accounts/index.ts'
import type { CommunitiesDomain } from '../communities/index.ts'
import { createLedger } from './ledger.ts'
import { createLimitCheck } from './money-limits.ts'
import { createMoneyOperator } from './operator.ts'
import { createLedgerStatements } from './statements.ts'
import { ledgerTables } from './tables.ts'
import { createLedgerVerification } from './verify.ts'

export type { AccountName, Ledger, ReversedTransfer } from './ledger.ts'
export { type LimitCheck, type MoneyLimits, moneyLimitsOf, ownAccounts } from './money-limits.ts'
export type { AccountMovement, LedgerStatements } from './statements.ts'
export { type LedgerVerification, ledgerRules } from './verify.ts'

export type LedgerDomain = ReturnType<typeof registerLedger>
export const ledgerDomain = { tables: ledgerTables, register: registerLedger }

function registerLedger(
  platform: Platform,
  { accounts, communities, operatorLog }: AccountsDomain & CommunitiesDomain,
) {
  const ledger = createLedger({
    ...platform,
    ownersOf: accounts.accountsOf,
    async namesOf(communityIds, tx) {
      const facts = await communities.factsById(communityIds, tx)
      return new Map(Array.from(facts, ([id, { tokenName }]) => [id, tokenName]))
    },
  })
  const ledgerVerification = createLedgerVerification(platform)
  platform.jobs.schedule({ name: 'recount the ledger', everyMs: HOUR_MS, run: () => ledgerVerification.watch() })
  const ledgerStatements = createLedgerStatements(platform)
  const limitCheck = createLimitCheck({ ...platform, ledger, ledgerStatements })
  const moneyOperator = createMoneyOperator({ ledger, operatorLog, ownersOf: accounts.accountsOf })
  return { ledger, ledgerStatements, ledgerVerification, limitCheck, moneyOperator }
}
