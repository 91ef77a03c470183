import { Command, CommanderError } from 'commander'
import manifest from '../../package.json' with { type: 'json' }
import { ConfigError, ownEnvironment } from '../config.ts'
import { isDomainError } from '../platform/domain-error.ts'
import { addAccountCommands } from './accounts.ts'
import { addArticleCommands } from './articles.ts'
import { addBackupCommands } from './backup.ts'
import { addChainCommands } from './chain.ts'
import { type CommandEnvironment, type Commands, openInstallation } from './commands.ts'
import { addCommunityCommands } from './communities.ts'
import { addDatabaseCommands } from './database.ts'
import { addDiagnosisCommands } from './diagnosis.ts'
import { addDomainCommands } from './domains.ts'
import { addJobCommands } from './jobs.ts'
import { addMoneyCommands } from './money.ts'
import { addPeopleCommands } from './people.ts'
import { addPublisherCommands } from './publishers.ts'
import { addSecretCommands } from './secret.ts'
import { addSetupCommands } from './setup.ts'
import { addUserCommands } from './users.ts'

const EXIT_CODES =
  'The settings are those of the server (environment). Exit codes: 0 done, 1 failed, 2 wrong usage. With --json, the last line on standard error of a failure is {"error": …}.'
const FAILED = 1
const WRONG_USAGE = 2

/** The problems of fields, if an error has some. */
function issuesOf(error: Error): string[] {
  const details = isDomainError(error) ? error.details : undefined
  return Array.isArray(details) ? details.map(({ field, message }) => `- ${field}: ${message}`) : []
}

/** Runs one command and returns its exit code. */
export async function runCommand(parameters: string[], context: CommandEnvironment): Promise<number> {
  const { print, complain, ask } = context
  const isJson = parameters.includes('--json')
  let code = 0
  const program = new Command('stoa')
    .version(manifest.version)
    .description('Operates an installation of Stoa.')
    .addHelpText('after', `\n${EXIT_CODES}`)
    .configureOutput({ writeOut: print, writeErr: complain })
    .showHelpAfterError()
    .exitOverride()
  const commands: Commands = {
    program,
    async run(work, access = 'existing') {
      const opened = await openInstallation({ ...context, access })
      try {
        code = await work(opened.installation)
      } finally {
        await opened.close()
      }
    },
    async attempt(work) {
      code = await work(context.environment ?? ownEnvironment())
    },
    say: (line) => print(`${line}\n`),
    complain: (line) => complain(`${isJson ? JSON.stringify({ error: line }) : line}\n`),
    ask,
  }
  addSetupCommands(commands)
  addDatabaseCommands(commands)
  addBackupCommands(commands)
  addDiagnosisCommands(commands)
  addUserCommands(commands)
  addDomainCommands(commands)
  addAccountCommands(commands)
  addPeopleCommands(commands)
  addCommunityCommands(commands)
  addPublisherCommands(commands)
  addArticleCommands(commands)
  addMoneyCommands(commands)
  addChainCommands(commands)
  addJobCommands(commands)
  addSecretCommands(commands)
  try {
    await program.parseAsync(parameters, { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return 0
      // Commander has printed it as text, and the usage.
      if (isJson)
        commands.complain(error.message.startsWith('(') ? 'Wrong usage.' : error.message.replace('error: ', ''))
      return WRONG_USAGE
    }
    if (!isExplained(error)) throw error
    commands.complain([error.message, ...issuesOf(error)].join('\n'))
    return FAILED
  }
}

/** Whether its message says to an operator what is wrong, such as with the settings or the chain's node. */
const isExplained = (error: unknown): error is Error =>
  isDomainError(error) || error instanceof ConfigError || (error instanceof Error && error.name === 'ChainNodeError')
