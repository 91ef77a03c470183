import { DOMAIN_NAME } from '@stoa/contract'
import { domainSettings as settingsSchema } from '@stoa/contract/schemas'
import { InvalidArgumentError } from 'commander'
import { ConfigError } from '../platform/domain-error.ts'
import type { Commands } from './commands.ts'
import { actionCommand, listCommand, printList, printResult, type ResultOptions } from './results.ts'

interface HostOptions extends ResultOptions {
  verified?: boolean
  remove?: boolean
  canonical?: boolean
}

export function addDomainCommands({ program, run, say }: Commands): void {
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

  actionCommand(program, 'domain:set', 'Change settings of a domain, and publish them.')
    .argument('<name>', 'name of the domain')
    .argument(
      '<setting...>',
      'settings as name=value; a value is JSON or text, and empty for the default',
      settingOf,
      {},
    )
    .option('--draft', 'only save them as a version')
    .action((name: string, settings: Settings, { json, draft = false }: ResultOptions & { draft?: boolean }) =>
      run(async ({ app }) => {
        const { domainSettings } = app.services
        const { domain: before } = await domainSettings.get('operator', name)
        const { latestVersion: baseVersion } = before
        const changed = parsed({ ...before.settings, ...settings })
        const saved = await domainSettings.save('operator', { name, baseVersion, settings: changed })
        const version = saved.domain.latestVersion
        const result = draft ? saved : await domainSettings.publish('operator', { name, version, baseVersion: version })
        printResult(
          { say, json, result: result.domain },
          draft ? `Version ${version} of ${name} is saved.` : `Version ${version} of ${name} is in force.`,
        )
        return 0
      }),
    )

  for (const [command, description] of [
    ['domain:publish', 'Put a version of a domain into force.'],
    ['domain:restore', 'Put an earlier version of a domain into force, as a new one.'],
  ] as const) {
    actionCommand(program, command, description)
      .argument('<name>', 'name of the domain')
      .argument('<version>', 'number of the version', versionOf)
      .action((name: string, version: number, { json }: ResultOptions) =>
        run(async ({ app }) => {
          const { domain } = await app.services.domainSettings.publish('operator', { name, version })
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
