import { isIP } from 'node:net'
import { BAN_TIMEFRAMES } from '@stoa/contract'
import { calls } from '@stoa/contract/schemas'
import { InvalidArgumentError, Option } from 'commander'
import { OPERATOR } from '../domains/moderation/moderation/index.ts'
import { DomainError } from '../platform/domain-error.ts'
import type { Commands } from './commands.ts'
import { actionCommand, printResult, type ResultOptions } from './results.ts'

type BanOptions = ResultOptions & { days: string; reason: string; hide?: boolean; remove?: boolean }
type UnlockOptions = ResultOptions & { network?: string; everyone?: boolean }

const DAYS = BAN_TIMEFRAMES.map(String)

/** Commands that ban and unban people. */
export function addPeopleCommands({ program, run, say }: Commands): void {
  actionCommand(program, 'user:ban', 'Ban a user from a community, or lift the ban.')
    .argument('<community>', 'token name, such as FORUM')
    .argument('<name>', 'username')
    .addOption(new Option('--days <days>', 'how long; 0: for good').choices(DAYS).default('0'))
    .option('--reason <text>', 'why; the user and the moderators read it', reasonOf, '')
    .option('--hide', 'hide what the user wrote in the community')
    .option('--remove', 'lift the ban, and show again what was hidden with it')
    .action((tokenName: string, username: string, { json, days, reason, hide, remove = false }: BanOptions) =>
      run(async ({ app }) => {
        const { accounts, communities, moderation } = app.services
        const community = await communities.require(tokenName)
        const [user] = await accounts.profilesByUsername([username])
        if (!user) throw new DomainError('USER_NOT_FOUND')
        const { standing } = await moderation.ban(OPERATOR, {
          tokenName: community.tokenName,
          banUserId: user.id,
          ban: !remove,
          reason,
          ...(remove ? {} : { timeframe: Number(days) as (typeof BAN_TIMEFRAMES)[number], hideContent: hide }),
        })
        const { ban, contentHidden } = standing
        const until = ban?.until ? `until ${new Date(ban.until).toISOString()}` : 'for good'
        printResult(
          { say, json, result: { username, community: community.tokenName, ban, contentHidden } },
          ban
            ? `${username} is banned from ${community.tokenName} ${until}.`
            : `${username} is not banned from ${community.tokenName}.`,
        )
        return 0
      }),
    )

  const unlock = actionCommand(
    program,
    'signin:unlock',
    'Let people try again who are locked out after too many wrong passwords or codes.',
  )
  unlock
    .argument('[name]', 'username or email address of an account, for which all wrong tries are forgotten')
    .option(
      '--network <address>',
      'open sign-in again for unknown browsers of the network with this address',
      addressOf,
    )
    .option('--everyone', 'open sign-in again for unknown browsers of all networks together')
    .action((name: string | undefined, { json, network, everyone = false }: UnlockOptions) => {
      if (name === undefined && network === undefined && !everyone) {
        unlock.error('error: name an account, or say --network or --everyone')
      }
      return run(async ({ app }) => {
        const { unlocking } = app.services
        const found = name === undefined ? null : await unlocking.person(name)
        if (network !== undefined) await unlocking.network(network)
        if (everyone) await unlocking.everyone()
        printResult(
          { say, json, result: { name: name ?? null, found, network: network ?? null, everyone } },
          ...(found === null ? [] : [found ? `${name} may sign in again.` : `${name} was not locked out.`]),
          ...(network === undefined ? [] : [`Unknown browsers of the network of ${network} may sign in again.`]),
          ...(everyone ? ['Unknown browsers of all networks may sign in again.'] : []),
        )
        return 0
      })
    })
}

function reasonOf(text: string): string {
  const { data, error } = calls.userBan.input.shape.reason.safeParse(text)
  if (error) throw new InvalidArgumentError(error.issues[0]?.message ?? '')
  return data ?? ''
}

function addressOf(text: string): string {
  if (isIP(text) === 0) throw new InvalidArgumentError('It is no IP address.')
  return text
}
