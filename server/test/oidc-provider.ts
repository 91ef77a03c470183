import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type AccountClaims, type Configuration, Provider } from 'oidc-provider'

/** The forum's client credentials there. */
export const CLIENT = { clientId: 'the-forum', clientSecret: 'a secret of thirty-two characters' }

export type OpenIdProvider = Awaited<ReturnType<typeof startOpenIdProvider>>

/** A real OpenID Connect provider on this machine. Everyone signs in there as the person set last. */
export async function startOpenIdProvider(redirectUris: string[]) {
  let person: AccountClaims = { sub: 'nobody' }
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const accountsById = new Map<string, AccountClaims>()
  const configuration: Configuration = {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: redirectUris,
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture', 'preferred_username'] },
    findAccount: (_context, id) => ({ accountId: id, claims: () => accountsById.get(id) ?? { sub: id } }),
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    cookies: { keys: ['of this test'] },
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  }
  const provider = new Provider(issuer, configuration)
  const callback = provider.callback()
  const handleRequest: RequestListener = (request, response) => {
    const isSigningIn = request.url?.startsWith('/interaction/')
    const login = { accountId: person.sub }
    const handling = isSigningIn
      ? provider.interactionFinished(request, response, { login })
      : callback(request, response)
    handling.catch((error: unknown) => response.writeHead(500).end(String(error)))
  }
  server.on('request', handleRequest)
  return {
    issuer,
    /** Sets the person for later sign-ins. */
    signIn(next: AccountClaims): void {
      person = next
      accountsById.set(next.sub, next)
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
