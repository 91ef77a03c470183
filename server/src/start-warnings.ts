import type { Config } from './config.ts'

/** The oldest Node version with security updates. */
const NODE_MIN = 22

/** Warnings for the operator, one plain line each. `nodeVersion` as in `process.versions.node`. */
export function startWarnings(
  config: Pick<Config, 'production' | 'smtpUrl' | 'dataFolder' | 'unknownSettings'>,
  nodeVersion: string,
): string[] {
  const warnings = config.unknownSettings.map(
    (name) => `${name} is not a setting and has no effect; docs/operating.md lists the settings.`,
  )
  if (Number(nodeVersion.split('.')[0]) < NODE_MIN) {
    warnings.push(`Node ${nodeVersion} gets no more security updates; run the server with Node ${NODE_MIN} or newer.`)
  }
  if (config.production && config.smtpUrl === null) {
    warnings.push(
      `SMTP_URL is not set: mails, also those with sign-in links, reach nobody and are written to ${config.dataFolder}/mail.`,
    )
  }
  return warnings
}
