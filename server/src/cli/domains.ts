import { DOMAIN_NAME, type DomainDetails, type DomainSettings } from '@stoa/contract'
import { domainCalls, domainSettings as settingsSchema } from '@stoa/contract/schemas'
import { InvalidArgumentError } from 'commander'
import { ConfigError, isDomainError } from '../platform/domain-error.ts'
import type { Commands, Installation } from './commands.ts'
import { actionCommand, listCommand, printList, printResult, type ResultOptions } from './results.ts'

interface HostOptions extends ResultOptions {
  verified?: boolean
  remove?: boolean
  canonical?: boolean
}

interface SetOptions extends ResultOptions {
  draft?: boolean
  base?: number
  secret?: string
}

const BASE = 'the latest version that you have seen: fails if there is a newer one'

export function addDomainCommands({ program, run, say, ask }: Commands): void {
  listCommand(program, 'domain:list', 'List the domains of the installation, with the version in force.').action(
    ({ json }: ResultOptions) =>
      run(async ({ app }) => {
        const { items } = await app.services.domainSettings.list('operator')
        printList({ say, json, rows: items }, ({ name, origin, displayName, publishedVersion, latestVersion }) => [
          ...[name, origin || 'no proven host', displayName, `version ${publishedVersion}`],
          latestVersion > publishedVersion ? `(${latestVersion} is not published)` : '',
        ])
        return 0
      }),
  )

  listCommand(program, 'domain:show', 'Print the latest settings of a domain, its versions and hosts.')
    .argument('<name>', 'name of the domain')
    .action((name: string, { json }: ResultOptions) =>
      run(async ({ app }) => {
        const { domain } = await app.services.domainSettings.get('operator', name)
        if (json) {
          say(JSON.stringify(domain))
          return 0
        }
        say(JSON.stringify(domain.settings, null, 2))
        for (const { number, author, createdAt, changed } of domain.versions) {
          const inForce = number === domain.publishedVersion ? ', in force' : ''
          say(
            `version ${number}  ${new Date(createdAt).toISOString()}  ${author || 'operator'}  ${changed.join(', ')}${inForce}`,
          )
        }
        for (const { host, isCanonical, provenAt, token } of domain.hosts)
          say(
            `${host}  ${provenAt === null ? `not proven: stoa-verification=${token}` : 'proven'}${isCanonical ? ', main' : ''}`,
          )
        return 0
      }),
    )

  actionCommand(program, 'domain:add', 'Add a domain and serve it at a host, which counts as proven.')
    .argument('<name>', 'name for operators: lower-case letters, digits and hyphens', nameOf)
    .argument('<host>', 'its host, such as garden.example', hostOf)
    .option('--set <name=value>', 'a setting, as in domain:set; repeat it for others', settingOf, {})
    .action((name: string, host: string, { json, set: settings }: ResultOptions & { set: Settings }) =>
      run(async ({ app }) => {
        const { domain } = await app.services.domainSettings.create(
          'operator',
          { name, host, settings: parsed(settings) },
          { isProven: true },
        )
        printResult({ say, json, result: domain }, `${domain.name} is served at ${domain.origin}.`)
        return 0
      }),
    )

  const set = actionCommand(program, 'domain:set', 'Change settings of a domain, and publish them.')
    .argument('<name>', 'name of the domain')
    .argument(
      '[setting...]',
      'settings as name=value; a value is JSON or text, and empty for the default',
      settingOf,
      {},
    )
    .option(
      '--secret <provider>',
      'store the secret of the domain’s client at a sign-in provider of ownProviders; it is asked for or read from standard input',
    )
    .option('--draft', 'only save them as a version')
    .option('--base <version>', BASE, versionOf)
    .action(async (name: string, settings: Settings, options: SetOptions) => {
      const { json, draft = false, base, secret: provider } = options
      if (Object.keys(settings).length === 0 && provider === undefined)
        set.error('error: name the settings to change, or a provider with --secret')
      const secret = provider === undefined ? null : secretOf(await ask(`Client secret at ${provider}: `))
      await run(async ({ app, database }) => {
        const domain = await changeSettings({ app, database }, { name, settings, draft, base, provider, secret })
        const version = domain.latestVersion
        printResult(
          { say, json, result: domain },
          draft ? `Version ${version} of ${name} is saved.` : `Version ${version} of ${name} is in force.`,
        )
        return 0
      })
    })

  for (const [command, description] of [
    ['domain:publish', 'Put a version of a domain into force.'],
    ['domain:restore', 'Put an earlier version of a domain into force, as a new one.'],
  ] as const) {
    actionCommand(program, command, description)
      .argument('<name>', 'name of the domain')
      .argument('<version>', 'number of the version', versionOf)
      .option('--base <version>', BASE, versionOf)
      .action((name: string, version: number, { json, base }: ResultOptions & { base?: number }) =>
        run(async ({ app }) => {
          const { domainSettings } = app.services
          const baseVersion = base ?? (await domainSettings.get('operator', name)).domain.latestVersion
          const { domain } = await unlessChanged(name, () =>
            domainSettings.publish('operator', { name, version, baseVersion }),
          )
          printResult({ say, json, result: domain }, `Version ${domain.publishedVersion} of ${name} is in force.`)
          return 0
        }),
      )
  }

  actionCommand(program, 'domain:host', 'Add a host to a domain, which counts as proven; or change or remove it.')
    .argument('<name>', 'name of the domain')
    .argument('<host>', 'the host, such as www.garden.example', hostOf)
    .option('--verified', 'an added host that isn’t proven yet counts as proven')
    .option('--canonical', 'pages of the other hosts redirect to it')
    .option('--remove', 'the host isn’t served any more')
    .action((name: string, host: string, { json, verified, canonical, remove }: HostOptions) =>
      run(async ({ app }) => {
        const action = remove ? 'remove' : canonical ? 'makeCanonical' : verified ? 'verify' : 'add'
        const change = { name, host, action } as const
        const { domain } = await app.services.domainSettings.editHost('operator', change, { isProven: true })
        const hosts = domain.hosts.map((one) => one.host).join(', ')
        printResult(
          { say, json, result: domain },
          `${name} is at ${domain.origin || 'no host'}. Its hosts: ${hosts || 'none'}.`,
        )
        return 0
      }),
    )

  actionCommand(program, 'domain:remove', 'Remove a domain. Communities and people stay; its name stays taken.')
    .argument('<name>', 'name of the domain')
    .action((name: string, { json }: ResultOptions) =>
      run(async ({ app }) => {
        await app.services.domainSettings.remove('operator', name)
        printResult({ say, json, result: { name, removed: true } }, `${name} is removed.`)
        return 0
      }),
    )
}

type Settings = Record<string, unknown>

interface SettingsChange {
  name: string
  settings: Settings
  /** Only save them. Default: publish them. */
  draft?: boolean
  base?: number | undefined
  /** Whose client's secret is stored. */
  provider?: string | undefined
  secret?: string | null
}

/** Changes settings of a domain and leaves the others as its latest version has them. */
export async function changeSettings(
  { app, database }: Pick<Installation, 'app' | 'database'>,
  { name, settings, draft = false, base, provider, secret = null }: SettingsChange,
): Promise<DomainDetails> {
  const { domainSettings } = app.services
  const { domain: before } = await domainSettings.get('operator', name)
  const baseVersion = base ?? before.latestVersion
  const { domain } = await unlessChanged(name, () =>
    // The secret isn't kept either if the settings are refused.
    database.transaction(async (tx) => {
      const keyId = secret === null ? undefined : (await domainSettings.addKey('operator', { name, secret }, tx)).keyId
      const changed = withKeys({ ...before.settings, ...settings }, { before: before.settings, provider, keyId })
      const saved = await domainSettings.save('operator', { name, baseVersion, settings: parsed(changed) }, tx)
      const version = saved.domain.latestVersion
      if (draft) return saved
      return domainSettings.publish('operator', { name, version, baseVersion: version }, tx)
    }),
  )
  return domain
}

/** Collects `name=value`. */
function settingOf(text: string, former: Settings): Settings {
  const at = text.indexOf('=')
  if (at < 1) throw new InvalidArgumentError('Write settings as name=value.')
  const value = text.slice(at + 1)
  return { ...former, [text.slice(0, at)]: value === '' ? undefined : valueOf(value) }
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function parsed(settings: Settings) {
  const result = settingsSchema.safeParse(settings)
  if (result.success) return result.data
  throw new ConfigError(result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'))
}

/** Says what to do if somebody else has saved the domain meanwhile. */
async function unlessChanged<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!isDomainError(error) || error.code !== 'EDIT_CONFLICT') throw error
    const { domain } = error.details as { domain: DomainDetails }
    throw new ConfigError(
      `Somebody has changed ${name} meanwhile: its latest version is ${domain.latestVersion}. Nothing was changed. See domain:show ${name}, then try again.`,
    )
  }
}

function secretOf(typed: string): string {
  const result = domainCalls.domainKeyAdd.input.shape.secret.safeParse(typed.trim())
  if (result.success) return result.data
  throw new ConfigError(result.error.issues.map(({ message }) => message).join('\n'))
}

/** Settings whose own providers name their secrets: the one that was stored now, and those that were there. */
function withKeys(
  settings: Settings,
  about: { before: DomainSettings; provider: string | undefined; keyId: string | undefined },
): Settings {
  const { before, provider, keyId } = about
  const own: unknown = settings.ownProviders ?? []
  // The check of the settings says what is wrong with it.
  if (!Array.isArray(own)) return settings
  if (provider !== undefined && !own.some((one) => one?.id === provider))
    throw new ConfigError(
      `The domain has no client at ${provider} yet. Add ownProviders=[{"id":"${provider}","clientId":"…"}] to the command.`,
    )
  const keyOf = (id: unknown) => (id === provider ? keyId : before.ownProviders?.find((one) => one.id === id)?.keyId)
  const keyed = own.map((one) => {
    const known = keyOf(one?.id)
    return known === undefined || (one.keyId !== undefined && one.id !== provider) ? one : { ...one, keyId: known }
  })
  return own.length === 0 ? settings : { ...settings, ownProviders: keyed }
}

function nameOf(text: string): string {
  if (DOMAIN_NAME.test(text)) return text
  throw new InvalidArgumentError('Use 2 to 40 lower-case letters, digits and hyphens.')
}

function hostOf(text: string): string {
  const url = URL.canParse(`http://${text}`) ? new URL(`http://${text}`) : null
  if (url === null || url.host !== text.toLowerCase())
    throw new InvalidArgumentError('Write a host such as garden.example.')
  return url.host
}

function versionOf(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('Write the number of a version.')
  return Number(text)
}
