import {
  canConfigureDomain,
  canSeePost,
  communityPath,
  isOwnPath,
  type MenuItem,
  type MenuTarget,
  pagePath,
  postPath,
  type Viewer,
} from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { type CommunityService, inCommunity } from '../../people/communities/index.ts'
import type { Domain } from '../../people/tenants/index.ts'
import type { PagesDomain } from '../pages/index.ts'
import type { PostService } from '../posts/index.ts'

type Reference = Pick<MenuItem, 'kind' | 'target'>

/** What a reference leads to. */
export interface FoundTarget {
  title: string
  href: string
  /** Whether a person may open it. */
  isFor: (viewer: Viewer) => boolean
}

/** Finds the target of a reference; undefined if it isn't there, or not on this domain. */
export type FindTarget = (reference: Reference) => FoundTarget | undefined

const forAll = () => true

/** Loads what menus lead to, in a few queries however many items there are. */
export function createTargets({
  communities,
  posts,
  pages,
}: {
  communities: Pick<CommunityService, 'idsOf' | 'factsById' | 'topicsById'>
  posts: Pick<PostService, 'factsById'>
  pages: PagesDomain['pages']
}) {
  return async (
    references: readonly Reference[],
    domain: Pick<Domain, 'name' | 'config' | 'origin'>,
    tx?: Transaction,
  ): Promise<FindTarget> => {
    const { config, origin } = domain
    const onlyCommunity = config.isSingleTokenDomain ? config.defaultTokenName : null
    const of = (kind: Reference['kind']) => [
      ...new Set(references.filter((one) => one.kind === kind).map(({ target }) => target)),
    ]
    const topics = await communities.topicsById(of('topic'), tx)
    const namedIds = await communities.idsOf(of('community'), tx)
    const facts = await communities.factsById(
      [...namedIds, ...[...topics.values()].map(({ communityId }) => communityId)],
      tx,
    )
    const shown = [...facts.values()].filter(({ tokenName }) => onlyCommunity === null || tokenName === onlyCommunity)
    const byName = new Map(shown.map((community) => [community.tokenName, community]))
    const byId = new Map(shown.map((community) => [community.id, community]))
    const postFacts = await posts.factsById(of('post'), onlyCommunity, tx)
    const pageLinks = await pages.linksOf(domain, of('page'), tx)
    const homeOf = (community: (typeof shown)[number]) =>
      onlyCommunity === null ? communityPath(inCommunity(community)) : '/'

    const finders: Record<Reference['kind'], (target: string) => FoundTarget | undefined> = {
      community(target) {
        const community = byName.get(target)
        return community && { title: community.title, href: homeOf(community), isFor: forAll }
      },
      topic(target) {
        const topic = topics.get(target)
        const community = topic && byId.get(topic.communityId)
        if (!topic || !community || topic.deleted) return undefined
        return { title: topic.name, href: `${homeOf(community)}?flair=${topic.id}`, isFor: forAll }
      },
      post(target) {
        const post = postFacts.get(target)
        return (
          post && {
            title: post.title,
            href: postPath({ ...post, slugUrl: post.slug }),
            isFor: (viewer) => canSeePost(viewer, post).allowed,
          }
        )
      },
      page(target) {
        const page = pageLinks.get(target)
        // Its admins see a draft, too.
        const isFor = (viewer: Viewer) => page?.isPublished === true || canConfigureDomain(viewer, domain.name).allowed
        return page && { title: page.title, href: pagePath(page.slug), isFor }
      },
      link: (target) => ({ title: '', href: ownPathOf(target, origin) ?? target, isFor: forAll }),
    }
    return ({ kind, target }) => finders[kind](target)
  }
}

/** The path of an absolute address of the own site; null for others. */
function ownPathOf(address: string, origin: string): string | null {
  if (address === origin) return '/'
  const path = address.startsWith(`${origin}/`) ? address.slice(origin.length) : ''
  return isOwnPath(path) ? path : null
}

/** A target as its admin sees it: what the admin may not open either is missing. */
export function presentTarget(reference: Reference, found: FoundTarget | undefined, admin: Viewer): MenuTarget {
  const { kind, target } = reference
  if (!found?.isFor(admin)) return { kind, target, title: '', href: '', problem: 'missing' }
  return { kind, target, title: found.title, href: found.href, problem: found.isFor(null) ? null : 'hidden' }
}
