import { isOwn, type Me, type Permission, type PostKind } from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { ACTION_TRAITS, type KnownDecision } from '../../content/activity-log/index.ts'
import type { PostService } from '../../content/posts/index.ts'
import type { AccountService } from '../../people/accounts/index.ts'
import type { MembershipService, Staff } from '../../people/memberships/index.ts'
import type { AppealRow } from './repository.ts'

interface Dependencies {
  accounts: Pick<AccountService, 'mainIdsById'>
  memberships: Pick<MembershipService, 'staffOf'>
  posts: Pick<PostService, 'factsById'>
}

/** An appeal with the decision it contests. */
export interface AppealWithDecision {
  row: AppealRow
  decision: KnownDecision
}

export type AppealJudges = ReturnType<typeof createAppealJudges>

/** Finds who may judge an appeal: somebody other than who made the decision, where possible. */
export function createAppealJudges({ accounts, memberships, posts }: Dependencies) {
  /** Permissions needed to see an appeal and to grant it. `kind`: kind of the post concerned. */
  function rightsFor({ action }: KnownDecision, kind: PostKind | undefined): Permission[] {
    if (ACTION_TRAITS[action].ban === 'imposed') return ['hideContent', 'banUser']
    return kind === 'story' ? ['hideContent', 'hidePremiumContent'] : ['hideContent']
  }

  /** Staff other than the decider and the appellant who can judge each appeal; without any, admins judge it. */
  async function judgesOf(appeals: AppealWithDecision[], tx?: Transaction): Promise<Map<string, string[]>> {
    const communityIds = [...new Set(appeals.map(({ decision }) => decision.communityId))]
    const staff = new Map<string, Staff[]>()
    for (const id of communityIds) staff.set(id, await memberships.staffOf(id, tx))
    const postIds = appeals.flatMap(({ decision }) => (decision.commentId === '' ? [decision.postId] : []))
    const postsById = await posts.factsById(postIds, null, tx)
    const concerned = appeals.flatMap(({ row, decision }) => [row.user_id, decision.actorId])
    const staffIds = [...staff.values()].flat().map(({ userId }) => userId)
    const mains = await accounts.mainIdsById([...concerned, ...staffIds], tx)
    const mainOf = (userId: string) => mains.get(userId) ?? userId
    const judgesOfOne = ({ row, decision }: AppealWithDecision): string[] => {
      // Only admins bring back content that an admin has removed.
      if (decision.by !== 'community' && decision.postId !== '') return []
      const post = decision.commentId === '' ? postsById.get(decision.postId) : undefined
      const needed = rightsFor(decision, post?.kind)
      const without = [mainOf(row.user_id), mainOf(decision.actorId)]
      const judges = (staff.get(decision.communityId) ?? []).filter(
        ({ userId, owner, permissions }) =>
          (owner || needed.every((right) => permissions.includes(right))) && !without.includes(mainOf(userId)),
      )
      return judges.map(({ userId }) => userId)
    }
    return new Map(appeals.map((one) => [one.row.id, judgesOfOne(one)]))
  }

  /** The ids of appeals made by the viewer or against their decisions that somebody else can judge. */
  async function notFor(viewer: Me, appeals: AppealWithDecision[], tx?: Transaction): Promise<Set<string>> {
    const ownAppeals = appeals.filter(
      ({ row, decision }) => isOwn(viewer, row.user_id) || isOwn(viewer, decision.actorId),
    )
    if (ownAppeals.length === 0) return new Set()
    const judges = await judgesOf(ownAppeals, tx)
    // Above a section's admins there are always others.
    const isForOthers = ({ row, decision }: AppealWithDecision) =>
      (judges.get(row.id) ?? []).length > 0 ||
      (decision.by === 'section' && !viewer.networkAdmin && !viewer.domainAdmin)
    return new Set(ownAppeals.filter(isForOthers).map(({ row }) => row.id))
  }

  return { judgesOf, notFor }
}
