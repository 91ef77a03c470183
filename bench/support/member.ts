import type { CallInput, CallName, CallOutput, ErrorResponse } from '@stoa/contract'
import { calls } from '@stoa/contract/schemas'

/** Sends a POST call with a token; throws the server's error. */
export async function post<Name extends CallName>(
  url: string,
  name: Name,
  about: { input: CallInput<Name>; token?: string; key?: string },
): Promise<CallOutput<Name>> {
  const response = await fetch(`${url}/api${calls[name].path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: url,
      ...(about.token ? { authorization: `Bearer ${about.token}` } : {}),
      ...(about.key ? { 'idempotency-key': about.key } : {}),
    },
    body: JSON.stringify(about.input),
  })
  const responseBody = (await response.json()) as { status: 'success'; payload: CallOutput<Name> } | ErrorResponse
  if (responseBody.status === 'error')
    throw new Error(
      `${name}: ${responseBody.code} ${responseBody.message} ${JSON.stringify(responseBody.details ?? '')}`,
    )
  return responseBody.payload
}

/** Creates a member who joins a community, through the API. */
export async function member(
  url: string,
  about: { username: string; join?: string },
): Promise<CallOutput<'authSignUp'>> {
  const { username, join } = about
  const signedIn = await post(url, 'authSignUp', {
    input: { username, email: `${username}@example.com`, password: 'Bench-Passw0rd' },
  })
  if (join) await post(url, 'communityJoin', { input: { tokenName: join, join: true }, token: signedIn.accessToken })
  return signedIn
}
