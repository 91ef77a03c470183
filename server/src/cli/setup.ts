import { email as emailSchema } from '@stoa/contract/schemas'
import { InvalidArgumentError } from 'commander'
import { setupAddress } from '../setup-invitation.ts'
import type { Commands } from './commands.ts'
import { askForPassword } from './passwords.ts'
import { actionCommand, printResult, type ResultOptions } from './results.ts'
import { usernameOf } from './users.ts'

interface Options extends ResultOptions {
  username?: string
  email?: string
}

export function addSetupCommands({ program, run, say, complain, ask }: Commands): void {
  const command = actionCommand(
    program,
    'setup',
    'Set up a new forum: print a link that creates the owner account, or create it here.',
  )
  command
    .option(
      '--username <name>',
      'create the owner account with this username; its password is asked for or read from standard input',
      usernameOf,
    )
    .option('--email <address>', 'email address of the owner', emailOf)
    .action(({ json, username, email }: Options) => {
      if ((username === undefined) !== (email === undefined))
        command.error('error: name both --username and --email, or none')
      return run(async ({ app }) => {
        const { accounts, domains, passwords, setup } = app.services
        // The server may not have started yet.
        await domains.ensureDefaultCommunity({ isUnclaimed: (await setup.phase()) === 'unclaimed' })
        await setup.begin()
        if ((await setup.phase()) !== 'unclaimed') {
          complain('This forum has an owner, accounts or posts already. Make another owner with: stoa community:owner')
          return 1
        }
        const { origin, config } = domains.all[0]
        if (!config.signInProviders.includes('password')) {
          complain(
            'The owner account needs a password, but signInProviders of this forum doesn’t list "password". List it until the owner has signed in, and restart the server.',
          )
          return 1
        }
        if (username === undefined || email === undefined) {
          const url = setupAddress(origin, (await setup.newLink()) ?? '')
          printResult(
            { say, json, result: { url } },
            'Open this link within two days to create the owner account:',
            '',
            url,
            '',
          )
          return 0
        }
        await accounts.assertAvailable({ username, email })
        const password = await askForPassword(username, { ask, complain })
        if (password === null) return 2
        const id = await setup.claimAsOperator({ username, email, passwordHash: await passwords.hash(password) })
        printResult(
          { say, json, result: { id, username, email } },
          `${username} owns the forum and is network admin. Sign in and finish the set-up at ${origin}/bbs/setup`,
        )
        return 0
      })
    })
}

function emailOf(text: string): string {
  const problem = emailSchema.safeParse(text).error?.issues[0]?.message
  if (problem !== undefined) throw new InvalidArgumentError(problem)
  return text
}
