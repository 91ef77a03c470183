import { groupBy } from '../../../platform/group-by.ts'
import type { TokenTransfer } from './node.ts'
import type { ChainDepositRow } from './repository.ts'

type KnownRow = Pick<
  ChainDepositRow,
  'id' | 'tx_hash' | 'log_index' | 'address' | 'community_id' | 'amount' | 'present' | 'credited'
>

/**
 * The row that each transfer already has.
 *
 * A deposit is its chain, transaction and log, with the hash of its block. The log's index alone doesn't say which it is:
 * it counts within the block, so after a reorganisation it may be another log's, and what a transaction moves may depend
 * on its block. So a row is the same deposit only if address, token and amount are the same as well. Among equal ones it
 * is the one with this index, or else any that is left: they are worth the same, and no row stands for two transfers.
 * A transfer without a row is another deposit, and a row without a transfer is gone with its block.
 */
export function knownDeposits<Row extends KnownRow>(
  transfers: readonly TokenTransfer[],
  { rows, communityOf }: { rows: readonly Row[]; communityOf: ReadonlyMap<string, string> },
): Map<TokenTransfer, Row> {
  const contentOf = ({ txHash, to, contract, amount }: TokenTransfer) =>
    `${txHash} ${to} ${communityOf.get(contract)} ${amount}`
  // What is booked already stays so, rather than what was gone.
  const ranked = rows.toSorted(
    (one, other) => other.present - one.present || other.credited - one.credited || one.log_index - other.log_index,
  )
  const free: Map<string, Row[]> = groupBy(
    ranked,
    ({ tx_hash, address, community_id, amount }) => `${tx_hash} ${address} ${community_id} ${amount}`,
  )
  const found = new Map<TokenTransfer, Row>()
  const take = (transfer: TokenTransfer, isIt: (row: Row) => boolean) => {
    const left = free.get(contentOf(transfer)) ?? []
    const index = left.findIndex(isIt)
    const [row] = index === -1 ? [] : left.splice(index, 1)
    if (row) found.set(transfer, row)
  }
  for (const transfer of transfers) take(transfer, ({ log_index }) => log_index === transfer.logIndex)
  for (const transfer of transfers) if (!found.has(transfer)) take(transfer, () => true)
  return found
}
