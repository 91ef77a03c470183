import { createHmac, randomInt } from 'node:crypto'
import {
  canSeePost,
  communityPath,
  httpUrl,
  isOwnPath,
  RESERVED_WORDS,
  SHORT_CODE_ALPHABET,
  SHORT_CODE_LENGTH,
  SHORT_LINKS_PATH,
  type Viewer,
} from '@stoa/contract'
import { DAY_MS } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import { addressBuckets } from '../../../platform/security/address.ts'
import { deriveKey, sha256 } from '../../../platform/security/keys.ts'
import { pathWithoutMapping } from '../../../platform/url-mapping.ts'
import type { CommunityService } from '../../people/communities/index.ts'
import type { OriginService } from '../../people/partner-origins/index.ts'
import type { Domain, DomainService } from '../../people/tenants/index.ts'
import type { PostService } from '../posts/index.ts'
import { type ShortLinkRow, shortLinkRepository } from './repository.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'eventCounts' | 'secret'> {
  domains: Pick<DomainService, 'all'>
  communities: Pick<CommunityService, 'idOf'>
  partnerOrigins: Pick<OriginService, 'isRegistered' | 'isRegisteredBy'>
  posts: Pick<PostService, 'get' | 'facts' | 'idAt'>
}

/** Where a link leads, and how often it was opened. */
export interface ResolvedLink {
  /** A path of the domain, or an address on a registered site. */
  location: string
  /** The target is for some people only, who see it after they have signed in. */
  isRestricted: boolean
  views: number
}

interface Target {
  domain: Domain
  /** A path of the domain, or an address on a registered site. */
  target: string
}

/** A page of a post, or of one of its comments, without a mapping. */
const POST_PAGE =
  /^\/bbs\/([^/]+)\/(?:community\/)?(?:[0-9A-Za-z]{20}\/)?([^/]+?)(?:\/comment\/[0-9A-Za-z]{20}(?:\/reply\/[0-9A-Za-z]{20})?)?$/
/** A code is taken once in several billion. */
const CODES_TRIED = 5

/** Short links of a domain: to its own pages, and to those of registered sites. */
export function createShortLinkService(dependencies: Dependencies) {
  const { database, clock, eventCounts, secret, domains, communities, partnerOrigins, posts } = dependencies
  const networkKey = deriveKey(secret, 'stoa short link views')

  async function isRegistered(origin: string, { config }: Domain, tx?: Transaction): Promise<boolean> {
    if (!config.isSingleTokenDomain) return partnerOrigins.isRegistered(origin, tx)
    return partnerOrigins.isRegisteredBy(await communities.idOf(config.defaultTokenName, tx), origin, tx)
  }

  /** The domain that a link to the address belongs to, and what is stored; null for all other addresses. */
  async function targetOf(address: string, domain: Domain, tx?: Transaction): Promise<Target | null> {
    const url = httpUrl(address)
    if (url === null) return null
    const own = domains.all.find(({ origin, hosts }) => origin === url.origin || hosts.includes(url.host))
    // A path such as `//other.example` would lead to another host.
    const path = url.pathname + url.search + url.hash
    if (own) return isOwnPath(path) ? { domain: own, target: path } : null
    return (await isRegistered(url.origin, domain, tx)) ? { domain, target: url.href } : null
  }

  /** The post that a page of a domain shows, as its address names it; null: it shows none. */
  function postAt({ domain, target }: Target): { tokenName: string; idOrSlug: string } | null {
    const [path = ''] = target.split(/[?#]/)
    const [, name = '', identifier = ''] = POST_PAGE.exec(pathWithoutMapping(domain, path)) ?? []
    if (identifier === '' || RESERVED_WORDS.has(identifier) || RESERVED_WORDS.has(name)) return null
    const [tokenName, idOrSlug] = [decoded(name), decoded(identifier)]
    return tokenName === null || idOrSlug === null ? null : { tokenName, idOrSlug }
  }

  /** Id of the post that a page of a domain shows; empty: none. Throws POST_NOT_FOUND if the viewer can't see it. */
  async function postOf(viewer: Viewer, about: Target, tx?: Transaction): Promise<string> {
    const named = about.target.startsWith('/') ? postAt(about) : null
    if (!named) return ''
    const post = await posts.get(viewer, named, tx)
    const { isSingleTokenDomain, defaultTokenName } = about.domain.config
    if (isSingleTokenDomain && post.tokenName !== defaultTokenName) throw new DomainError('POST_NOT_FOUND')
    return post.id
  }

  /** The link's target, or for one that visitors don't see an address that doesn't tell its title. */
  async function locationOf(row: ShortLinkRow, domain: Domain): Promise<Omit<ResolvedLink, 'views'> | null> {
    const { target } = row
    if (!target.startsWith('/')) {
      // The site may no longer be registered.
      return (await targetOf(target, domain)) ? { location: target, isRestricted: false } : null
    }
    if (!isOwnPath(target)) return null
    // Earlier versions stored no post, and didn't know all mapped addresses.
    const named = row.post_id === '' ? postAt({ domain, target }) : null
    const postId = named ? await posts.idAt(named) : row.post_id
    if (postId === '') return { location: target, isRestricted: false }
    if (postId === null) return null
    const { isSingleTokenDomain, defaultTokenName } = domain.config
    try {
      const post = await posts.facts(postId, isSingleTokenDomain ? defaultTokenName : null)
      if (canSeePost(null, post).allowed) return { location: target, isRestricted: false }
      return { location: `${communityPath(post.tokenName)}/${postId}`, isRestricted: true }
    } catch (error) {
      if (error instanceof DomainError) return null
      throw error
    }
  }

  return {
    /** The link of a sender to an address, which is added unless it is there. */
    async shorten(viewer: Viewer, { url, domain: asked }: { url: string; domain: Domain }, tx: Transaction) {
      const found = await targetOf(url, asked, tx)
      if (!found) {
        throw new DomainError('VALIDATION_FAILED', [
          { field: 'url', message: 'Only pages of this forum and of registered sites have short links.' },
        ])
      }
      const { domain, target } = found
      const post_id = await postOf(viewer, found, tx)
      const owner_id = viewer?.id ?? ''
      const target_key = sha256(JSON.stringify([owner_id, target]))
      const repository = shortLinkRepository(tx.connection)
      let code = await repository.codeOf(domain.name, target_key)
      for (let tried = 0; code === undefined && tried < CODES_TRIED; tried += 1) {
        const row = { domain_name: domain.name, code: newCode(), target_key, target, post_id, owner_id }
        await repository.insert({ ...row, created_at: clock.now() })
        code = await repository.codeOf(domain.name, target_key)
      }
      if (code === undefined) throw new DomainError('BUSY')
      return {
        id: code,
        originalUrl: target.startsWith('/') ? domain.origin + target : target,
        shortUrl: domain.origin + SHORT_LINKS_PATH + code,
      }
    },
    /** Where a code leads; null: nowhere, or nowhere any longer. */
    async find(domain: Domain, code: string): Promise<ResolvedLink | null> {
      const row = await shortLinkRepository(database.read).at(domain.name, code)
      const target = row && (await locationOf(row, domain))
      return target ? { ...target, views: Number(row.views) } : null
    },
    /**
     * Counts a view, once per visitor and day, and at most so many per network. What tells visitors apart is hashed with
     * the day and kept for that long.
     */
    async view(domain: Domain, about: { code: string; address: string; agent: string }): Promise<void> {
      const { code, address, agent } = about
      const day = Math.floor(clock.now() / DAY_MS)
      const [network] = addressBuckets(address)
      const visitor = createHmac('sha256', secret)
        .update(JSON.stringify(['short link', day, network?.prefix, agent]))
        .digest('hex')
      await database.transaction(async (tx) => {
        const of = [domain.name, code]
        const views = await eventCounts.allowance(tx, {
          policy: 'shortLinkViewsByNetwork',
          of,
          address,
          key: networkKey,
        })
        if (views.left === 0) return
        const times = await eventCounts.add({ policy: 'shortLinkView', of: [...of, visitor] }, 1, tx)
        if (times > 1) return
        await views.use(1)
        await shortLinkRepository(tx.connection).addView(domain.name, code)
      })
    },
  }
}

function newCode(): string {
  return Array.from(
    { length: SHORT_CODE_LENGTH },
    () => SHORT_CODE_ALPHABET[randomInt(SHORT_CODE_ALPHABET.length)],
  ).join('')
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}
