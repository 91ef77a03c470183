import { type CallOutput, type CallParsedInput, canSeePost, type Me, type User } from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { assertAllowed, DomainError } from '../../../platform/domain-error.ts'
import type { PostService } from '../../content/posts/index.ts'
import type { AccountService } from '../../people/accounts/index.ts'
import { type CommunityService, inCommunity } from '../../people/communities/index.ts'
import type { MembershipService } from '../../people/memberships/index.ts'
import type { MuteService } from '../../people/mutes/index.ts'

interface Dependencies {
  accounts: Pick<AccountService, 'profilesById'>
  communities: Pick<CommunityService, 'factsById' | 'topicsById'>
  memberships: Pick<MembershipService, 'hide' | 'hiddenBy'>
  mutes: MuteService
  posts: Pick<PostService, 'facts' | 'factsById'>
}

/** What a person can block and mute, and the list of it. `onlyCommunity`: the only one considered; null for all. */
export function createMuteSettings({ accounts, communities, memberships, mutes, posts }: Dependencies) {
  async function list(viewer: Me, onlyCommunity: string | null, tx?: Transaction): Promise<CallOutput<'muteList'>> {
    const stored = await mutes.stored(viewer, tx)
    const hidden = await memberships.hiddenBy(viewer, tx)
    const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)
    const profiles = await accounts.profilesById(idsOf([...stored.blocked, ...stored.user]), tx)
    const postsById = await posts.factsById(idsOf(stored.post), onlyCommunity, tx)
    const topicsById = await communities.topicsById(idsOf(stored.topic), tx)
    const communitiesById = await communities.factsById(
      [...idsOf(hidden), ...[...topicsById.values()].map(({ communityId }) => communityId)],
      tx,
    )
    const isHere = (tokenName: string) => onlyCommunity === null || tokenName === onlyCommunity
    const people = (rows: { id: string; at: number }[]) =>
      rows.flatMap(({ id, at }) => {
        const profile = profiles.get(id)
        return profile ? [{ ...named(profile), at }] : []
      })
    return {
      mutes: {
        blocked: people(stored.blocked),
        users: people(stored.user),
        posts: stored.post.flatMap(({ id, at }) => {
          const post = postsById.get(id)
          if (!post || !canSeePost(viewer, post).allowed) return []
          const { title, slug: slugUrl, kind, tokenName, communitySlug } = post
          const place = { tokenName, ...(communitySlug !== undefined && { communitySlug }) }
          return [{ id, title, slugUrl, kind, ...place, at }]
        }),
        communities: hidden.flatMap(({ id, at }) => {
          const community = communitiesById.get(id)
          if (!community || !isHere(community.tokenName)) return []
          return [{ id, ...inCommunity(community), title: community.title, at }]
        }),
        topics: stored.topic.flatMap(({ id, at }) => {
          const topic = topicsById.get(id)
          const community = topic && communitiesById.get(topic.communityId)
          if (!topic || !community || !isHere(community.tokenName)) return []
          return [{ id, name: topic.name, tokenName: community.tokenName, communityTitle: community.title, at }]
        }),
        words: stored.word.map(({ text, at }) => ({ text, at })),
      },
    }
  }

  /** Throws if what is to be muted isn't there for the viewer. */
  async function muteEntity(
    viewer: Me,
    { entityType, entityId, block: isMuted }: CallParsedInput<'notificationBlock'> & { entityId: string },
    { onlyCommunity, tx }: { onlyCommunity: string | null; tx: Transaction | undefined },
  ): Promise<void> {
    if (entityType === 'post' && (isMuted || onlyCommunity !== null)) {
      const post = await posts.facts(entityId, onlyCommunity, tx)
      if (isMuted) assertAllowed(canSeePost(viewer, post))
    }
    const isTopic = entityType === 'topic'
    const topic = isTopic ? (await communities.topicsById([entityId], tx)).get(entityId) : undefined
    const communityId = isTopic ? topic?.communityId : entityType === 'community' ? entityId : undefined
    const community = communityId && (await communities.factsById([communityId], tx)).get(communityId)
    if (communityId !== undefined || isTopic) {
      if (!community || (onlyCommunity !== null && community.tokenName !== onlyCommunity)) {
        throw new DomainError(isTopic ? 'FLAIR_NOT_FOUND' : 'COMMUNITY_NOT_FOUND')
      }
      if (entityType === 'community') {
        await memberships.hide(viewer, { tokenName: community.tokenName, hide: isMuted }, tx)
        return
      }
    }
    const kind = entityType === 'community' ? 'topic' : entityType
    // Muting a merged topic mutes the one that has its posts.
    await mutes.set(viewer, { kind, value: topic?.id ?? entityId, isMuted }, tx)
  }

  return {
    list,
    /** Blocks or unblocks a person. */
    async block(viewer: Me, input: CallParsedInput<'dmBlock'>, tx?: Transaction): Promise<CallOutput<'dmBlock'>> {
      await mutes.block(viewer, { userId: input.blockUserId, isBlocked: input.block }, tx)
      return { status: input.block }
    },
    /** Mutes or unmutes something; returns the whole list, except on a partner's site. */
    async mute(
      viewer: Me,
      input: CallParsedInput<'notificationBlock'>,
      { onlyCommunity, tx }: { onlyCommunity: string | null; tx?: Transaction | undefined },
    ): Promise<CallOutput<'notificationBlock'>> {
      const { entityType, entityId, text = '', block: isMuted } = input
      if (entityType === 'word') await mutes.set(viewer, { kind: 'word', value: text, isMuted }, tx)
      else await muteEntity(viewer, { ...input, entityId: entityId ?? '' }, { onlyCommunity, tx })
      return viewer.site === null ? list(viewer, onlyCommunity, tx) : {}
    },
  }
}

function named({ id, displayName, slugUrl, profileImageUrl }: User) {
  return { userId: id, displayName, slugUrl, imageUrl: profileImageUrl }
}
