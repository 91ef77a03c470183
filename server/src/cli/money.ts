import { randomUUID } from 'node:crypto'
import { AMOUNT_MAX, ID, parseAmount, plainAmount } from '@stoa/contract'
import { InvalidArgumentError } from 'commander'
import type { App } from '../app.ts'
import { DomainError } from '../platform/domain-error.ts'
import type { Commands } from './commands.ts'
import { changeSettings } from './domains.ts'
import { actionCommand, printResult, type ResultOptions } from './results.ts'

interface MoneyOptions extends ResultOptions {
  balance?: boolean
  key?: string
}

const KEY = 'the same key is the same transfer: a command that was interrupted can be repeated with it'

/** The member and the community with these names. */
async function found({ accounts, communities }: App['services'], username: string, tokenName: string) {
  const [user] = await accounts.profilesByUsername([username])
  if (!user) throw new DomainError('USER_NOT_FOUND')
  return { user, community: await communities.require(tokenName) }
}

export function addMoneyCommands({ program, run, say }: Commands): void {
  actionCommand(program, 'money:enable', 'Show wallets, tips and transfers on a domain. Turn it off with domain:set.')
    .argument('<domain>', 'name of the domain')
    .action((name: string, { json }: ResultOptions) =>
      run(async ({ app, database }) => {
        const domain = await changeSettings({ app, database }, { name, settings: { money: true } })
        printResult(
          { say, json, result: { name, money: true, version: domain.latestVersion } },
          `${name} has wallets, tips and transfers now. Version ${domain.latestVersion} is in force.`,
        )
        return 0
      }),
    )

  actionCommand(program, 'ledger:credit', 'Give a member credit in a community’s token, to spend on tips.')
    .argument('<name>', 'username')
    .argument('<community>', 'token name, such as FORUM')
    .argument('<amount>', 'in tokens, such as 12.5', amountOf)
    .option('--balance', 'give balance instead, from the community’s cashier account')
    .option('--key <key>', KEY)
    .action((username: string, tokenName: string, ...[units, options]: [number, MoneyOptions]) =>
      run(async ({ app, database }) => {
        const { json, balance = false, key = randomUUID() } = options
        const { user, community } = await found(app.services, username, tokenName)
        const about = { communityId: community.id, units, key, userId: user.id, isBalance: balance }
        const posted = await database.transaction((tx) => app.services.moneyOperator.credit(tx, about))
        const kind = balance ? 'balance' : 'credit'
        printResult(
          { say, json, result: { ...posted, username, community: community.tokenName, [kind]: String(units) } },
          `${username} ${posted.isRepeat ? 'had already got' : 'got'} ${plainAmount(units)} ${community.tokenName} as ${kind}. Transfer ${posted.transferId}.`,
        )
        return 0
      }),
    )

  actionCommand(program, 'ledger:debit', 'Take balance from a member who was paid without a withdrawal in the books.')
    .argument('<name>', 'username')
    .argument('<community>', 'token name, such as FORUM')
    .argument('<amount>', 'in tokens, such as 12.5', amountOf)
    .option('--key <key>', KEY)
    .action((username: string, tokenName: string, ...[units, options]: [number, MoneyOptions]) =>
      run(async ({ app, database }) => {
        const { json, key = randomUUID() } = options
        const { user, community } = await found(app.services, username, tokenName)
        const about = { communityId: community.id, units, key, userId: user.id }
        const posted = await database.transaction((tx) => app.services.moneyOperator.debit(tx, about))
        printResult(
          { say, json, result: { ...posted, username, community: community.tokenName, amount: String(units) } },
          `${username} ${posted.isRepeat ? 'had already given' : 'gave'} ${plainAmount(units)} ${community.tokenName}. Transfer ${posted.transferId}.`,
        )
        return 0
      }),
    )

  actionCommand(program, 'ledger:fund', 'Book money that a community has received elsewhere on its cashier account.')
    .argument('<community>', 'token name, such as FORUM')
    .argument('<amount>', 'in tokens, such as 12.5', amountOf)
    .option('--key <key>', KEY)
    .action((tokenName: string, units: number, { json, key = randomUUID() }: MoneyOptions) =>
      run(async ({ app, database }) => {
        const { communities, moneyOperator } = app.services
        const community = await communities.require(tokenName)
        const posted = await database.transaction((tx) =>
          moneyOperator.fund(tx, { communityId: community.id, units, key }),
        )
        printResult(
          { say, json, result: { ...posted, community: community.tokenName, amount: String(units) } },
          `The cashier account of ${community.tokenName} ${posted.isRepeat ? 'had already got' : 'got'} ${plainAmount(units)}. Transfer ${posted.transferId}.`,
        )
        return 0
      }),
    )

  actionCommand(
    program,
    'ledger:reverse',
    'Take back a transfer that was a mistake, with an opposite one. Not for tips.',
  )
    .argument('<transfer>', 'id of the transfer', idOf)
    .action((id: string, { json }: ResultOptions) =>
      run(async ({ app, database }) => {
        const posted = await database.transaction((tx) => app.services.moneyOperator.reverse(tx, id))
        printResult(
          { say, json, result: posted },
          `Transfer ${id} ${posted.isRepeat ? 'was already' : 'is'} reversed by ${posted.transferId}.`,
        )
        return 0
      }),
    )

  actionCommand(program, 'card:refund', 'Take back a purchase by card that was refunded or charged back.')
    .argument('<purchase>', 'MoonPay’s id of it')
    .action((id: string, { json }: ResultOptions) =>
      run(async ({ app }) => {
        const { status, amount, owed } = await app.services.cardPurchases.refund(id)
        printResult(
          { say, json, result: { id, status, amount: String(amount), owed: String(owed) } },
          takenBack({ amount, owed }),
        )
        return 0
      }),
    )

  actionCommand(
    program,
    'ledger:verify',
    'Recount the books. A difference freezes payouts until a recount finds none. Exit code 1: something differs.',
  ).action(({ json }: ResultOptions) =>
    run(async ({ app }) => {
      const report = await app.services.ledgerVerification.verify()
      const { accounts, transfers, differences } = report
      printResult(
        { say, json, result: report },
        ...differences.map(({ check, row }) => `${check}: ${row}`),
        differences.length === 0
          ? `${accounts} accounts and ${transfers} transfers add up.`
          : `${differences.length} differences.`,
        ...(report.isFrozen ? ['Payouts are frozen.'] : []),
      )
      return report.isFrozen ? 1 : 0
    }),
  )
}

function takenBack({ amount, owed }: { amount: number; owed: number }): string {
  if (amount === 0) return 'Nothing of it had been booked.'
  if (owed === 0) return 'It is taken back.'
  return `${plainAmount(owed)} of it can’t be taken yet. The member can’t spend until it is.`
}

export function amountOf(text: string): number {
  const parsed = parseAmount(text)
  if ('units' in parsed) return parsed.units
  throw new InvalidArgumentError(
    `Write an amount from 0.000001 to ${plainAmount(AMOUNT_MAX)} with digits and one dot, such as 12.5.`,
  )
}

function idOf(text: string): string {
  if (ID.test(text)) return text
  throw new InvalidArgumentError('Write the 20 letters and digits of its id.')
}
