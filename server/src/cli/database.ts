import { checkInstallation, lineOf, linesOf } from '../operations/check-installation.ts'
import { migrate } from '../platform/database/migrate.ts'
import { copyBeforeMigration } from '../platform/database/migration-copies.ts'
import type { Commands } from './commands.ts'

export function addDatabaseCommands({ program, run, say }: Commands): void {
  program
    .command('migrate')
    .description('Make the database, or bring it up to date.')
    .action(() =>
      run(async ({ database, config }) => {
        const { copy, migrated } = await database.exclusively(async () => ({
          copy: await copyBeforeMigration(database, config.dataFolder),
          migrated: await migrate(database),
        }))
        if (copy !== null) say(`Copied the database to ${copy}.`)
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
        const found = await checkInstallation(app)
        const lines = linesOf(found)
        for (const line of lines) say(line)
        if (found.unindexed.length > 0) say('Index it with: stoa repair')
        const count = lines.length
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
          for (const difference of differences) say(lineOf(difference))
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
}
