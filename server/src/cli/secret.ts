import { changeSecret } from '../platform/security/secret-mark.ts'
import { TABLES } from '../services.ts'
import type { Commands } from './commands.ts'
import { actionCommand, printResult, type ResultOptions } from './results.ts'

export function addSecretCommands({ program, run, say, ask }: Commands): void {
  actionCommand(
    program,
    'secret:change',
    'Make the secret of the settings the one of the database. Stop all servers first. What is encrypted is encrypted again with it; the former secret is asked for or read from standard input.',
  )
    .option('--lost', 'the former secret is lost, and what is encrypted with it')
    .action(({ json, lost = false }: ResultOptions & { lost?: boolean }) =>
      run(async ({ database, secret }) => {
        const former = lost ? null : await ask('Former secret: ')
        const change = await changeSecret(database, { secret, former, tables: TABLES })
        printResult(
          { say, json, result: { ...change } },
          `The secret is changed, and everybody is signed out; API keys stay valid. Encrypted again: ${change.encryptedAgain}. Unreadable: ${change.unreadable}.`,
        )
        return 0
      }, 'otherSecret'),
    )
}
