import type { Connection } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountsDomain } from '../accounts/index.ts'
import type { ChainNode } from './node.ts'
import type { PayingWallet } from './paying-wallet.ts'
import { type SweepRow, sweepsRepository } from './sweeps-repository.ts'
import { hashesOf, OPEN_STATES, type WithdrawalRow, withdrawalsRepository } from './withdrawals-repository.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock'>, Pick<AccountsDomain, 'operatorLog'> {
  wallet: PayingWallet
}

/** A transaction of the wallet that waits for a block: a withdrawal, or fees for a sweep. */
type Payment = Pick<WithdrawalRow, 'id' | 'state' | 'nonce' | 'tx_hash' | 'signed' | 'earlier_hashes'>

type Change = Partial<Pick<SweepRow, 'state' | 'tx_hash' | 'signed' | 'earlier_hashes'>> & { changed_at: number }

/** What became of it. `isSent`: a node has taken the new transaction. */
interface RaisedFee {
  transaction: string
  isSent: boolean
}

/**
 * For operators: signs a transaction of the wallet again, with the same number and a higher fee. Whichever of them is
 * mined, none of the others can be. All their hashes are stored before the new one is sent.
 */
export function createFeeRaise({ database, clock, wallet, operatorLog }: Dependencies) {
  async function assertWaits(node: ChainNode, { row, from }: { row: Payment; from: string }): Promise<void> {
    if ((await node.nonceOf(from)) > (row.nonce ?? 0)) throw new DomainError('WITHDRAWAL_MINED')
    for (const hash of hashesOf(row)) if (await node.receipt(hash)) throw new DomainError('WITHDRAWAL_MINED')
  }

  async function raiseFee(node: ChainNode, id: string): Promise<RaisedFee> {
    const row = await paymentOf(database.read, id)
    if (!row) throw new DomainError('WITHDRAWAL_NOT_FOUND')
    const { nonce } = row
    const account = await wallet.account()
    if (!account || nonce === null || !isOpen(row)) throw new DomainError('WITHDRAWAL_ENDED')
    await assertWaits(node, { row, from: account.address })
    const prepared = await node.prepareRaised({ from: account.address, raw: row.signed })
    // It takes the place of one that is counted there.
    const others = (await wallet.reserved(node)).coins - node.costOf(row.signed)
    if (prepared.funds < prepared.cost + others) throw new DomainError('WALLET_EMPTY')
    let transaction = ''
    const isStored = await wallet.sendStored(node, {
      async store(tx) {
        const { found } = await withdrawalsRepository(tx.connection).lockWallet(node.chainId, database.dialect)
        if (await wallet.isHalted(tx)) throw new DomainError('SWEEP_HALTED')
        if (found !== null) throw new DomainError('WALLET_NONCE_DIFFERS', undefined, { id: String(found) })
        const present = await paymentOf(tx.connection, id)
        // Another operator was faster, or it has ended.
        if (!present || present.tx_hash !== row.tx_hash || !isOpen(present)) return null
        const signed = await prepared.sign(account, nonce)
        const change: Change = {
          ...{ state: 'signed', tx_hash: signed.hash, signed: signed.raw, changed_at: clock.now() },
          earlier_hashes: hashesOf(row).join(' '),
        }
        if (!(await changed(tx.connection, { row, change }))) return null
        await operatorLog.act(tx, 'operator', { act: 'raised fee of', detail: id })
        return signed
      },
      async isStored({ hash }) {
        const present = await paymentOf(database.read, id)
        return present?.state === 'signed' && present.tx_hash === hash
      },
      async sent({ hash }) {
        transaction = hash
        const change: Change = { state: 'sent', changed_at: clock.now() }
        await database.transaction(({ connection }) => changed(connection, { row: { id, tx_hash: hash }, change }))
      },
    })
    if (!isStored) throw new DomainError('WITHDRAWAL_CHANGED')
    const isSent = transaction !== ''
    return { isSent, transaction: isSent ? transaction : ((await paymentOf(database.read, id))?.tx_hash ?? '') }
  }
  return raiseFee
}

const isOpen = ({ state, signed }: Payment) => OPEN_STATES.includes(state) && signed !== ''

async function paymentOf(connection: Connection, id: string): Promise<Payment | undefined> {
  const fees = await sweepsRepository(connection).get(id)
  if (fees) return fees.kind === 'fees' ? fees : undefined
  return withdrawalsRepository(connection).get(id)
}

/** Changes one that hasn't ended, if nobody else has changed it. */
async function changed(
  connection: Connection,
  { row, change }: { row: Pick<Payment, 'id' | 'tx_hash'>; change: Change },
): Promise<boolean> {
  const isWithdrawal = await withdrawalsRepository(connection).changeOpen(row, change)
  return isWithdrawal || sweepsRepository(connection).change(row, change)
}
