import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The forum as a client of the provider. */
export const CLIENT = { clientId: 'the-forum', clientSecret: 'a secret of thirty-two characters' }

/** An OpenID Connect issuer on this machine that signs everybody in as one person. */
export async function startIdentityProvider(sub: string) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const nonces = new Map<string, string>()
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  function tokenFor(code: string): string {
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: issuer,
      aud: CLIENT.clientId,
      sub,
      nonce: nonces.get(code),
      iat: now,
      exp: now + 300,
      name: sub,
    }
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const signed = `${part({ alg: 'RS256', kid: 'one' })}.${part(claims)}`
    return `${signed}.${createSign('sha256').update(signed).sign(privateKey, 'base64url')}`
  }

  function send(response: ServerResponse, body: object): void {
    response
      .writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
      .end(JSON.stringify(body))
  }

  async function respond(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url ?? '/', issuer)
    if (pathname === '/.well-known/openid-configuration') {
      return send(response, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        userinfo_endpoint: `${issuer}/me`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        authorization_response_iss_parameter_supported: true,
      })
    }
    if (pathname === '/keys') return send(response, { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one' }] })
    if (pathname === '/me') return send(response, { sub, name: sub })
    if (pathname === '/authorize') {
      const code = randomUUID()
      nonces.set(code, searchParams.get('nonce') ?? '')
      const back = new URL(searchParams.get('redirect_uri') ?? issuer)
      back.search = String(new URLSearchParams({ code, state: searchParams.get('state') ?? '', iss: issuer }))
      return response.writeHead(303, { location: back.href }).end()
    }
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const idToken = tokenFor(new URLSearchParams(body).get('code') ?? '')
    send(response, { access_token: 'a', token_type: 'Bearer', expires_in: 300, id_token: idToken })
  }
  server.on('request', (request, response) => {
    respond(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  return {
    issuer,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
