import { askLocalChain } from '../src/domains/people/chain/local-chain.ts'

/** What an address gets, in the token's own units. */
export interface Payment {
  to: string
  amount: bigint
}

/** A unit of the ledger, in those of the test token. */
const UNIT = 'e8d4a51000'

/**
 * Code of a contract that makes test tokens for each pair of words in its input, an address and an amount. `varies`: each
 * amount is greater by as many units of the ledger as the block's number, so that a reorganisation changes it.
 */
function payerCode(token: string, { varies }: { varies: boolean }): string {
  const more = varies ? `4364${UNIT}0201` : ''
  const loop = [
    ...['63', '40c10f19', '60e01b600052'], // mint(address,uint256) at 0
    ...['80', '35', '600452'], // the address at 4
    ...['80', '602001', '35', more, '602452'], // the amount at 36
    ...['6000600060446000600073', token.slice(2).toLowerCase(), '5af150'], // the call
    ...['604001', '600256'], // the next pair
  ].join('')
  const head = ['6000', '5b', '803611', '15']
  // After these come the target of the jump and the jump itself, which have three bytes.
  const end = (head.join('') + loop).length / 2 + 3
  return `0x${head.join('')}60${end.toString(16).padStart(2, '0')}57${loop}5b00`
}

/** Puts contracts where several are paid at once. */
export async function placePayers(url: string, token: string, at: { fixed: string; varying: string }): Promise<void> {
  await askLocalChain(url, 'anvil_setCode', [at.fixed, payerCode(token, { varies: false })])
  await askLocalChain(url, 'anvil_setCode', [at.varying, payerCode(token, { varies: true })])
}

/** Has one of the chain's own ten accounts pay; returns the transaction's hash. */
export async function payAtOnce(
  url: string,
  { payer, payments, sender = 0 }: { payer: string; payments: readonly Payment[]; sender?: number },
): Promise<string> {
  const from = ((await askLocalChain(url, 'eth_accounts', [])) as string[])[sender]
  const words = payments.flatMap(({ to, amount }) => [to.slice(2).toLowerCase(), amount.toString(16)])
  const data = `0x${words.map((word) => word.padStart(64, '0')).join('')}`
  return String(await askLocalChain(url, 'eth_sendTransaction', [{ from, to: payer, data, gas: '0x7a120' }]))
}
