import { setTimeout as sleep } from 'node:timers/promises'
import { MONEY_UNIT, plainAmount } from '@stoa/contract'
import { Argument, InvalidArgumentError } from 'commander'
import { DomainError } from '../platform/domain-error.ts'
import type { Commands } from './commands.ts'
import { amountOf } from './money.ts'
import { actionCommand, printResult, type ResultOptions } from './results.ts'

const SIGN_MS = 5000
const SWEEP_MS = 1000
const SWEEP_MAX_MS = 20 * 60 * 1000

export function addChainCommands({ program, run, say, complain }: Commands): void {
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

  actionCommand(program, 'chain:wallet', 'Show the address of the wallet that pays withdrawals.').action(
    ({ json }: ResultOptions) =>
      run(async ({ app }) => {
        const address = await app.services.chain.payingAddress()
        printResult(
          { say, json, result: { address } },
          address ?? 'There is none yet. It is made with the first deposit address.',
        )
        return address === null ? 1 : 0
      }),
  )

  actionCommand(
    program,
    'chain:accept-nonce',
    'Let the paying wallet go on after transactions that are not known here, once they are compared with the books.',
  )
    .argument('<count>', 'how many transactions the chain has of it', countOf)
    .action((count: number, { json }: ResultOptions) =>
      run(async ({ app }) => {
        const { known, isChanged } = await app.services.chain.acceptNonce(count)
        printResult(
          { say, json, result: { known, accepted: count, changed: isChanged } },
          isChanged
            ? `${known} transactions were known. The wallet goes on after ${count}.`
            : `All ${count} transactions of the wallet are known.`,
        )
        return 0
      }),
    )

  addComparison({ program, run, say, complain })
  addSweep({ program, run, say })

  actionCommand(
    program,
    'withdrawal:send-again',
    'Send the very same signed transaction of a withdrawal again, which can only be mined once.',
  )
    .argument('<withdrawal>', 'its id')
    .action((id: string, { json }: ResultOptions) =>
      run(async ({ app }) => {
        const { tx_hash: transaction } = await app.services.chain.sendAgain(id)
        printResult({ say, json, result: { id, transaction } }, `Sent ${transaction} again.`)
        return 0
      }),
    )

  actionCommand(
    program,
    'withdrawal:raise-fee',
    'Sign a withdrawal that no block takes again, with the same number and a higher fee. Only one of them can be mined.',
  )
    .argument('<withdrawal>', 'its id')
    .action((id: string, { json }: ResultOptions) =>
      run(async ({ app }) => {
        const { transaction, isSent } = await app.services.chain.raiseFee(id)
        printResult(
          { say, json, result: { id, transaction, sent: isSent } },
          isSent
            ? `Sent ${transaction} with a higher fee.`
            : `The node didn’t take ${transaction}. It is stored: see the log, and run withdrawal:send-again.`,
        )
        return isSent ? 0 : 1
      }),
    )

  actionCommand(
    program,
    'withdrawal:end',
    'Say whether a withdrawal was paid, after a look at the chain. If it was not, the money returns to its member.',
  )
    .argument('<withdrawal>', 'its id')
    .addArgument(new Argument('<outcome>', 'what the chain says').choices(['paid', 'unpaid']))
    .action((id: string, outcome: string, { json }: ResultOptions) =>
      run(async ({ app }) => {
        const isPaid = outcome === 'paid'
        await app.services.chain.endWithdrawal(id, isPaid)
        printResult({ say, json, result: { id, outcome } }, isPaid ? 'It is done.' : 'The money is back in the wallet.')
        return 0
      }),
    )

  actionCommand(
    program,
    'withdrawal:minimum',
    'Set the smallest withdrawal of a community’s token. Each costs the paying wallet fees.',
  )
    .argument('<community>', 'token name, such as FORUM')
    .argument('<amount>', 'in tokens, such as 12.5; 0: any amount', (text) => (text === '0' ? 0 : amountOf(text)))
    .action((tokenName: string, units: number, { json }: ResultOptions) =>
      run(async ({ app }) => {
        await app.services.chain.setMinimum({ tokenName, units })
        printResult(
          { say, json, result: { community: tokenName, minimum: String(units) } },
          units === 0
            ? `${tokenName} can be withdrawn in any amount.`
            : `The smallest withdrawal is ${plainAmount(units)} ${tokenName}.`,
        )
        return 0
      }),
    )

  program
    .command('signer')
    .description('Sign and send withdrawals, until it is stopped. For servers with STOA_SIGNER=process.')
    .action(() =>
      run(async ({ app }) => {
        const stop = new AbortController()
        for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort())
        say('The signer is running.')
        while (!stop.signal.aborted) {
          await app.services.chain.pay().catch((error: unknown) => complain(messageOf(error)))
          await sleep(SIGN_MS, undefined, { signal: stop.signal }).catch(() => {})
        }
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

/** Adds the commands about what the chain holds. */
function addComparison({ program, run, say, complain }: Omit<Commands, 'attempt' | 'ask'>): void {
  actionCommand(
    program,
    'chain:verify',
    'Compare what the chain holds with the books. A shortfall stops withdrawals until it is gone. Exit code 1: a shortfall.',
  ).action(({ json }: ResultOptions) =>
    run(async ({ app }) => {
      const tokens = await app.services.chain.compare().catch((error: Error) => error)
      if (tokens instanceof Error) {
        complain(tokens.message)
        return 1
      }
      const short = tokens.filter(({ missing }) => missing > 0)
      const inTokens = ({ tokenName, booked, missing }: (typeof tokens)[number]) => {
        return { community: tokenName, booked: String(booked), missing: String(missing) }
      }
      printResult(
        { say, json, result: { tokens: tokens.map(inTokens) } },
        ...short.map(({ tokenName, missing }) => `${plainAmount(missing)} ${tokenName} is missing on the chain.`),
        short.length === 0 ? 'The chain holds what the books say.' : 'Withdrawals are stopped.',
      )
      return short.length === 0 ? 0 : 1
    }),
  )

  actionCommand(
    program,
    'chain:accept-shortfall',
    'Let withdrawals go on although the chain holds less than the books say, once it is known why.',
  )
    .argument('<community>', 'token name, such as FORUM')
    .argument('<amount>', 'what is missing, in tokens, such as 12.5', amountOf)
    .action((tokenName: string, units: number, { json }: ResultOptions) =>
      run(async ({ app }) => {
        await app.services.chain.acceptMissing({ tokenName, units })
        printResult(
          { say, json, result: { community: tokenName, accepted: String(units) } },
          `${plainAmount(units)} ${tokenName} is no longer expected on the chain.`,
        )
        return 0
      }),
    )
}

/** Adds the command that empties deposit addresses. */
function addSweep({ program, run, say }: Pick<Commands, 'program' | 'run' | 'say'>): void {
  actionCommand(
    program,
    'chain:sweep',
    'Move what is at members’ deposit addresses to the paying wallet, which sends them what they lack for fees.',
  )
    .option('--above <amount>', 'leave smaller balances, in tokens', amountOf, MONEY_UNIT)
    .action(({ json, above }: ResultOptions & { above: number }) =>
      run(async ({ app }) => {
        const { chain } = app.services
        const sweep = chain.startSweep(above)
        const until = performance.now() + SWEEP_MAX_MS
        let { isOver } = await chain.sweepStep(sweep)
        while (!isOver && performance.now() < until) {
          await sleep(SWEEP_MS)
          isOver = (await chain.sweepStep(sweep)).isOver
        }
        const rows = await chain.sweepReport(sweep)
        const items = rows.map(({ id, kind, address, contract, amount, state, tx_hash: transaction }) => {
          return { id, kind, address, contract, amount, state, transaction }
        })
        const countOfState = (state: string) => rows.filter((row) => row.state === state).length
        const [done, failed] = [countOfState('confirmed'), countOfState('failed')]
        const waiting = rows.length - done - failed
        const skipped = sweep.skipped.size
        printResult(
          { say, json, result: { done, failed, waiting, skipped, sweeps: items } },
          ...items.map(({ kind, address, state, transaction }) => `${kind}  ${address}  ${state}  ${transaction}`),
          `Transactions done: ${done}, failed: ${failed}, on their way: ${waiting}. Addresses skipped: ${skipped}.`,
        )
        return isOver && failed + waiting + skipped === 0 ? 0 : 1
      }),
    )
}

function countOf(typed: string): number {
  if (!/^\d{1,15}$/.test(typed)) throw new InvalidArgumentError('Must be a number such as 12.')
  return Number(typed)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
