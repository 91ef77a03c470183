import { username as usernameSchema } from '@stoa/contract/schemas'
import { InvalidArgumentError } from 'commander'
import { DomainError } from '../platform/domain-error.ts'
import type { Commands } from './commands.ts'
import { askForPassword } from './passwords.ts'
import { actionCommand, listCommand, printList, printResult, type ResultOptions } from './results.ts'

const USERS_MAX = 100

type Removal = ResultOptions & { remove?: boolean }

export function addUserCommands({ program, run, say, complain, ask }: Commands): void {
  actionCommand(
    program,
    'user:create',
    'Make an account with a password, which is asked for or read from standard input.',
  )
    .argument('<name>', 'username', usernameOf)
    .action((username: string, { json }: ResultOptions) =>
      run(async ({ app }) => {
        const { accounts, passwords } = app.services
        await accounts.assertAvailable({ username, email: null })
        const password = await askForPassword(username, { ask, complain })
        if (password === null) return 2
        const id = await accounts.create({ username, email: null, passwordHash: await passwords.hash(password) })
        printResult({ say, json, result: { id, username } }, `${username} is made, and signs in with this password.`)
        return 0
      }),
    )

  actionCommand(
    program,
    'user:password',
    'Give a user another password, which is asked for or read from standard input; ends all sessions.',
  )
    .argument('<name>', 'username')
    .action((username: string, { json }: ResultOptions) =>
      run(async ({ app }) => {
        const { accounts, passwordChange, domains } = app.services
        if ((await accounts.profilesByUsername([username])).length === 0) throw new DomainError('USER_NOT_FOUND')
        const password = await askForPassword(username, { ask, complain })
        if (password === null) return 2
        await passwordChange.setFor(username, { password, domain: domains.all[0] })
        printResult(
          { say, json, result: { username, signedOut: true } },
          `${username} has this password now, and is signed out everywhere.`,
        )
        return 0
      }),
    )

  listCommand(program, 'user:list', 'List accounts by username; 100 at most.')
    .option('--name <start>', 'only usernames that begin so', '')
    .option('--after <name>', 'go on after this username', '')
    .action(({ json, name, after }: ResultOptions & { name: string; after: string }) =>
      run(async ({ app }) => {
        const rows = await app.services.accounts.listByUsername(name, { after, limit: USERS_MAX })
        printList({ say, json, rows }, ({ username, email, networkAdmin, createdAt }) => [
          ...[username, email ?? 'no email address', new Date(createdAt).toISOString()],
          networkAdmin ? 'network admin' : '',
        ])
        return 0
      }),
    )

  actionCommand(program, 'user:admin', 'Make a user a network admin.')
    .argument('<name>', 'username')
    .option('--remove', 'take the role away')
    .action((username: string, { json, remove = false }: Removal) =>
      run(async ({ app }) => {
        await app.services.accounts.setNetworkAdmin(username, !remove)
        printResult(
          { say, json, result: { username, networkAdmin: !remove } },
          `${username} is ${remove ? 'no' : 'a'} network admin.`,
        )
        return 0
      }),
    )

  actionCommand(program, 'domain:admin', 'Make a user the admin of one domain.')
    .argument('<name>', 'username')
    .argument('<domain>', 'name or origin of the domain, such as https://garden.example')
    .option('--remove', 'take the role away')
    .action((username: string, named: string, { json, remove = false }: Removal) =>
      run(async ({ app }) => {
        const { domains, accounts } = app.services
        const domain = domains.stored.find(({ name, origin }) => name === named || origin === named)
        if (!domain) {
          const origins = domains.stored.map(({ name, origin }) => `${name} (${origin})`).join(', ')
          complain(`${named} is no domain of this installation; there are ${origins}`)
          return 2
        }
        const { name, origin } = domain
        const isRemoved = remove && (await accounts.removeDomainAdmin(username, name))
        if (!remove) await accounts.setDomainAdmin(username, name)
        const removed = isRemoved
          ? `${username} is no longer the admin of ${origin}.`
          : `${username} was not the admin of ${origin}.`
        printResult(
          { say, json, result: { username, origin, domainAdmin: !remove, ...(remove ? { removed: isRemoved } : {}) } },
          remove ? removed : `${username} is the admin of ${origin}.`,
        )
        return remove && !isRemoved ? 1 : 0
      }),
    )
}

export function usernameOf(name: string): string {
  const problem = usernameSchema.safeParse(name).error?.issues[0]?.message
  if (problem !== undefined) throw new InvalidArgumentError(problem)
  return name
}
