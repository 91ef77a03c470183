import { createApp } from '../../app.ts'
import { type Config, ConfigError, type Environment, readConfig } from '../../config.ts'
import { systemClock } from '../../platform/clock.ts'
import { createLogger } from '../../platform/logging/logger.ts'
import type { Services } from '../../services.ts'
import { startFailure } from '../../start-failure.ts'
import { startWarnings } from '../../start-warnings.ts'
import { checkCards } from './cards.ts'
import { checkClock } from './clock.ts'
import { checkDatabase, type OpenedDatabase } from './database.ts'
import { type Finding, failed, ok, skipped, warning } from './finding.ts'
import { checkDisk, checkRights } from './folder.ts'
import { checkOrigins, checkProxy } from './proxy.ts'
import { checkMail, checkRedis, checkStorage } from './services.ts'
import { checkWithdrawals } from './withdrawals.ts'

export type { Finding } from './finding.ts'

/** In the order of the report. */
const NAMES = [
  'settings',
  'rights',
  'clock',
  'database',
  'Redis',
  'storage',
  'mail',
  'proxy',
  'origins',
  'disk',
  'cards',
  'withdrawals',
] as const
type Name = (typeof NAMES)[number]

/** Checks an installation from outside the server, which may run or not. Changes nothing. */
export async function diagnose(environment: Environment): Promise<Finding[]> {
  const settings = settingsOf(environment)
  if (!('config' in settings))
    return [settings.finding, ...NAMES.slice(1).map((name) => skipped(name, 'settings first'))]
  const { config } = settings
  const database = await checkDatabase(config)
  const services = servicesOf(config, database.opened)
  const checks: Record<Exclude<Name, 'settings' | 'database'>, () => Promise<Finding>> = {
    rights: () => checkRights(config),
    clock: () => checkClock(config, database.opened),
    Redis: () => checkRedis(config),
    storage: () => checkStorage(config),
    mail: () => checkMail(config),
    proxy: () => checkProxy(config),
    origins: async () => checkOrigins(await originsOf(config, services)),
    disk: () => checkDisk(config),
    cards: () => checkCards(config, services),
    withdrawals: () => checkWithdrawals(services),
  }
  try {
    return await Promise.all(
      NAMES.map(async (name) => {
        if (name === 'settings') return settings.finding
        return name === 'database' ? database.finding : reported(name, checks[name])
      }),
    )
  } finally {
    await database.opened?.close()
  }
}

async function reported(name: Name, check: () => Promise<Finding>): Promise<Finding> {
  try {
    return await check()
  } catch (error) {
    return failed(name, startFailure(error).split('\n')[0] ?? '', 'See the message.')
  }
}

function settingsOf(environment: Environment): { finding: Finding; config: Config } | { finding: Finding } {
  try {
    const config = readConfig(environment, { isReadOnly: true })
    // Mail has a check of its own.
    const warnings = startWarnings({ ...config, smtpUrl: '' }, process.versions.node)
    const finding =
      warnings.length > 0
        ? warning('settings', warnings.join(' '), 'Correct them; docs/operating.md lists the settings.')
        : ok('settings', `valid${config.production ? ', for production' : ''}`)
    return { finding, config }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return { finding: failed('settings', error.message.replaceAll('\n', ' '), 'Correct the settings, and try again.') }
  }
}

/** Null without a database of this version. */
function servicesOf(config: Config, opened: OpenedDatabase | null): Services | null {
  if (opened === null || !opened.isCurrent) return null
  return createApp({ config, database: opened.database, clock: systemClock, logger: createLogger('silent') }).services
}

/** Public addresses of all domains; without a database that of the settings. */
async function originsOf(config: Config, services: Services | null): Promise<string[]> {
  if (services === null) return [config.url]
  await services.servedDomains.load()
  return [...new Set(services.domains.all.map(({ origin }) => origin))]
}
