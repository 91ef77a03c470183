import { plainAmount } from '@stoa/contract'
import type { Services } from '../../services.ts'
import { type Finding, failed, ok, skipped, warning } from './finding.ts'

const MANUAL = 'See “Withdrawals” in docs/operating.md.'

/** Says which withdrawals an operator must compare with the chain. `services`: null without a database. */
export async function checkWithdrawals(services: Pick<Services, 'chain'> | null): Promise<Finding> {
  const problems = await services?.chain.withdrawalProblems()
  if (!problems) return skipped('withdrawals', 'no token is on a chain')
  const [short] = (await services?.chain.missing()) ?? []
  if (short) {
    const missing = `${plainAmount(short.units)} ${short.tokenName}`
    const advice = `Find out where it went, and send it to the paying wallet, or run: stoa chain:accept-shortfall ${short.tokenName} ${plainAmount(short.units)}. ${MANUAL}`
    return failed('withdrawals', `stopped: the chain holds ${missing} less than the books say`, advice)
  }
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
