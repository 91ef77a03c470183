import type { Server } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Me } from '@stoa/contract'
import { createApp } from '../app.ts'
import { type Config, ConfigError } from '../config.ts'
import { createPasswords } from '../domains/people/auth/index.ts'
import type { DemoSignIn } from '../http/served-domains.ts'
import type { Database } from '../platform/database/database.ts'
import type { Logger } from '../platform/logging/logger.ts'
import type { Services } from '../services.ts'
import { hasDemo, loadDemo } from './load-demo.ts'
import { DEMO_PASSWORD, demoSignIn, people } from './people.ts'

/** The running demo. */
export interface Demo {
  /** Address of the partner's site. */
  url: string
  /** Folder of the images and recordings in its posts. */
  mediaFolder: string
  /** The accounts that visitors can sign in with. */
  signIn: DemoSignIn
  close(): void
}

/**
 * Loads the demo into an empty database and serves the partner's site one port above the forum's. Returns null if the
 * database contains anything else. `root` is the repository's folder.
 */
export async function startDemo(about: {
  config: Config
  database: Database
  logger: Logger
  root: string
}): Promise<Demo | null> {
  const { config, database, logger, root } = about
  const site = await startPartnerSite(root, {
    forumUrl: config.url,
    host: config.host,
    port: config.port === 0 ? 0 : config.port + 1,
  })
  const now = Date.now()
  await loadDemo({ config, database, logger, partnerUrl: site.url, now })
  const app = createApp({ config, database, logger, clock: { now: () => now } })
  if (!(await hasDemo(app))) {
    site.server.close()
    return null
  }
  // The site's port may have changed since the last start.
  const forum = await app.services.domains.defaultCommunity()
  await app.services.partnerOrigins.register(forum.id, site.url)
  return {
    url: site.url,
    mediaFolder: join(root, 'examples/demo-media'),
    signIn: demoSignIn,
    close: () => void site.server.close(),
  }
}

/** A welcome text for starting the demo the first time. */
export function welcome(address: { forum: string; partner: string }): string {
  return [
    '',
    `  forum              ${address.forum}`,
    `  partner's article  ${address.partner}   another origin, the same threads`,
    `  sign in            ${people[0].username}, password ${DEMO_PASSWORD}`,
    '',
    'Comment in one window and watch the other. Ctrl+C stops; everything is kept.',
    '',
  ].join('\n')
}

/** A running partner's site. */
export interface PartnerSite {
  /** Its origin, which differs from the forum's. */
  url: string
  server: Server
}

/**
 * Serves the example of a partner's site, on another port if the requested one is in use. `root` is the repository's
 * folder.
 */
export async function startPartnerSite(
  root: string,
  about: { forumUrl: string; host: string; port: number },
): Promise<PartnerSite> {
  // A separate program for publishers to read and run; the server only starts it.
  const file = pathToFileURL(join(root, 'examples/partner-article/serve.mjs')).href
  const example = (await import(file)) as { startPartnerSite(options: typeof about): Promise<PartnerSite> }
  return example.startPartnerSite(about)
}

/**
 * For production and public addresses: throws a ConfigError if a demo account has more permissions than members and still has the public
 * password.
 */
export async function refuseDemo({ accounts, memberships }: Pick<Services, 'accounts' | 'memberships'>): Promise<void> {
  const passwords = createPasswords()
  for (const { username } of people) {
    const credentials = await accounts.credentials(username)
    const viewer = credentials && (await memberships.viewer(credentials.userId, ''))
    // Ignore ordinary accounts: without a demo anybody may take such a name and choose that password to keep the server
    // from starting.
    if (!credentials || !viewer || !hasRights(viewer)) continue
    if (!(await passwords.verify(credentials.passwordHash, DEMO_PASSWORD))) continue
    throw new ConfigError(
      `The database holds the demonstration, and everybody knows the password of ${username}. Use another database in production or at a public address: set DATABASE_URL or STOA_DATA.`,
    )
  }
}

function hasRights({ networkAdmin, tokenOwner, moderator, enableSell, tokenPermissions }: Me): boolean {
  const granted = Object.values(tokenPermissions).flat()
  return networkAdmin || [tokenOwner, moderator, enableSell, granted].some((all) => all.length > 0)
}
