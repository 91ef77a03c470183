// Separate from the other rules, so that only the configuration of domains loads them.

/** A domain's name for operators: it never changes. A dot would make it look like a host. */
export const DOMAIN_NAME = /^[a-z0-9][a-z0-9-]{1,39}$/
/** The domain at `STOA_URL`. */
export const DEFAULT_DOMAIN = 'default'
/** A host, with a port unless it is the usual one. */
export const HOST =
  /^(?=.{1,253}(?::|$))[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*(?::\d{1,5})?$/
/** Periods of the dashboard's numbers. */
export const NUMBERS_PERIODS = ['day', 'week', 'month'] as const
export type NumbersPeriod = (typeof NUMBERS_PERIODS)[number]

export const DOMAIN_HOSTS_MAX = 20
export const DOMAINS_MAX = 1000
/** Versions that a domain's history lists. */
export const DOMAIN_VERSIONS_LISTED = 50
/** Parameter of an address that starts a preview with its token, or ends it with `off`. */
export const PREVIEW_PARAMETER = 'preview'
export const PREVIEW_OFF = 'off'
/** A preview of a version ends after this time. */
export const PREVIEW_MS = 60 * 60 * 1000

/** Where a host's owner proves it: a file with the token, or a TXT record `stoa-verification=…` of this name before the host. */
export const HOST_PROOF_PATH = '/.well-known/stoa-verification.txt'
export const HOST_PROOF_RECORD = '_stoa'

/** Base path of mapped addresses: up to three segments, such as `/forum`. */
export const BASE_PATH = /^(?:\/[a-z0-9]+(?:-[a-z0-9]+)*){1,3}$/
/** A section between the base path and a community's name. */
export const URL_SECTION = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
export const URL_MAPPINGS_MAX = 200

/** Where the addresses of a community begin: what precedes its name. */
export function mappedPrefix({ basePath, section }: { basePath: string; section?: string | undefined }): string {
  return section ? `${basePath}/${section}` : basePath
}

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

/**
 * The locale of a widget, which shows one of its domain's languages: the page's with its region (`de-AT` for `de`), which
 * decides about dates and numbers, else the domain's own. Regions without formats of their own are left out, so that there
 * are not more locales than languages have.
 */
export function offeredLocale(
  { language, languages }: { language: string; languages: readonly string[] },
  pageLanguage: string,
): string {
  const tag = canonicalLanguage(pageLanguage)
  const found = tag === null ? undefined : closestLanguage(languages, tag)
  if (tag === null || found === undefined) return language
  const [page, offered] = [new Intl.Locale(tag), new Intl.Locale(found)]
  // `zh-TW` is written otherwise than `zh-CN`.
  if (!page.region || page.maximize().script !== offered.maximize().script) return found
  const regional = [page.language, offered.script, page.region].filter(Boolean).join('-')
  return new Intl.DateTimeFormat(regional).resolvedOptions().locale === regional ? regional : found
}
