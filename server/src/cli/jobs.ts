import { Option } from 'commander'
import type { JobState } from '../platform/jobs/repository.ts'
import type { Commands } from './commands.ts'
import { listCommand, printList, type ResultOptions } from './results.ts'

export function addJobCommands({ program, run, say, complain }: Commands): void {
  const noJob = (id: string): number => {
    complain(`There is no job ${id}.`)
    return 1
  }

  listCommand(program, 'jobs:list', 'List jobs that wait or were parked, the next one first; 100 at most.')
    .option('--kind <kind>', 'only jobs of a kind')
    .addOption(new Option('--state <state>', 'only jobs in a state').choices(['waiting', 'parked']))
    .action(({ json, ...filter }: ResultOptions & { kind?: string; state?: JobState }) =>
      run(async ({ app }) => {
        printList({ say, json, rows: await app.jobs.list(filter) }, ({ id, kind, state, runAt, tries, lastError }) => [
          ...[id, kind, state, new Date(runAt).toISOString(), `${tries} tries`, lastError],
        ])
        return 0
      }),
    )

  program
    .command('jobs:show')
    .description('Show a job with its payload.')
    .argument('<id>', 'as jobs:list names it')
    .action((id: string) =>
      run(async ({ app }) => {
        const job = await app.jobs.show(id)
        if (!job) return noJob(id)
        say(JSON.stringify({ ...job, payload: JSON.parse(job.payload) }, null, 2))
        return 0
      }),
    )

  program
    .command('jobs:retry')
    .description('Make a job due now, also one that was parked. A running server does it within seconds.')
    .argument('<id>', 'as jobs:list names it')
    .action((id: string) =>
      run(async ({ app }) => {
        if (!(await app.jobs.retry(id))) return noJob(id)
        say(`${id} is due now.`)
        return 0
      }),
    )

  program
    .command('jobs:discard')
    .description('Delete a job without doing it.')
    .argument('<id>', 'as jobs:list names it')
    .action((id: string) =>
      run(async ({ app }) => {
        if (!(await app.jobs.discard(id))) return noJob(id)
        say(`${id} is deleted.`)
        return 0
      }),
    )
}
