import { email as emailSchema, username as usernameSchema } from '@stoa/contract/schemas'
import { InvalidArgumentError, Option } from 'commander'
import type { Transaction } from '../platform/database/database.ts'
import { ConfigError, DomainError } from '../platform/domain-error.ts'
import type { Commands, Installation } from './commands.ts'
import { actionCommand, listCommand, printList, printResult, type ResultOptions } from './results.ts'

const LOG_MAX = 100
type Content = 'keep' | 'remove'

/** Commands that change accounts for people who can't do it themselves. Each is logged, and the owner is told. */
export function addAccountCommands({ program, run, say, complain }: Commands): void {
  const NAME = 'username or email address'

  actionCommand(
    program,
    'user:reset-second-factor',
    'Turn off the second factor of a person who has lost it, with its recovery codes; ends all sessions.',
  )
    .argument('<name>', NAME)
    .action((name: string, { json }: ResultOptions) =>
      change(name, async ({ tx, app, userId, username, domain }) => {
        if (!(await app.services.operatorChanges.resetSecondFactor(tx, { userId, domain }))) {
          complain(`${username} has no second factor.`)
          return 1
        }
        await app.services.operatorLog.record(tx, { action: 'second factor reset', userId })
        return () =>
          printResult(
            { say, json, result: { username, secondFactor: false } },
            `${username} signs in without a second factor, and is signed out everywhere.`,
          )
      }),
    )

  actionCommand(program, 'user:email', 'Give an account another email address, without asking either address.')
    .argument('<name>', NAME)
    .argument('<address>', 'new email address', (text) => checked(emailSchema, text))
    .action((name: string, email: string, { json }: ResultOptions) =>
      change(name, async ({ tx, app, userId, username, domain }) => {
        if (!(await app.services.operatorChanges.setEmail(tx, { userId, domain }, email))) {
          complain('This address belongs to another account.')
          return 1
        }
        await app.services.operatorLog.record(tx, { action: 'address set', userId })
        return () => printResult({ say, json, result: { username, email } }, `The address of ${username} is ${email}.`)
      }),
    )

  actionCommand(program, 'user:rename', 'Change a username. Links to the former one lead to the account.')
    .argument('<name>', NAME)
    .argument('<username>', 'new username', (text) => checked(usernameSchema, text))
    .action((name: string, next: string, { json }: ResultOptions) =>
      change(name, async ({ tx, app, userId, username, domain }) => {
        await app.services.names.changeOf(tx, userId, next)
        await app.services.operatorChanges.tell(tx, { userId, domain }, { kind: 'renamed', former: username })
        await app.services.operatorLog.record(tx, { action: 'renamed', userId })
        return () =>
          printResult({ say, json, result: { username: next, former: username } }, `${username} is now ${next}.`)
      }),
    )

  actionCommand(
    program,
    'user:merge',
    'Merge an account into another one of the same person, who can undo it in the settings.',
  )
    .argument('<name>', 'username or email address of the account that is merged')
    .argument('<main>', 'username or email address of the main account')
    .action((name: string, main: string, { json }: ResultOptions) =>
      change(name, async ({ tx, app, userId, username, domain }) => {
        const into = await personOf(app, main, tx)
        const about = { fromId: userId, intoId: into.userId, domain }
        await app.services.merges.mergeFor(tx, about)
        await app.services.operatorLog.record(tx, { action: 'merged', userId, detail: into.userId })
        return () =>
          printResult(
            { say, json, result: { username, main: into.username } },
            `${username} is merged into ${into.username}.`,
          )
      }),
    )

  const deletion = actionCommand(program, 'user:delete', 'Delete an account. This can’t be undone.')
  deletion
    .argument('<name>', NAME)
    .addOption(
      new Option('--content <what>', 'what happens to posts and comments: they stay without a name, or go')
        .choices(['keep', 'remove'])
        .default('keep'),
    )
    .option('--yes', 'really delete it; without this only say what would be deleted')
    .action((name: string, { json, content, yes = false }: ResultOptions & { content: Content; yes?: boolean }) =>
      change(name, async ({ tx, app, userId, username, domain }) => {
        if (!yes) {
          const { postCount, commentCount } = await app.services.deletions.contentOf(tx, userId)
          return () =>
            printResult(
              { say, json, result: { username, deleted: false, posts: postCount, comments: commentCount } },
              `Would delete ${username}, and ${content} ${postCount} posts and ${commentCount} comments. Add --yes to do it.`,
            )
        }
        await app.services.operatorLog.record(tx, { action: 'deleted', userId, detail: content })
        await app.services.deletions.requestFor(tx, userId, { content, domain })
        return () =>
          printResult(
            { say, json, result: { username, deleted: true } },
            `${username} is deleted. A running server removes the rest of the data.`,
          )
      }),
    )

  listCommand(
    program,
    'user:log',
    `List what operators changed with these commands, and acts of admins; ${LOG_MAX} at most.`,
  ).action(({ json }: ResultOptions) =>
    run(async ({ app }) => {
      const rows = await app.services.operatorLog.list(LOG_MAX)
      printList({ say, json, rows }, ({ userId, action, detail, createdAt }) => [
        ...[new Date(createdAt).toISOString(), userId, action, detail],
      ])
      return 0
    }),
  )

  type App = Installation['app']
  interface Person {
    userId: string
    username: string
  }
  interface Change extends Person {
    tx: Transaction
    app: App
    domain: App['services']['domains']['all'][0]
  }

  /** Runs a change in a transaction. It returns an exit code, or what prints the result after the commit. */
  async function change(name: string, work: (about: Change) => Promise<number | (() => void)>): Promise<void> {
    await run(async ({ app, database }) => {
      const domain = app.services.domains.all[0]
      const result = await database.transaction(async (tx) =>
        work({ tx, app, domain, ...(await personOf(app, name, tx)) }),
      )
      if (typeof result === 'number') return result
      result()
      return 0
    })
  }

  /** Throws a ConfigError for an account that is merged into another one. */
  async function personOf(app: App, name: string, tx: Transaction): Promise<Person> {
    const account = await app.services.accounts.credentials(name, tx)
    if (!account) throw new DomainError('USER_NOT_FOUND')
    const { username } = await app.services.accounts.ownFacts(account.userId, tx)
    if (account.mainId !== account.userId) {
      const main = await app.services.accounts.ownFacts(account.mainId, tx)
      throw new ConfigError(`${username} is merged into ${main.username}. Name that account.`)
    }
    return { userId: account.userId, username }
  }
}

function checked(schema: typeof emailSchema, text: string): string {
  const problem = schema.safeParse(text).error?.issues[0]?.message
  if (problem !== undefined) throw new InvalidArgumentError(problem)
  return text
}
