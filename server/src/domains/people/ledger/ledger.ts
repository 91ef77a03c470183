import { AMOUNT_MAX, plainAmount } from '@stoa/contract'
import { StaleReadError, type Transaction } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import { sha256 } from '../../../platform/security/keys.ts'
import type { AccountService } from '../accounts/index.ts'
import {
  type AccountKind,
  type LedgerAccountRow,
  type LedgerTransferRow,
  ledgerRepository,
  type TransferReason,
} from './repository.ts'
import { backKeyOf, keyHashOf } from './transfer-keys.ts'

/** An account by its name. */
export interface AccountName {
  communityId: string
  kind: AccountKind
  /** The member; empty: the community. */
  ownerId: string
}

/** What somebody wants to transfer. */
export interface TransferOrder {
  reason: TransferReason
  /** Empty: an operator. */
  actorId: string
  /** Id of what it is about; empty: nothing else. */
  reference: string
  /** The same key of the same actor is the same transfer. */
  key: string
  /** Whose key it is; empty: the server's, which no actor can use. Default: the actor's. */
  keyOwnerId?: string
  /** What the key stands for: a repeat with another one is refused. */
  content: readonly (string | number)[]
  communityId: string
  accounts: readonly AccountName[]
  /** Given the accounts' balances, what each of them gets, in units; negative: gives. Sums to zero. */
  amounts(balances: readonly number[]): readonly number[]
}

export interface Posted {
  transferId: string
  /** The key was used before for the same: nothing was moved now. */
  isRepeat: boolean
}

/** Whether an actor may not spend. `ownerIds`: whose accounts the transfer changes, the actor's among them. */
type Refuse = (tx: Transaction, about: { actorId: string; ownerIds: readonly string[] }) => Promise<boolean>

/** A transfer that was taken back. `units`: how much it had moved. */
export interface ReversedTransfer {
  id: string
  communityId: string
  units: number
}

/** What people owe, of accounts that may be among others. */
type FindDebts = (
  userIds: readonly string[],
  tx?: Transaction,
) => Promise<readonly { communityId: string; units: number }[]>

type ReversalListener = (tx: Transaction, transfer: ReversedTransfer) => Promise<void>

/** Transfers that can't be reversed: others were told of them, they belong to what waits for a cashier, or a card's refund takes them back. */
const LASTING: ReadonlySet<TransferReason> = new Set([
  ...(['tip', 'purchase', 'refund', 'reversal', 'deposit', 'withdrawal'] as const),
  ...(['cashOut', 'cashOutPaid', 'cashOutReturned', 'held', 'heldReturned'] as const),
])
/** Kinds whose balance may be negative: what came in from there. */
const MAY_OWE: ReadonlySet<AccountKind> = new Set(['outside'])
const LEGS_MIN = 2

const hashOfKey = ({ actorId, key, keyOwnerId = actorId }: TransferOrder) => keyHashOf({ actorId: keyOwnerId, key })

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'ids'> {
  /** All accounts of a person, by any of them. */
  ownersOf: AccountService['accountsOf']
  /** Token names by community id. */
  namesOf(communityIds: string[], tx: Transaction): Promise<ReadonlyMap<string, string>>
}

export type Ledger = ReturnType<typeof createLedger>

/** Double entry: the only way in which balances change. */
export function createLedger({ database, clock, ids, ownersOf, namesOf }: Dependencies) {
  const listeners: ReversalListener[] = []
  const refusals: Refuse[] = []
  const debts: FindDebts[] = []

  /** The accounts, locked and in the order of their names. Missing ones are opened. */
  async function locked(tx: Transaction, names: readonly AccountName[]): Promise<LedgerAccountRow[]> {
    const ledger = ledgerRepository(tx.connection)
    const wanted = names.map(({ communityId, kind, ownerId }) => {
      return { community_id: communityId, kind, owner_id: ownerId }
    })
    const nameOf = (row: (typeof wanted)[number]) => `${row.community_id} ${row.kind} ${row.owner_id}`
    const find = async () => new Map((await ledger.named(wanted)).map((row) => [nameOf(row), row]))
    let found = await find()
    const missing = wanted.filter((row) => !found.has(nameOf(row)))
    for (const row of missing) {
      const floor = MAY_OWE.has(row.kind) ? -AMOUNT_MAX : 0
      await ledger.open({ id: ids.next(), ...row, balance: 0, floor, created_at: clock.now() })
    }
    if (missing.length > 0) found = await find()
    const rows = await ledger.lock(
      Array.from(found.values(), ({ id }) => id),
      database.dialect,
    )
    const byName = new Map(rows.map((row) => [nameOf(row), row]))
    return wanted.map((row) => {
      const account = byName.get(nameOf(row))
      if (!account) throw new StaleReadError()
      return account
    })
  }

  /** The transfer that used this key. Throws if it was about something else. */
  async function repeated(tx: Transaction, order: TransferOrder, contentHash: string): Promise<Posted | null> {
    const row = await ledgerRepository(tx.connection).byKey(hashOfKey(order))
    if (!row) return null
    if (row.content_hash !== contentHash) throw new DomainError('IDEMPOTENCY_MISMATCH')
    return { transferId: row.id, isRepeat: true }
  }

  /** Whole units, at least two accounts, nothing made or lost in any token. */
  function assertBalanced(legs: readonly { account: LedgerAccountRow; amount: number }[]): void {
    const totals = new Map<string, number>()
    for (const { account, amount } of legs) {
      const total = (totals.get(account.community_id) ?? 0) + amount
      if (!Number.isSafeInteger(amount) || !Number.isSafeInteger(total)) throw new DomainError('AMOUNT_TOO_LARGE')
      totals.set(account.community_id, total)
    }
    const accountIds = new Set(legs.map(({ account }) => account.id))
    const isOnce = accountIds.size === legs.length && legs.length >= LEGS_MIN
    if (!isOnce || [...totals.values()].some((total) => total !== 0))
      throw new Error('A transfer must have at least two accounts, once each, and sum to zero.')
  }

  /** Whether somebody may not spend what these people have, such as because of a debt. */
  const mayNotSpend: Refuse = async (tx, about) => {
    for (const refuses of refusals) if (await refuses(tx, about)) return true
    return false
  }

  /** Members who may not spend are refused what others may do. */
  async function assertMaySpend(tx: Transaction, { actorId, accounts }: TransferOrder): Promise<void> {
    if (actorId === '') return
    const ownerIds = [...new Set(accounts.map(({ ownerId }) => ownerId).filter((id) => id !== ''))]
    if (!(await mayNotSpend(tx, { actorId, ownerIds }))) return
    const owed = await owedBy(await ownersOf(actorId, tx), tx)
    if (owed.size === 0) throw new DomainError('INSUFFICIENT_BALANCE')
    const named = await namesOf([...owed.keys()], tx)
    const id = Array.from(owed, ([token, units]) => `${plainAmount(units)} ${named.get(token) ?? ''}`).join(', ')
    throw new DomainError('IN_DEBT', { id }, { id })
  }

  /** What a person owes, by community id. `userIds`: all their accounts. */
  async function owedBy(userIds: readonly string[], tx?: Transaction): Promise<Map<string, number>> {
    const owed = new Map<string, number>()
    for (const find of debts) {
      for (const { communityId, units } of await find(userIds, tx))
        if (units > 0) owed.set(communityId, (owed.get(communityId) ?? 0) + units)
    }
    return owed
  }

  /** Moves money, or throws and moves nothing. Locks the accounts until the transaction ends. */
  async function post(tx: Transaction, order: TransferOrder): Promise<Posted> {
    const { reason, actorId, reference, communityId, content } = order
    const ledger = ledgerRepository(tx.connection)
    const contentHash = sha256(JSON.stringify([reason, communityId, reference, content]))
    const before = await repeated(tx, order, contentHash)
    if (before) return before
    await assertMaySpend(tx, order)
    const accounts = await locked(tx, order.accounts)
    const balances = accounts.map(({ balance }) => Number(balance))
    const amounts = order.amounts(balances)
    const legs = accounts
      .map((account, index) => ({ account, from: balances[index] ?? 0, amount: amounts[index] ?? 0 }))
      .filter(({ amount }) => amount !== 0)
    assertBalanced(legs)
    for (const { account, from, amount } of legs) {
      if (from + amount > AMOUNT_MAX) throw new DomainError('AMOUNT_TOO_LARGE')
      if (amount < 0 && from + amount < Number(account.floor)) throw new DomainError('INSUFFICIENT_BALANCE')
    }
    const isPayout = legs.some(({ account, amount }) => account.kind === 'outside' && amount > 0)
    if (isPayout && (await ledger.frozen())) throw new DomainError('PAYOUTS_FROZEN')

    // The id is made under the locks, so that an account's entries are in the order of their ids.
    const transfer: LedgerTransferRow = {
      ...{ id: ids.next(), community_id: communityId, reason, actor_id: actorId, reference },
      ...{ key_hash: hashOfKey(order), content_hash: contentHash, created_at: clock.now() },
    }
    const entries = legs.map(({ account, amount }) => {
      return { account_id: account.id, transfer_id: transfer.id, community_id: account.community_id, amount }
    })
    await ledger.insert(transfer, entries).catch((error: unknown) => {
      // The same request at the same time was faster. The retry finds its transfer.
      throw database.dialect.isUniqueViolation(error) ? new StaleReadError() : error
    })
    for (const { account, from, amount } of legs) {
      if (!(await ledger.change(account.id, { from, amount }))) throw new StaleReadError()
    }
    return { transferId: transfer.id, isRepeat: false }
  }

  /**
   * The same transfer in the other direction, between the same accounts, once. Members' keys have no part in it.
   * `next`: accounts that the next transfer changes, which are locked together with these.
   */
  async function giveBack(
    tx: Transaction,
    transferId: string,
    { next = [], ...about }: Pick<TransferOrder, 'reason' | 'reference'> & { next?: readonly AccountName[] },
  ): Promise<Posted> {
    const ledger = ledgerRepository(tx.connection)
    const transfer = await ledger.transfer(transferId)
    if (!transfer) throw new DomainError('MONEY_TRANSFER_NOT_FOUND')
    const entries = await ledger.entriesOf(transferId)
    const accounts = await ledger.byIds(entries.map((entry) => entry.account_id))
    const accountOf = new Map(accounts.map((account) => [account.id, account]))
    const named = entries.flatMap((entry) => {
      const account = accountOf.get(entry.account_id)
      return account ? [{ communityId: account.community_id, kind: account.kind, ownerId: account.owner_id }] : []
    })
    return post(tx, {
      ...about,
      ...{ actorId: '', key: backKeyOf(transferId, about.reason) },
      ...{ communityId: transfer.community_id, content: [transferId] },
      accounts: [...named, ...next],
      amounts: () => [...entries.map(({ amount }) => -Number(amount)), ...next.map(() => 0)],
    })
  }

  return {
    post,
    /**
     * Locks all accounts that a transaction reads or changes, in one order. Two that lock them one after the other could
     * wait for each other.
     */
    async lock(tx: Transaction, names: readonly AccountName[]): Promise<void> {
      await locked(tx, names)
    },
    /** Adds a reason not to let members spend. */
    refuse: (refuses: Refuse) => void refusals.push(refuses),
    /** Whether there is such a reason: what a person has put aside isn't paid out, either. */
    mayNotSpend,
    /** Adds a reason why people owe money. */
    addDebts: (find: FindDebts) => void debts.push(find),
    owedBy,
    /** Runs in the transaction of each reversal, with what it takes back. */
    onReversed(listener: ReversalListener): void {
      listeners.push(listener)
    },
    /** Why the key was used before; null: it wasn't. */
    async reasonOf(tx: Transaction, about: Pick<TransferOrder, 'actorId' | 'key'>): Promise<TransferReason | null> {
      return (await ledgerRepository(tx.connection).byKey(keyHashOf(about)))?.reason ?? null
    },
    giveBack,
    /** Takes back a transfer, once: a second try is a repeat. */
    async reverse(tx: Transaction, transferId: string): Promise<Posted> {
      const repository = ledgerRepository(tx.connection)
      const transfer = await repository.transfer(transferId)
      if (!transfer) throw new DomainError('MONEY_TRANSFER_NOT_FOUND')
      if (LASTING.has(transfer.reason)) throw new DomainError('FORBIDDEN')
      const posted = await giveBack(tx, transferId, { reason: 'reversal', reference: transferId })
      if (posted.isRepeat) return posted
      const units = (await repository.entriesOf(transferId))
        .filter(({ amount }) => Number(amount) > 0)
        .reduce((sum, { amount }) => sum + Number(amount), 0)
      const reversed = { id: transferId, communityId: transfer.community_id, units }
      for (const listener of listeners) await listener(tx, reversed)
      return posted
    },
  }
}
