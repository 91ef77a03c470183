import { email as emailSchema } from '@stoa/contract/schemas'
import { InvalidArgumentError } from 'commander'
import { diagnose, type Finding } from '../operations/doctor/doctor.ts'
import { testMail } from '../operations/mail-test.ts'
import type { Commands } from './commands.ts'
import { actionCommand, printResult, type ResultOptions } from './results.ts'

const SIGNS: Record<Finding['state'], string> = { ok: 'ok', warning: 'WARNING', failed: 'FAILED', skipped: 'skipped' }

/** Commands that say what is wrong and change nothing. */
export function addDiagnosisCommands(commands: Commands): void {
  const { program, run, say, complain } = commands

  actionCommand(
    program,
    'doctor',
    'Check settings, rights, clock, database, Redis, storage, mail, proxy, origins and disk, and say what to do. Changes nothing. Exit code 1: something failed.',
  ).action(({ json }: ResultOptions) =>
    commands.attempt(async (environment) => {
      const findings = await diagnose(environment)
      const failed = findings.filter(({ state }) => state === 'failed').length
      const lines = findings.flatMap(({ name, state, found, advice }) => [
        `${SIGNS[state].padEnd(8)} ${name}: ${found}`,
        ...(advice === null ? [] : [`${' '.repeat(9)}→ ${advice}`]),
      ])
      printResult({ say, json, result: { healthy: failed === 0, checks: findings } }, ...lines)
      return failed === 0 ? 0 : 1
    }),
  )

  actionCommand(program, 'mail:test', 'Send a test mail at once, and print what the mail server says.')
    .argument('<address>', 'who gets it', addressOf)
    .action((to: string, { json }: ResultOptions) =>
      run(async ({ app, config }) => {
        const result = await testMail(app, { config, to })
        const { from, server, error } = result
        if (error !== null) {
          complain(`${server ?? 'The mail folder'} did not take the mail from ${from} to ${to}: ${error}`)
          return 1
        }
        printResult(
          { say, json, result },
          server === null
            ? `SMTP_URL is not set: the mail is a file in ${config.dataFolder}/mail, and reaches nobody.`
            : `${server} took the mail from ${from} to ${to}. If it doesn’t arrive, look in the spam folder, and publish SPF, DKIM and DMARC for the sender’s domain.`,
        )
        return 0
      }),
    )
}

function addressOf(text: string): string {
  const problem = emailSchema.safeParse(text).error?.issues[0]?.message
  if (problem !== undefined) throw new InvalidArgumentError(problem)
  return text
}
