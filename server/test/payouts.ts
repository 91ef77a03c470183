import { connectNode } from '../src/domains/people/chain/node.ts'
import { CONTRACT, startTestChain } from './chain.ts'
import { startForum } from './forum.ts'
import { giveMoney } from './money.ts'
import { stoaCommand } from './stoa-command.ts'

/** Blocks after which a withdrawal is done. */
export const CONFIRMATIONS = 3
export const TOKEN = 10n ** 18n
/** What each withdrawal of these tests is, on the chain and in the ledger. */
export const SENT = (5n * TOKEN) / 2n
const UNITS = '2500000'
const NEW_FOR_MS = 3 * 60 * 1000
const STEPS_MAX = 60
const ACTS_MAX = 1000

/** A member with ten tokens. */
export interface Drawer {
  id: string
  token: string
  /** Where their withdrawals go. */
  address: string
}

export type Payouts = Awaited<ReturnType<typeof startPayouts>>

/** A forum with a chain and a wallet that pays withdrawals. */
export async function startPayouts() {
  const chain = await startTestChain()
  const forum = await startForum({}, { STOA_CHAIN_URL: chain.url, STOA_CHAIN_CONFIRMATIONS: String(CONFIRMATIONS) })
  const { stoa } = forum
  await stoa.app.services.chain.allow({ tokenName: 'FORUM', contract: CONTRACT })
  stoa.clock.advance(NEW_FOR_MS)
  await stoa.call('depositAddress', { tokenName: 'FORUM' }, { token: forum.ada.token })
  const payer = (await stoa.app.services.chain.payingAddress()) ?? ''
  await chain.ask('anvil_setBalance', payer, `0x${(100n * TOKEN).toString(16)}`)
  await chain.mint(payer, 1000n * TOKEN)
  const node = await connectNode(chain.url)
  let people = 0

  const rowOf = ({ id }: { id: string }) =>
    stoa.database.read('chain_withdrawals').where({ user_id: id }).orderBy('id', 'desc').first()
  const pay = () => stoa.app.services.chain.pay()
  return {
    ...{ chain, forum, payer, node, rowOf, pay },
    async person(): Promise<Drawer> {
      const number = people++
      const { id, token } = await stoa.member(`drawer_${number}`, { join: ['FORUM'] })
      await giveMoney(stoa, { userId: id, communityId: forum.communityId, tokens: 10 })
      return { id, token, address: `0x${String(number + 1).padStart(40, '9')}` }
    },
    withdraw: (who: Drawer, amount = UNITS) =>
      stoa.call('withdraw', { tokenName: 'FORUM', amount, address: who.address }, { token: who.token }),
    stateOf: async (who: Drawer): Promise<string> => (await rowOf(who)).state,
    statesOf: (people: readonly Drawer[]) => Promise.all(people.map(async (who) => (await rowOf(who)).state)),
    received: (who: Drawer) => node.balance(CONTRACT, who.address),
    async balanceOf({ token }: Drawer): Promise<string> {
      const { items } = (await stoa.call('walletList', {}, { token })).body.payload
      return items[0]?.balance.FORUM ?? '0'
    },
    nonce: async () => (await stoa.app.services.chain.withdrawalProblems())?.nonce ?? null,
    command: (...parameters: string[]) => stoaCommand(stoa.settings, parameters),
    /** What operators did. Commands have a clock of their own, so the order says nothing. */
    acts: async () =>
      (await stoa.app.services.operatorLog.list(ACTS_MAX)).map(({ action, detail }) => `${action} ${detail}`),
    /** Somebody else who has the wallet's key sends a transaction with its next number, or this one. */
    async sendElsewhere(about: { to?: string; data?: string; nonce?: number } = {}): Promise<string> {
      const { to = payer, data = '0x', nonce } = about
      await chain.ask('anvil_impersonateAccount', payer)
      const fees = { gas: '0x30d40', maxFeePerGas: '0x4540be4000', maxPriorityFeePerGas: '0x4540be400' }
      const number = nonce === undefined ? {} : { nonce: `0x${nonce.toString(16)}` }
      const hash = await chain.send({ from: payer, to, data, ...fees, ...number })
      await chain.ask('anvil_stopImpersonatingAccount', payer)
      return hash
    },
    /** Steps with blocks between them, until no withdrawal waits or is on its way. */
    async paid(): Promise<void> {
      const open = ['requested', 'signed', 'sent', 'unknown']
      for (let steps = 0; steps < STEPS_MAX; steps += 1) {
        if (!(await stoa.database.read('chain_withdrawals').whereIn('state', open).first())) return
        await pay()
        await chain.mine(CONFIRMATIONS)
      }
      throw new Error('Withdrawals stay open.')
    },
    /** Blocks for each transaction, or only when told to. */
    automine: (isOn: boolean) => chain.ask('evm_setAutomine', isOn),
    async close(): Promise<void> {
      await stoa.close()
      chain.stop()
    },
  }
}

/** Input of a contract that transfers tokens. */
export function transferOf(to: string, amount: bigint): string {
  const words = [to.slice(2).toLowerCase(), amount.toString(16)].map((hex) => hex.padStart(64, '0'))
  return `0xa9059cbb${words.join('')}`
}
