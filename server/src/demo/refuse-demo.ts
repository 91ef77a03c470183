import type { Me } from '@stoa/contract'
import { ConfigError } from '../config.ts'
import { createPasswords } from '../domains/auth/sessions/passwords.ts'
import type { Services } from '../services.ts'
import { DEMO_PASSWORD, people } from './people.ts'

/**
 * Throws a ConfigError when somebody of the demonstration may do in the database what members may not, and still has the
 * password that everybody can read. For production.
 */
export async function refuseDemo({ accounts }: Pick<Services, 'accounts'>): Promise<void> {
  const passwords = createPasswords()
  for (const { username } of people) {
    const known = await accounts.credentials(username)
    const viewer = known && (await accounts.viewer(known.userId, ''))
    // Anybody may take such a name where there is no demonstration, and choose that password to keep the server from starting.
    if (!known || !viewer || !hasRights(viewer)) continue
    if (!(await passwords.verify(known.passwordHash, DEMO_PASSWORD))) continue
    throw new ConfigError(
      `The database holds the demonstration, and everybody knows the password of ${username}. Use another database in production: set DATABASE_URL or STOA_DATA.`,
    )
  }
}

function hasRights({ networkAdmin, tokenOwner, moderator, enableSell, tokenPermissions }: Me): boolean {
  const granted = Object.values(tokenPermissions).flat()
  return networkAdmin || [tokenOwner, moderator, enableSell, granted].some((all) => all.length > 0)
}
