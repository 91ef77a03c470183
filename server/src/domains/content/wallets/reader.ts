import {
  accountIdsOf,
  type CallOutput,
  type CallParsedInput,
  type Me,
  type Movement,
  PAGE_SIZE,
  plainAmount,
  type Wallet,
} from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { cut, endOf } from '../../../platform/database/keyset.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type AccountService, shownPerson } from '../../people/accounts/index.ts'
import type { CommunityService } from '../../people/communities/index.ts'
import type { AccountMovement, Ledger, LedgerStatements } from '../../people/ledger/index.ts'
import type { ReferenceReader } from './references.ts'

interface Dependencies extends Pick<Platform, 'database' | 'cursors'> {
  ledger: Pick<Ledger, 'owedBy'>
  ledgerStatements: LedgerStatements
  communities: Pick<CommunityService, 'require' | 'factsById'>
  accounts: Pick<AccountService, 'profilesById'>
  linksOf: ReferenceReader
}

const REASONS = {
  all: undefined,
  tips: ['tip'],
  transfers: ['transfer', 'cashOut', 'cashOutReturned', 'held', 'heldReturned'],
  promotions: ['promotion'],
  gifts: ['credit', 'grant', 'reversal'],
} as const
const STATEMENT_MAX = 10_000

export type WalletReader = ReturnType<typeof createWalletReader>

/** What members have, and what changed it. */
export function createWalletReader(dependencies: Dependencies) {
  const { cursors, ledger, ledgerStatements, communities, accounts, linksOf } = dependencies

  /** The wallet of the person, with all merged accounts. */
  async function walletOf(viewer: Me, about: { tokenName?: string | null; tx?: Transaction } = {}): Promise<Wallet> {
    const { tokenName = null, tx } = about
    const sums = await ledgerStatements.balancesOf(accountIdsOf(viewer), tx)
    const owed = await ledger.owedBy(accountIdsOf(viewer), tx)
    const facts = await communities.factsById([...new Set([...sums.keys(), ...owed.keys()])], tx)
    const wallet: Wallet = { id: viewer.id, balance: {}, creditBalance: {} }
    for (const [communityId, { balance, credit }] of sums) {
      const name = facts.get(communityId)?.tokenName
      if (name === undefined || (tokenName !== null && name !== tokenName)) continue
      wallet.balance[name] = String(balance)
      wallet.creditBalance[name] = String(credit)
    }
    // Debts in any token prevent spending in all.
    if (owed.size > 0) {
      const named = Array.from(owed, ([id, units]) => [facts.get(id)?.tokenName ?? '', String(units)])
      wallet.owed = Object.fromEntries(named)
    }
    return wallet
  }

  /** Movements for people, with what they link to as far as this person may see it. */
  async function present(viewer: Me, rows: readonly AccountMovement[]): Promise<Movement[]> {
    const links = await linksOf(
      viewer,
      rows.map(({ reference }) => reference),
    )
    const profiles = await accounts.profilesById(rows.map(({ otherId }) => otherId).filter((id) => id !== ''))
    return rows.map(({ transferId, at, kind, amount, reason, reference, otherId }) => {
      const person = profiles.get(otherId)
      return {
        ...{ id: transferId, at, kind, amount: String(amount), reason },
        person: person ? shownPerson(person) : null,
        ...links(reference),
      }
    })
  }

  return {
    walletOf,
    /** In all tokens that the person has had, or only in one. */
    async list(viewer: Me, named: string | undefined, onlyCommunity: string | null) {
      const one = named ?? onlyCommunity
      const tokenName = one === null ? null : (await communities.require(one)).tokenName
      const wallet = await walletOf(viewer, { tokenName })
      if (tokenName !== null) {
        wallet.balance[tokenName] ??= '0'
        wallet.creditBalance[tokenName] ??= '0'
      }
      return { items: [wallet], cursor: null, hasMore: false }
    },
    async history(viewer: Me, input: CallParsedInput<'walletHistory'>): Promise<CallOutput<'walletHistory'>> {
      const { tokenName, type, limit = PAGE_SIZE, cursor } = input
      const { id: communityId } = await communities.require(tokenName)
      const list = `wallet ${viewer.id} ${communityId} ${type}`
      const position = cursor === undefined ? null : (cursors.decode(list, cursor) as [string, string])
      const about = { communityId, reasons: REASONS[type], position, limit: limit + 1 }
      const page = cut(await ledgerStatements.movements(accountIdsOf(viewer), about), limit)
      const positionOf = ({ transferId, accountId }: AccountMovement) => [transferId, accountId]
      return { items: await present(viewer, page.rows), ...endOf(page, { cursors, list, positionOf }) }
    },
    /** A month's movements as CSV. */
    async statement(viewer: Me, { tokenName: name, month }: CallParsedInput<'walletStatement'>) {
      const { id: communityId, tokenName } = await communities.require(name)
      const [year = 0, number = 1] = month.split('-').map(Number)
      const from = Date.UTC(year, number - 1)
      const about = { communityId, position: null, from, until: Date.UTC(year, number), limit: STATEMENT_MAX + 1 }
      const rows = await ledgerStatements.movements(accountIdsOf(viewer), about)
      const shown = await present(viewer, rows.slice(0, STATEMENT_MAX))
      const lines = shown
        .toReversed()
        .map(({ id, at, reason, kind, amount, person, postId, commentId }) =>
          [
            ...[new Date(at).toISOString(), id, reason, kind, plainAmount(Number(amount)), tokenName],
            ...[person?.username ?? '', postId ?? '', commentId ?? ''],
          ].join(','),
        )
      return {
        name: `${tokenName}-${month}.csv`,
        csv: `${['time,transfer,reason,kind,amount,token,person,post,comment', ...lines].join('\r\n')}\r\n`,
        isComplete: rows.length <= STATEMENT_MAX,
      }
    },
  }
}
