import { httpUrl, isPublicFilePath, MEDIA_URL_MAX_LENGTH, PICTURE_PROXY_PATH } from '@stoa/contract'
import { deriveKey, shortMac } from '../../platform/security/keys.ts'
import { isLoopback } from '../../platform/security/loopback.ts'

/** What is said about an address that `stored` refuses. */
export const NOT_PUBLIC = 'This is no public file of the forum.'

/** Addresses of pictures, films and recordings: as they are stored, and as browsers get them. */
export interface MediaAddresses {
  /** Where browsers get a picture: a foreign one through the forum's proxy. Empty where it may not be shown. */
  picture(address: string): string
  /** Where browsers get a film or recording: foreign ones from where they are, once they are played. Empty where it may not be. */
  file(address: string): string
  /** The address to store for one that was sent; null where it is refused. */
  stored(address: string): string | null
  /** The foreign address behind the two parts of a proxied one; null unless this forum has made it. */
  open(signature: string, encoded: string): string | null
}

/** `url`: public address of the forum; `origins`: those of all its domains. Every process with the same secret makes the same addresses. */
export function createMediaAddresses(about: {
  secret: string
  url: string
  origins: readonly string[]
}): MediaAddresses {
  const key = deriveKey(about.secret, 'stoa picture proxy')
  const own = [about.url, ...about.origins].map((origin) => new URL(origin))

  /** Cookies know no ports, so every port of the forum's host is its own; but of this machine's, where others stand, too. */
  function isOwn({ hostname, port }: URL): boolean {
    const name = hostname.replace(/\.+$/, '')
    return own.some((origin) => origin.hostname === name && (origin.port === port || !isLoopback(name)))
  }

  /** The path, where an address is one of the forum's own, else null. */
  function ownPath(address: string): string | null {
    if (address.startsWith('/')) return address
    const url = httpUrl(address)
    return url && isOwn(url) ? url.pathname + url.search : null
  }

  function open(signature: string, encoded: string): string | null {
    if (shortMac(key, encoded) !== signature) return null
    return httpUrl(Buffer.from(encoded, 'base64url').toString())?.href ?? null
  }

  function file(address: string): string {
    const path = ownPath(address)
    if (path !== null) return isPublicFilePath(path) ? path : ''
    return httpUrl(address)?.href ?? ''
  }

  return {
    file,
    picture(address) {
      const known = file(address)
      if (known === '' || known.startsWith('/')) return known
      const encoded = Buffer.from(known).toString('base64url')
      return `${about.url}${PICTURE_PROXY_PATH}/${shortMac(key, encoded)}/${encoded}`
    },
    stored(address) {
      const path = ownPath(address)
      // One that only looks like a proxied picture's may be longer than its proxied one could be.
      if (path === null) return (httpUrl(address)?.href.length ?? 0) > MEDIA_URL_MAX_LENGTH ? null : address
      if (!isPublicFilePath(path)) return null
      if (!path.startsWith(`${PICTURE_PROXY_PATH}/`)) return path
      // What was shown comes back from a form: the picture keeps its own address, which outlives the secret.
      const [signature = '', encoded = ''] = path.slice(PICTURE_PROXY_PATH.length + 1).split('/')
      return open(signature, encoded)
    },
    open,
  }
}
