/** A setting or a file of the operator's that is wrong. The message names every problem and what to do. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}
