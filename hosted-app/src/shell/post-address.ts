import { unmappedPath } from '@stoa/contract'

/** Paths of posts: `/bbs/{community}/…/{post}`. */
const POST = /^\/bbs\/([^/]+)(?:\/community)?(?:\/[A-Za-z0-9]{20})?\/([^/]+)\/?$/

/** What the address of a post names it by; null if it isn't one. */
export function postAddressAt(address: string, origin: string): { tokenName: string; idOrSlug: string } | null {
  try {
    const [, tokenName, idOrSlug] = POST.exec(unmappedPath(new URL(address, origin).pathname)) ?? []
    if (!tokenName || !idOrSlug) return null
    return { tokenName: decodeURIComponent(tokenName), idOrSlug: decodeURIComponent(idOrSlug) }
  } catch {
    return null
  }
}
