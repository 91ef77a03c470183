import { parseArgs } from 'node:util'
import { type App, createApp } from './app.ts'
import { ConfigError, readConfig } from './config.ts'
import { checkDatabase, repairCounters } from './db/check.ts'
import { type Database, openDatabase } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import type { OpenClaim } from './domains/articles/claims-repository.ts'
import { systemClock } from './lib/clock.ts'
import { DomainError, isDomainError } from './lib/domain-error.ts'
import { createLogger } from './lib/logger.ts'

/** What a command works with: the database that the settings name, already migrated, and the application on it. */
interface Workplace {
  app: App
  database: Database
  /** Migrations that ran just now. */
  migrated: string[]
  /** `--remove` was given. */
  remove: boolean
  say(line: string): void
  ask(question: string): Promise<string>
}

interface Command {
  parameters: string[]
  /** What may follow once. Default: nothing. */
  optional?: string
  /** What may follow any number of times. Default: nothing. */
  more?: string
  /** Takes away what it gives, with `--remove`. Default: it does not. */
  removes?: boolean
  summary: string
  /** Returns the exit code. */
  run(workplace: Workplace, parameters: string[]): Promise<number>
}

const commands: Record<string, Command> = {
  migrate: {
    parameters: [],
    summary: 'Bring the database up to date.',
    async run({ migrated, say }) {
      say(migrated.length === 0 ? 'The database is up to date.' : `Ran ${migrated.join(', ')}.`)
      return 0
    },
  },
  check: {
    parameters: [],
    summary: 'Recount every counter and look for rows that break a rule.',
    async run({ database, say }) {
      const differences = await checkDatabase(database)
      for (const { check, row, found, expected } of differences) {
        say(`${check} ${row}: ${found ?? 'nothing'} instead of ${expected ?? 'nothing'}`)
      }
      say(differences.length === 0 ? 'Everything adds up.' : `${differences.length} differences.`)
      return differences.length === 0 ? 0 : 1
    },
  },
  repair: {
    parameters: [],
    summary: 'Set every counter to what it counts.',
    async run({ database, say }) {
      say(`Set ${(await repairCounters(database)).length} counters.`)
      return 0
    },
  },
  'user:admin': {
    parameters: ['name'],
    removes: true,
    summary: 'Make a user a network admin.',
    async run({ app, remove, say }, [name = '']) {
      await app.services.accounts.setNetworkAdmin(name, !remove)
      say(`${name} is ${remove ? 'no' : 'a'} network admin.`)
      return 0
    },
  },
  'domain:admin': {
    parameters: ['name', 'origin'],
    removes: true,
    summary: 'Make a user the admin of one domain, named by its origin (https://garden.example).',
    async run({ app, remove, say }, [name = '', origin = '']) {
      const { domains, accounts } = app.services
      const domain = domains.all.find((one) => one.origin === origin)
      if (!domain) {
        say(`${origin} is no domain of this installation; there are ${domains.all.map((one) => one.origin).join(', ')}`)
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
    },
  },
  'community:owner': {
    parameters: ['community', 'name'],
    removes: true,
    summary: 'Make a user the owner of a community; there may be several.',
    async run({ app, remove, say }, [tokenName = '', name = '']) {
      const community = await app.services.communities.require(tokenName)
      const [user] = await app.services.accounts.profilesByUsername([name])
      if (!user) throw new DomainError('USER_NOT_FOUND')
      const wasBanned = await app.services.lifting.setOwner({ tokenName, personId: user.id, owner: !remove })
      say(`${name} is ${remove ? 'no' : 'an'} owner of ${community.tokenName}.`)
      if (wasBanned) say('The ban is lifted, and what was hidden with it is shown again: owners are banned by nobody.')
      return 0
    },
  },
  'origin:add': {
    parameters: ['community', 'origin'],
    summary: 'Let pages of an origin (https://news.example) embed a community.',
    async run({ app, say }, [community = '', address = '']) {
      if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) {
        say(`${address} is no origin; it looks like https://news.example`)
        return 2
      }
      const { id, tokenName } = await app.services.communities.require(community)
      say(`${await app.services.partnerOrigins.register(id, address)} is registered with ${tokenName}.`)
      return 0
    },
  },
  'sso:set': {
    parameters: ['origin', 'secret|jwks'],
    optional: 'address',
    summary:
      'Take the word of an origin for who its readers are: by a secret that is asked for, or by keys at an address.',
    async run({ app, say, ask }, [address = '', kind = '', keysAt]) {
      const origin = URL.canParse(address) ? new URL(address).origin : ''
      // A secret among the parameters would stand in the list of processes and in the shell's history.
      if (!(kind === 'secret' && keysAt === undefined) && !(kind === 'jwks' && keysAt !== undefined)) {
        say('Either secret, which is then asked for or read from standard input, or jwks and the address of the keys.')
        return 2
      }
      if (!(await app.services.partnerOrigins.isRegistered(origin))) {
        say(`${address} is not registered with any community (origin:add).`)
        return 1
      }
      const value = keysAt ?? (await ask(`Secret shared with ${origin}: `))
      const problem = app.services.publishers.problemOf({ kind, value })
      if (problem !== null) {
        say(problem)
        return 2
      }
      await app.services.publishers.set(origin, { kind, value })
      say(`Readers of ${origin} are who it says.`)
      return 0
    },
  },
  'sso:remove': {
    parameters: ['origin'],
    summary: 'No longer take the word of an origin for who its readers are.',
    async run({ app, say }, [address = '']) {
      const origin = URL.canParse(address) ? new URL(address).origin : ''
      const isRemoved = await app.services.publishers.remove(origin)
      say(isRemoved ? `The word of ${origin} is no longer taken.` : `The word of ${address} was not taken.`)
      return isRemoved ? 0 : 1
    },
  },
  'article:merge': {
    parameters: ['community', 'from', 'into'],
    summary: 'Make two articles one: all that was said at the first address goes to the second.',
    async run({ app, say }, [tokenName = '', from = '', into = '']) {
      say(`Moved ${await app.services.articleKeeping.merge({ tokenName, from, into })} comments to ${into}.`)
      return 0
    },
  },
  'article:rename': {
    parameters: ['community', 'from', 'into'],
    summary: 'Give an article that has moved its new address.',
    async run({ app, say }, [tokenName = '', from = '', into = '']) {
      const isRenamed = await app.services.articleKeeping.rename({ tokenName, from, into })
      say(isRenamed ? `${from} is ${into} now.` : `Another article is at ${into} already; merge the two.`)
      return isRenamed ? 0 : 1
    },
  },
  'article:split': {
    parameters: ['community', 'name'],
    more: 'comment',
    summary:
      'Undo a merge, or give one name of an article (address or id:…) a thread of its own; comments named go there.',
    async run({ app, say }, [tokenName = '', name = '', ...threads]) {
      const moved = await app.services.articleKeeping.split({ tokenName, name, threads })
      say(
        moved === null
          ? `${name} is the only name of its article.`
          : `${name} has a thread of its own, with ${moved} comments.`,
      )
      return moved === null ? 1 : 0
    },
  },
  'article:conflicts': {
    parameters: ['community'],
    summary: 'List what was claimed of articles and is not so by their pages; 1 when there is something.',
    async run({ app, say }, [tokenName = '']) {
      const { id } = await app.services.communities.require(tokenName)
      const claims = await app.services.articleClaims.list(id)
      for (const claim of claims) say(inWords(claim))
      say(
        claims.length === 0
          ? 'Nothing is in doubt.'
          : `${claims.length} in doubt; merge, split or rename what is wrong.`,
      )
      return claims.length === 0 ? 0 : 1
    },
  },
}

const VERDICTS: Record<Exclude<OpenClaim['verdict'], 'apart'>, string> = {
  refused: 'but the page there bears another id',
  unconfirmed: 'and nothing on the page there says so',
  taken: 'and the page there says so too, but the name is another article’s',
}

function inWords({ alias, url, verdict, article_url: thread, seen_at: at }: OpenClaim): string {
  const reason = verdict === 'apart' ? '' : VERDICTS[verdict]
  return `${new Date(at).toISOString()} ${alias} was claimed at ${url} for the thread of ${thread}, ${reason}.`
}

const lines = Object.entries(commands).map(([name, { parameters, optional, more, removes, summary }]) => {
  const further = [
    ...(optional ? [`[${optional}]`] : []),
    ...(more ? [`[${more}…]`] : []),
    ...(removes ? ['[--remove]'] : []),
  ]
  return { form: [name, ...parameters.map((parameter) => `<${parameter}>`), ...further].join(' '), summary }
})
const width = Math.max(...lines.map(({ form }) => form.length))

const usage = [
  'stoa <command>',
  '',
  ...lines.map(({ form, summary }) => `  ${form.padEnd(width)}  ${summary}`),
  '',
  'The settings are those of the server (environment). Exit codes: 0 done, 1 failed, 2 wrong usage.',
].join('\n')

/** Where a command runs. */
export interface Surroundings {
  /** The settings. Default: the environment. */
  environment?: Record<string, string | undefined> | undefined
  say(line: string): void
  /** Reads what nobody may see. Default: nothing is there. */
  ask?: (question: string) => Promise<string>
}

/** Runs one command; returns the exit code. Its lines go to `say`. */
export async function runCommand(parameters: string[], surroundings: Surroundings): Promise<number> {
  const { say } = surroundings
  const { positionals, values } = parseArgs({
    args: parameters,
    options: { help: { type: 'boolean', short: 'h' }, remove: { type: 'boolean' } },
    allowPositionals: true,
    strict: false,
  })
  const [name = '', ...rest] = positionals
  const asksForHelp = values.help || name === 'help'
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  const remove = values.remove === true
  if (asksForHelp || !command || !fits(command, rest) || (remove && !command.removes)) {
    say(usage)
    return asksForHelp ? 0 : 2
  }
  try {
    return await work(command, { ...surroundings, parameters: rest, remove })
  } catch (error) {
    if (!isDomainError(error) && !(error instanceof ConfigError)) throw error
    say(error.message)
    return 1
  }
}

function fits({ parameters, optional, more }: Command, given: string[]): boolean {
  const further = given.length - parameters.length
  return further === 0 || (further > 0 && more !== undefined) || (further === 1 && optional !== undefined)
}

async function work(
  command: Command,
  about: Surroundings & { parameters: string[]; remove: boolean },
): Promise<number> {
  const config = readConfig(about.environment)
  const database = openDatabase({ url: config.databaseUrl, dataFolder: config.dataFolder })
  try {
    const migrated = await migrate(database)
    const app = createApp({ config, database, clock: systemClock, logger: createLogger('warn') })
    const { remove, say, ask = async () => '' } = about
    const code = await command.run({ app, database, migrated, remove, say, ask }, about.parameters)
    await app.background.settled()
    await app.events.flush()
    return code
  } finally {
    await database.close()
  }
}
