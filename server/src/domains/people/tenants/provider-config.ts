import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import * as z from 'zod'
import { ConfigError } from '../../../platform/domain-error.ts'

/** An OpenID Connect issuer with discovery. */
export interface OidcProvider {
  kind: 'oidc'
  id: string
  name: string
  issuer: string
  clientId: string
  clientSecret: string
}

/** An OAuth 2 service with its own profile API. */
export interface OAuthProvider {
  kind: 'oauth'
  id: OAuthId
  name: string
  issuer: string
  clientId: string
  clientSecret: string
  endpoints: OAuthEndpoints
}

export type Provider = OidcProvider | OAuthProvider
export type OAuthId = keyof typeof OAUTH

interface OAuthEndpoints {
  authorization: string
  token: string
  /** Address of the token owner's profile. */
  user: string
  /** Address of the user's email addresses; empty if there is none, or if `user` includes them. */
  emails: string
}

/** An issuer whose tokens are accepted without a redirect. */
export interface TokenIssuer {
  /** Its issuer names (`iss`). */
  issuers: readonly [string, ...string[]]
  /** Our client id at the issuer. */
  clientId: string
  jwksUri: string
}

/** The configuration in `providers.json`. */
export interface Providers {
  /** Providers with redirects. */
  all: readonly Provider[]
  /** Names by id, of `all` and of `firebase`. */
  names: Readonly<Record<string, string>>
  /** Google's one-tap sign-in. */
  oneTap: TokenIssuer | null
  firebase: TokenIssuer | null
}

/** Used without `providers.json`. */
export const NO_PROVIDERS: Providers = { all: [], names: {}, oneTap: null, firebase: null }

const FILE = 'providers.json'

const OAUTH = {
  github: {
    name: 'GitHub',
    issuer: 'https://github.com/login/oauth',
    endpoints: {
      authorization: 'https://github.com/login/oauth/authorize',
      token: 'https://github.com/login/oauth/access_token',
      user: 'https://api.github.com/user',
      emails: 'https://api.github.com/user/emails',
    },
  },
  twitter: {
    name: 'X',
    issuer: 'https://x.com',
    endpoints: {
      authorization: 'https://x.com/i/oauth2/authorize',
      token: 'https://api.x.com/2/oauth2/token',
      user: 'https://api.x.com/2/users/me?user.fields=profile_image_url',
      emails: '',
    },
  },
  facebook: {
    name: 'Facebook',
    issuer: 'https://www.facebook.com',
    endpoints: {
      authorization: 'https://www.facebook.com/v23.0/dialog/oauth',
      token: 'https://graph.facebook.com/v23.0/oauth/access_token',
      user: 'https://graph.facebook.com/v23.0/me?fields=id,name,picture',
      emails: '',
    },
  },
} as const satisfies Record<string, Pick<OAuthProvider, 'name' | 'issuer' | 'endpoints'>>

const GOOGLE = { issuer: 'https://accounts.google.com', jwksUri: 'https://www.googleapis.com/oauth2/v3/certs' }
const FIREBASE_JWKS = 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'

/** An address that receives secrets: unencrypted only on this machine. */
const address = z
  .url()
  .max(500)
  .refine(
    (url) => /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/])/.test(`${url}/`) && !url.includes('#'),
    'must begin with https://',
  )

/** A value issued by the provider. Rejects placeholders with dots or brackets. */
const providerValue = z
  .string()
  .max(500)
  .regex(/^[\x21-\x7E]([\x20-\x7E]*[\x21-\x7E])?$/, 'must be what the provider has given you')
  .refine((value) => !/^(\.+|<.*>)$/.test(value), 'is that of an example; put in what the provider has given you')

const client = { clientId: providerValue, clientSecret: providerValue }

const schema = z
  .strictObject({
    google: z
      .strictObject({
        ...client,
        /** Whether to offer one-tap sign-in. */
        oneTap: z.boolean().default(true),
        endpoints: z.strictObject({ issuer: address, jwks: address }).partial().default({}),
      })
      .optional(),
    ...(Object.fromEntries(Object.keys(OAUTH).map((id) => [id, oauthSchema().optional()])) as Record<
      OAuthId,
      z.ZodOptional<ReturnType<typeof oauthSchema>>
    >),
    firebase: z
      .strictObject({
        projectId: z.string().regex(/^[a-z0-9-]{1,60}$/, 'must be the id of a project, such as my-forum'),
        endpoints: z.strictObject({ jwks: address }).partial().default({}),
      })
      .optional(),
  })
  .catchall(z.strictObject({ ...client, issuer: address, name: z.string().trim().min(1).max(40) }))
  .refine((read) => wrongIds(read).length === 0, {
    // Runs despite other problems, so that all are reported together.
    when: ({ value }) => typeof value === 'object' && value !== null,
    error: ({ input }) =>
      `${wrongIds(input).join(', ')}: an id must be 2 to 40 small letters, digits and hyphens, and no other way to sign in`,
  })

function oauthSchema() {
  const endpoints = { authorization: address, token: address, user: address, emails: address }
  return z.strictObject({ ...client, endpoints: z.strictObject(endpoints).partial().default({}) })
}

/** Reads `providers.json` in the data folder. Throws a ConfigError that names every problem. */
export function readProviders(dataFolder: string): Providers {
  const read = readDataFile(schema, { dataFolder, file: FILE })
  if (read === null) return NO_PROVIDERS
  const { google, firebase, github, twitter, facebook, ...further } = read
  const issuer = google?.endpoints.issuer ?? GOOGLE.issuer
  const all: Provider[] = [
    ...(google ? [{ kind: 'oidc', id: 'google', name: 'Google', issuer, ...secretsOf(google) } as const] : []),
    ...Object.entries({ github, twitter, facebook }).flatMap(([id, settings]) =>
      settings ? [oauthProvider(id as OAuthId, settings)] : [],
    ),
    ...Object.entries(further).map(([id, settings]) => ({ kind: 'oidc', id, ...settings }) as const),
  ]
  const names = Object.fromEntries(all.map(({ id, name }) => [id, name]))
  const host = issuer.replace(/^https:\/\//, '')
  return {
    all,
    names: firebase ? { ...names, firebase: 'Firebase' } : names,
    oneTap: google?.oneTap
      ? { issuers: [issuer, host], clientId: google.clientId, jwksUri: google.endpoints.jwks ?? GOOGLE.jwksUri }
      : null,
    firebase: firebase
      ? {
          issuers: [`https://securetoken.google.com/${firebase.projectId}`],
          clientId: firebase.projectId,
          jwksUri: firebase.endpoints.jwks ?? FIREBASE_JWKS,
        }
      : null,
  }
}

/** A domain's own client at a provider. */
export interface OwnProvider {
  id: string
  clientId: string
  clientSecret: string
}

/** Names of services that need no further configuration, by id. */
export const SERVICES: Readonly<Record<string, string>> = {
  google: 'Google',
  ...Object.fromEntries(Object.entries(OAUTH).map(([id, { name }]) => [id, name])),
}

/** Providers at which a domain can have a client of its own: known services and those in `providers.json`. */
export function keyProviders({ all }: Providers): { id: string; name: string }[] {
  const names = { ...SERVICES, ...Object.fromEntries(all.map(({ id, name }) => [id, name])) }
  return Object.entries(names).map(([id, name]) => ({ id, name }))
}

/**
 * The providers of a domain with clients of its own. Google's one-tap sign-in isn't offered with one: its proofs would
 * be as good if another site of the same client got them.
 */
export function withOwnProviders(providers: Providers, own: readonly OwnProvider[]): Providers {
  if (own.length === 0) return providers
  const made = own.flatMap(({ id, ...client }): Provider[] => {
    const known = providers.all.find((one) => one.id === id)
    if (known) return [{ ...known, ...client }]
    if (id === 'google') return [{ kind: 'oidc', id, name: 'Google', issuer: GOOGLE.issuer, ...client }]
    return id in OAUTH ? [oauthProvider(id as OAuthId, { ...client, endpoints: {} })] : []
  })
  const ids = new Set(made.map(({ id }) => id))
  const all = [...providers.all.map((one) => made.find(({ id }) => id === one.id) ?? one)]
  all.push(...made.filter(({ id }) => !all.some((one) => one.id === id)))
  return {
    ...providers,
    all,
    names: { ...providers.names, ...Object.fromEntries(made.map(({ id, name }) => [id, name])) },
    oneTap: ids.has('google') ? null : providers.oneTap,
  }
}

/** Ids appear in addresses and next to our own sign-in methods. */
function wrongIds(read: unknown): string[] {
  const ids = Object.keys(read as object)
  return ids.filter((id) => !/^[a-z][a-z0-9-]{1,39}$/.test(id) || id === 'password' || id === 'passkey')
}

function secretsOf({ clientId, clientSecret }: { clientId: string; clientSecret: string }) {
  return { clientId, clientSecret }
}

function oauthProvider(id: OAuthId, settings: z.output<ReturnType<typeof oauthSchema>>): OAuthProvider {
  const { name, issuer, endpoints } = OAUTH[id]
  const chosen = Object.fromEntries(Object.entries(settings.endpoints).filter(([, url]) => url !== undefined))
  return { kind: 'oauth', id, name, issuer, ...secretsOf(settings), endpoints: { ...endpoints, ...chosen } }
}

/** A configuration file in the data folder. */
export interface DataFile {
  dataFolder: string
  file: string
}

/** Reads and validates a configuration file; null if it is missing. Throws a ConfigError that names every problem. */
export function readDataFile<Shape extends z.ZodType>(shape: Shape, about: DataFile) {
  const { dataFolder, file } = about
  const json = readJson(dataFolder, file)
  if (json === null) return null
  const parsed = shape.safeParse(json.value)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.') || file}: ${issue.message}`)
  throw new ConfigError(`${file} in the data folder has problems:\n- ${problems.join('\n- ')}`)
}

function readJson(dataFolder: string, file: string): { value: unknown } | null {
  let text: string
  try {
    text = readFileSync(resolve(dataFolder, file), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  try {
    return { value: JSON.parse(text) }
  } catch {
    throw new ConfigError(`${file} in the data folder is not JSON.`)
  }
}
