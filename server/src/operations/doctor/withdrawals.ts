import type { Services } from '../../services.ts'
import { type Finding, failed, ok, skipped, warning } from './finding.ts'

const MANUAL = 'See “Withdrawals” in docs/operating.md.'

/** Says which withdrawals an operator must compare with the chain. `services`: null without a database. */
export async function checkWithdrawals(services: Pick<Services, 'chain'> | null): Promise<Finding> {
  const problems = await services?.chain.withdrawalProblems()
  if (!problems) return skipped('withdrawals', 'no token is on a chain')
  const { review, unknown, nonce } = problems
  if (nonce !== null) {
    const counts = `the chain has ${nonce.found} transactions of it, and ${nonce.known} are known`
    const found = `stopped: the paying wallet was used elsewhere; ${counts}`
    return failed('withdrawals', found, `Compare them, and run: stoa chain:accept-nonce ${nonce.found}. ${MANUAL}`)
  }
  if (review + unknown === 0) return ok('withdrawals', 'none must be compared with the chain')
  const found = `${review} moved something else than they should; of ${unknown} it isn’t known whether they were sent`
  return warning('withdrawals', found, `Compare them with the chain, and run: stoa withdrawal:end. ${MANUAL}`)
}
