import { Argument, InvalidArgumentError } from 'commander'
import { DomainError } from '../platform/domain-error.ts'
import type { Commands } from './commands.ts'

export function addCommunityCommands({ program, run, say, complain }: Commands): void {
  program
    .command('community:owner')
    .description('Make a user an owner of a community; there may be several.')
    .argument('<community>', 'token name, such as FORUM')
    .argument('<name>', 'username')
    .option('--remove', 'take the role away')
    .action((tokenName: string, name: string, { remove = false }: { remove?: boolean }) =>
      run(async ({ app }) => {
        const community = await app.services.communities.require(tokenName)
        const [user] = await app.services.accounts.profilesByUsername([name])
        if (!user) throw new DomainError('USER_NOT_FOUND')
        const wasBanned = await app.services.lifting.setOwner({ tokenName, personId: user.id, owner: !remove })
        say(`${name} is ${remove ? 'no' : 'an'} owner of ${community.tokenName}.`)
        if (wasBanned) {
          say('The ban is lifted, and what was hidden with it is shown again: owners are banned by nobody.')
        }
        return 0
      }),
    )

  program
    .command('origin:add')
    .description('Let pages of an origin embed a community.')
    .argument('<community>', 'token name, such as FORUM')
    .argument('<origin>', 'such as https://news.example', webAddress)
    .action((community: string, address: string) =>
      run(async ({ app }) => {
        const { id, tokenName } = await app.services.communities.require(community)
        say(`${await app.services.partnerOrigins.register(id, address)} is registered with ${tokenName}.`)
        return 0
      }),
    )

  program
    .command('origin:extension')
    .description('Take foo and foo.html of an origin for one article, or for two.')
    .argument('<community>', 'token name, such as FORUM')
    .argument('<origin>', 'such as https://news.example', webAddress)
    .addArgument(new Argument('<choice>', 'one article or two').choices(['ignore', 'keep']))
    .action((community: string, address: string, choice: 'ignore' | 'keep') =>
      run(async ({ app }) => {
        const { origin, host } = new URL(address)
        const { id, tokenName } = await app.services.communities.require(community)
        const { partnerOrigins, articleKeeping } = app.services
        if (!(await partnerOrigins.isRegisteredBy(id, origin))) {
          complain(`${origin} is not registered with ${tokenName} (origin:add).`)
          return 1
        }
        // Before the rule holds, while both addresses still have a name each.
        const merged = choice === 'ignore' ? await articleKeeping.uniteHtml({ tokenName, host }) : 0
        await partnerOrigins.setIgnoresHtml(id, origin, choice === 'ignore')
        say(
          choice === 'ignore'
            ? `foo and foo.html are one article on ${origin}; ${merged} threads were merged.`
            : `foo and foo.html are two articles on ${origin}. What is one thread by now stays one.`,
        )
        return 0
      }),
    )
}

function webAddress(address: string): string {
  const { protocol, hostname } = URL.canParse(address) ? new URL(address) : { protocol: '', hostname: '' }
  // Also where it is written as `%2a`.
  if (address.includes('*') || hostname.includes('*')) {
    throw new InvalidArgumentError('It stands for many origins; register each one by its own name.')
  }
  if (/^https?:$/.test(protocol)) return address
  throw new InvalidArgumentError('An origin looks like https://news.example.')
}
