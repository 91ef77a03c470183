import type { Community } from '@stoa/contract'
import type { Stoa } from '../stoa.ts'
import { createSettler, type Settler } from './settler.ts'

interface Membership {
  community: Community | undefined
  joined: boolean
}

/** Joins or leaves without asking first whether somebody is signed in. */
export function setMembership(stoa: Stoa, { tokenName, join: wanted }: { tokenName: string; join: boolean }) {
  return stoa.part(createMembershipSettler).submit(tokenName, {
    kind: 'join',
    apply: (membership) => withMembership(membership, wanted),
    isDone: ({ joined }) => joined === wanted,
    async send() {
      const { community, joinedCommunities } = await stoa.client.call('communityJoin', { tokenName, join: wanted })
      return () => ({ community, joined: joinedCommunities.includes(tokenName) })
    },
  })
}

/** The one settler of an application's memberships. */
function createMembershipSettler(stoa: Stoa): Settler<Membership> {
  return createSettler(stoa, {
    read(tokenName) {
      const { communities, viewer } = stoa.state.getState()
      return { community: communities[tokenName], joined: viewer?.joinedCommunities.includes(tokenName) ?? false }
    },
    write(tokenName, { community, joined }) {
      stoa.state.setState(({ communities, viewer }) => {
        const others = viewer?.joinedCommunities.filter((name) => name !== tokenName) ?? []
        return {
          communities: community ? { ...communities, [tokenName]: community } : communities,
          viewer: viewer && { ...viewer, joinedCommunities: joined ? [...others, tokenName] : others },
        }
      })
    },
  })
}

function withMembership({ community, joined }: Membership, wanted: boolean): Membership {
  if (joined === wanted) return { community, joined }
  const step = wanted ? 1 : -1
  return {
    community: community && { ...community, numberOfMembers: Math.max(0, community.numberOfMembers + step) },
    joined: wanted,
  }
}
