import { plainAmount } from '@stoa/contract'
import { DomainError } from '../platform/domain-error.ts'
import type { Commands } from './commands.ts'
import { amountOf } from './money.ts'
import { actionCommand, printResult, type ResultOptions } from './results.ts'

export function addChainCommands({ program, run, say }: Commands): void {
  actionCommand(program, 'chain:token', 'Accept a contract’s tokens on the chain of STOA_CHAIN_URL as deposits.')
    .argument('<community>', 'token name, such as FORUM')
    .argument('<contract>', 'its address, such as 0x…')
    .action((tokenName: string, contract: string, { json }: ResultOptions) =>
      run(async ({ app }) => {
        const token = await app.services.chain.allow({ tokenName, contract })
        const { chain_id: chainId, decimals } = token
        printResult(
          { say, json, result: { community: tokenName, contract: token.contract, chainId, decimals } },
          `${tokenName} is ${token.contract} on chain ${chainId}, with ${decimals} decimals.`,
        )
        return 0
      }),
    )

  actionCommand(program, 'chain:try', 'Send test tokens to a member’s address, on the local chain of a running server.')
    .argument('<name>', 'username')
    .argument('<community>', 'token name, such as FORUM')
    .argument('<amount>', 'in tokens, such as 12.5', amountOf)
    .action((username: string, tokenName: string, ...[units, { json }]: [number, ResultOptions]) =>
      run(async ({ app }) => {
        const [user] = await app.services.accounts.profilesByUsername([username])
        if (!user) throw new DomainError('USER_NOT_FOUND')
        const transaction = await app.services.chain.tryDeposit({ userId: user.id, tokenName, units })
        printResult(
          { say, json, result: { transaction, username, community: tokenName, amount: String(units) } },
          `Sent ${plainAmount(units)} ${tokenName} to the address of ${username}: ${transaction}.`,
        )
        return 0
      }),
    )
}
