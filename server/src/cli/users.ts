import type { Commands } from './commands.ts'

interface Removal {
  remove?: boolean
}

export function addUserCommands({ program, run, say, complain }: Commands): void {
  program
    .command('user:admin')
    .description('Make a user a network admin.')
    .argument('<name>', 'username')
    .option('--remove', 'take the role away')
    .action((name: string, { remove = false }: Removal) =>
      run(async ({ app }) => {
        await app.services.accounts.setNetworkAdmin(name, !remove)
        say(`${name} is ${remove ? 'no' : 'a'} network admin.`)
        return 0
      }),
    )

  program
    .command('domain:admin')
    .description('Make a user the admin of one domain.')
    .argument('<name>', 'username')
    .argument('<origin>', 'origin of the domain, such as https://garden.example')
    .option('--remove', 'take the role away')
    .action((name: string, origin: string, { remove = false }: Removal) =>
      run(async ({ app }) => {
        const { domains, accounts } = app.services
        const domain = domains.all.find((one) => one.origin === origin)
        if (!domain) {
          complain(
            `${origin} is no domain of this installation; there are ${domains.all.map((one) => one.origin).join(', ')}`,
          )
          return 2
        }
        // The default one is the one without a name: it stays so when its address changes.
        const host = domain === domains.all[0] ? '' : new URL(origin).host
        if (remove) {
          const isRemoved = await accounts.removeDomainAdmin(name, host)
          say(isRemoved ? `${name} is no admin of ${origin} any more.` : `${name} was no admin of ${origin}.`)
          return isRemoved ? 0 : 1
        }
        await accounts.setDomainAdmin(name, host)
        say(`${name} is the admin of ${origin}.`)
        return 0
      }),
    )
}
