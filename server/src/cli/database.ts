import type { Difference } from '../domains/account/integrity/index.ts'
import { migrate } from '../platform/database/migrate.ts'
import type { Commands } from './commands.ts'

export function addDatabaseCommands({ program, run, say }: Commands): void {
  const sayEach = (differences: Difference[]) => {
    for (const { check, row, found, expected } of differences) {
      say(`${check} ${row}: ${found ?? 'nothing'} instead of ${expected ?? 'nothing'}`)
    }
  }

  program
    .command('migrate')
    .description('Make the database, or bring it up to date.')
    .action(() =>
      run(async ({ database }) => {
        const migrated = await database.exclusively(() => migrate(database))
        say(migrated.length === 0 ? 'The database is up to date.' : `Ran ${migrated.join(', ')}.`)
        return 0
      }, 'any'),
    )

  program
    .command('check')
    .description(
      'Recount every counter, look for rows that break a rule, for the files of uploads and for what search does not know. Exit code 1: something differs.',
    )
    .action(() =>
      run(async ({ app }) => {
        const differences = await app.services.integrity.check()
        sayEach(differences)
        const missingFiles = await app.services.missingFiles()
        for (const file of missingFiles) say(`upload without its file: ${file}`)
        // What a stopped server has left is no fault: the next one indexes it.
        await app.services.searchIndex.catchUp()
        const unindexed = await app.services.searchIndex.check()
        for (const problem of unindexed) say(`search: ${problem}`)
        if (unindexed.length > 0) say('Index it with: stoa repair')
        const count = differences.length + missingFiles.length + unindexed.length
        say(count === 0 ? 'Everything adds up.' : `${count} differences.`)
        return count === 0 ? 0 : 1
      }),
    )

  program
    .command('repair')
    .description('Set every counter to what it counts, and index what search doesn’t know.')
    .option('--dry-run', 'only list what would be set; writers wait meanwhile')
    .action(({ dryRun = false }: { dryRun?: boolean }) =>
      run(async ({ app }) => {
        if (dryRun) {
          const differences = await app.services.integrity.preview()
          sayEach(differences)
          say(`Would set ${differences.length} counters.`)
        } else {
          say(`Set ${(await app.services.integrity.repair()).length} counters.`)
          await app.services.searchIndex.complete()
        }
        return 0
      }),
    )

  program
    .command('search:reindex')
    .description('Make the search index again, also while the server runs.')
    .action(() =>
      run(async ({ app }) => {
        const count = await app.services.searchIndex.reindex((kind, done) => say(`${kind}: ${done}`))
        say(`Indexed ${count} texts.`)
        return 0
      }),
    )

  program
    .command('backup')
    .description('Copy the embedded database into a new file, also while the server runs.')
    .argument('<file>', 'path of the copy')
    .action((file: string) =>
      run(async ({ database }) => {
        await database.copyTo(file)
        say(`Copied the database to ${file}.`)
        return 0
      }),
    )
}
