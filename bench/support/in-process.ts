import { type App, createApp } from '../../server/src/app.ts'
import { readConfig } from '../../server/src/config.ts'
import { systemClock } from '../../server/src/platform/clock.ts'
import { type Database, openDatabase } from '../../server/src/platform/database/database.ts'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { createLogger } from '../../server/src/platform/logging/logger.ts'
import { BENCH_SECRET } from './server-process.ts'

/** The application without a server, on the database of a server under test. */
export interface InProcess {
  app: App
  database: Database
  /** Creates a member directly in the database, with `profileName` as displayed name. Joins the community if given. */
  member(about: { username: string; profileName?: string; join?: string }): Promise<Member>
  /** An access token of a new session. */
  token(userId: string): Promise<string>
  close(): Promise<void>
}

export interface Member {
  id: string
  username: string
  token: string
}

/** Opens the application on a database; without `url` it is SQLite in the folder. */
export async function openInProcess({
  url,
  dataFolder,
  environment = {},
}: {
  url: string | null
  dataFolder: string
  /** Further settings. Default: none. */
  environment?: Record<string, string>
}): Promise<InProcess> {
  const config = readConfig({ STOA_DATA: dataFolder, STOA_SECRET: BENCH_SECRET, LOG_LEVEL: 'warn', ...environment })
  const database = openDatabase({ url, dataFolder })
  await migrate(database)
  const app = createApp({ config, database, clock: systemClock, logger: createLogger(config.logLevel) })
  const { accounts, memberships, sessions } = app.services
  const token = async (userId: string) => {
    const { signedIn } = await sessions.begin({ userId, site: '', lasting: true })
    return signedIn.accessToken
  }
  return {
    app,
    database,
    async member({ username, profileName = '', join }) {
      const id = await accounts.create({ username, email: null, passwordHash: null })
      if (profileName !== '') {
        await database.transaction(({ connection }) =>
          connection('users').where({ id }).update({ profile_name: profileName, display_name: profileName }),
        )
      }
      const viewer = join ? await memberships.viewer(id, '') : null
      if (viewer && join) await memberships.join(viewer, { tokenName: join, join: true })
      return { id, username, token: await token(id) }
    },
    token,
    async close() {
      await app.events.flush()
      await database.close()
    },
  }
}
