// Separate from the other rules, so that only the configuration of domains loads them.

/** A domain's name for operators: it never changes. A dot would make it look like a host. */
export const DOMAIN_NAME = /^[a-z0-9][a-z0-9-]{1,39}$/
/** The domain at `STOA_URL`. */
export const DEFAULT_DOMAIN = 'default'
/** A host, with a port unless it is the usual one. */
export const HOST =
  /^(?=.{1,253}(?::|$))[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*(?::\d{1,5})?$/
export const DOMAIN_HOSTS_MAX = 20
export const DOMAINS_MAX = 1000
/** Versions that a domain's history lists. */
export const DOMAIN_VERSIONS_LISTED = 50
/** Where a host's owner proves it: a file with the token, or a TXT record `stoa-verification=…` of this name before the host. */
export const HOST_PROOF_PATH = '/.well-known/stoa-verification.txt'
export const HOST_PROOF_RECORD = '_stoa'

/** A BCP 47 language tag in canonical spelling, such as `pt-BR`; null if it is none. */
export function canonicalLanguage(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null
  } catch {
    return null
  }
}

/** The best of some languages for a reader: the same, another one of that language, or none. */
export function closestLanguage(languages: readonly string[], wanted: string): string | undefined {
  const tag = canonicalLanguage(wanted) ?? wanted
  const [base] = tag.split('-')
  return languages.find((one) => one === tag) ?? languages.find((one) => one.split('-')[0] === base)
}
