import { ConfigError } from '../config.ts'
import { createPasswords } from '../domains/sessions/passwords.ts'
import type { Services } from '../services.ts'
import { DEMO_PASSWORD, people } from './people.ts'

/** Throws a ConfigError when the database has the demonstration's admin, whose password everybody can read. For production. */
export async function refuseDemo({ accounts }: Pick<Services, 'accounts'>): Promise<void> {
  const admin = people.find(({ role }) => role === 'admin')
  const known = admin && (await accounts.credentials(admin.username))
  // Anybody may take this name where there is no demonstration: such a person is no admin.
  if (!known || !(await accounts.viewer(known.userId, ''))?.networkAdmin) return
  if (!(await createPasswords().verify(known.passwordHash, DEMO_PASSWORD))) return
  throw new ConfigError(
    `The database holds the demonstration, and everybody knows the password of its admin ${admin.username}. Use another database in production: set DATABASE_URL or STOA_DATA.`,
  )
}
