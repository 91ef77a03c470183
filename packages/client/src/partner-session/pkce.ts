/** A proof key (RFC 7636, method S256): the challenge is sent with the request, the verifier redeems the code. */
export interface ProofKey {
  verifier: string
  challenge: string
}

/** Creates a proof key of 256 random bits. Needs a secure context (https or localhost), like signing in. */
export async function createProofKey(): Promise<ProofKey> {
  const verifier = base64Url(crypto.getRandomValues(new Uint8Array(32)))
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return { verifier, challenge: base64Url(new Uint8Array(digest)) }
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
