/** Tokens with which this site tells the forum who its readers are: by a shared secret, or by keys that change. */
import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

/** Long enough for the way to the forum; a fresh one is made each time that the page asks. */
const GOOD_FOR = '1 minute'

/** @typedef {{ id: string, name: string }} Member */
/** @typedef {{ site: string, forum: string, member: Member }} Word */

/** What is said, whatever it is signed with. @param {Word} word */
const say = ({ site, forum, member }) =>
  new SignJWT({ name: member.name })
    .setIssuer(site)
    .setAudience(forum)
    .setSubject(member.id)
    .setIssuedAt()
    .setExpirationTime(GOOD_FOR)
    .setJti(randomUUID())

/** Signs with a secret that the forum has, too. @param {string} secret */
export function bySecret(secret) {
  const key = new TextEncoder().encode(secret)
  return {
    /** @param {Word} word */
    sign: (word) => say(word).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(key),
  }
}

/**
 * Signs with a private key that never leaves this process. Its public half stands at `/jwks.json` beside the one before
 * and the one to come: a forum that has read the keys a while ago knows each key that it meets.
 */
export async function byKeys() {
  const make = async () => ({ id: randomUUID(), ...(await generateKeyPair('ES256')) })
  let [former, present, next] = [await make(), await make(), await make()]
  return {
    /** @param {Word} word */
    sign: (word) =>
      say(word).setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: present.id }).sign(present.privateKey),
    /** The public keys as the forum reads them. */
    async published() {
      const keys = [former, present, next].map(async ({ id, publicKey }) => ({
        ...(await exportJWK(publicKey)),
        kid: id,
        alg: 'ES256',
        use: 'sig',
      }))
      return { keys: await Promise.all(keys) }
    },
    /** Signs with the next key from now on. */
    async rotate() {
      ;[former, present, next] = [present, next, await make()]
    },
  }
}
