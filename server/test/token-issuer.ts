import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'

interface RsaKeys {
  privateKey: CryptoKey
  jwk: JWK
}

/** Returned keys. Generating a pair takes 0.2 s of a core. */
const unused: RsaKeys[] = []

async function makeRsaKeys(): Promise<RsaKeys> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  return { privateKey, jwk: await exportJWK(publicKey) }
}

/** Lends a pair of keys that nobody else is using. */
async function borrowRsaKeys(): Promise<RsaKeys & { release(): void }> {
  const keys = unused.pop() ?? (await makeRsaKeys())
  return { ...keys, release: () => void unused.push(keys) }
}

let attacking: Promise<RsaKeys> | undefined

/** A pair of keys that no issuer uses. */
export function attackersKeys(): Promise<RsaKeys> {
  attacking ??= makeRsaKeys()
  return attacking
}

/** An issuer's claims about the person signing in, which tests can falsify. */
export interface Lies {
  /** Overrides claims of the identity token. */
  claims?: JWTPayload
  /** Replaces the identity token, given the correct claims. */
  token?(claims: JWTPayload): string | Promise<string>
  /** Overrides parameters of the browser's return; null removes one. */
  callback?: Record<string, string | null>
  /** Responses of an OAuth 2 service's endpoints, by path. */
  responses?: Record<string, unknown>
}

export type TokenIssuer = Awaited<ReturnType<typeof startTokenIssuer>>

/** A small local OpenID Connect and OAuth 2 provider, controlled by tests. */
export async function startTokenIssuer() {
  const { privateKey, jwk: key, release } = await borrowRsaKeys()
  const jwk = { ...key, kid: 'first', alg: 'RS256', use: 'sig' }
  const codes = new Map<string, { challenge: string; nonce: string; clientId: string }>()
  let lies: Lies = {}

  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  /** Signs claims like the issuer. */
  const sign = (claims: JWTPayload, header: Record<string, unknown> = {}) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'first', ...header }).sign(privateKey)

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', issuer)
    const json = (body: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const endpointResponse = lies.responses?.[url.pathname]
    if (endpointResponse !== undefined) json(endpointResponse)
    else if (url.pathname === '/.well-known/openid-configuration') json(metadata())
    else if (url.pathname === '/jwks') json({ keys: [jwk] })
    else if (url.pathname === '/authorize') authorize(url, response)
    else if (url.pathname === '/token') json(...(await token(await bodyOf(request))))
    else json({ error: 'not_found' }, 404)
  }

  const metadata = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_post'],
    authorization_response_iss_parameter_supported: true,
  })

  function authorize({ searchParams: query }: URL, response: ServerResponse): void {
    const code = randomUUID()
    const get = (name: string) => query.get(name) ?? ''
    codes.set(code, { challenge: get('code_challenge'), nonce: get('nonce'), clientId: get('client_id') })
    const back = new URL(get('redirect_uri'))
    const parameters = { code, state: get('state'), iss: issuer, ...lies.callback }
    for (const [name, value] of Object.entries(parameters)) if (value !== null) back.searchParams.set(name, value)
    response.writeHead(302, { location: back.href }).end()
  }

  async function token(form: URLSearchParams): Promise<[unknown, number]> {
    const about = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (!about || about.challenge !== challenge) return [{ error: 'invalid_grant' }, 400]
    const claims = { ...rightClaims(about.clientId), ...(about.nonce ? { nonce: about.nonce } : {}), ...lies.claims }
    const idToken = about.nonce ? { id_token: await (lies.token ?? sign)(claims) } : {}
    return [{ access_token: 'access', token_type: 'bearer', expires_in: 60, ...idToken }, 200]
  }

  function rightClaims(audience: string, at = Date.now()) {
    const now = Math.floor(at / 1000)
    return { iss: issuer, aud: audience, sub: 'somebody', iat: now, exp: now + 300, name: 'Some Body', email: '' }
  }

  return {
    issuer,
    /** Address of its keys. */
    jwks: `${issuer}/jwks`,
    jwk,
    sign,
    rightClaims,
    /** Sets lies for later sign-ins. Default: none. */
    lie(next: Lies = {}): void {
      lies = next
    },
    async close(): Promise<void> {
      await new Promise((resolve) => server.close(resolve))
      release()
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return new URLSearchParams(Buffer.concat(chunks).toString())
}
