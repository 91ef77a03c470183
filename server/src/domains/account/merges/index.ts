import type { IncomingMessage } from 'node:http'
import { type Mount, requestOf, viewerOf } from '../../../platform/calls/mount.ts'
import { type Idempotency, writeOf } from '../../../platform/idempotency/idempotency.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { PollsDomain } from '../../content/polls/index.ts'
import type { ReactionsDomain } from '../../content/reactions/index.ts'
import type { AccountsDomain } from '../../people/accounts/index.ts'
import { type AuthDomain, type Cookies, exchangeOf, signInContextOf } from '../../people/auth/index.ts'
import type { FollowsDomain } from '../../people/follows/index.ts'
import type { MembershipsDomain } from '../../people/memberships/index.ts'
import type { ReputationDomain } from '../../people/reputation/index.ts'
import type { Domain, TenantsDomain } from '../../people/tenants/index.ts'
import { createMergedChoices } from './choices.ts'
import { createMerges, type Merges } from './service.ts'
import { mergesTables } from './tables.ts'

type Earlier = TenantsDomain &
  AccountsDomain &
  ReputationDomain &
  MembershipsDomain &
  AuthDomain &
  PollsDomain &
  FollowsDomain &
  ReactionsDomain

export const mergesDomain = { tables: mergesTables, register: registerMerges }

function registerMerges(platform: Platform, earlier: Earlier) {
  const { reactionMerger: reactions, voteMerger: votes, totp } = earlier
  const parts = { ...platform, ...earlier }
  const mergedChoices = createMergedChoices({ ...platform, reactions, votes })
  const merges = createMerges({ ...parts, mergedChoices, hasSecondFactor: totp.isOn })
  mergeRoutes(platform.mount, { ...parts, merges })
  return { merges }
}

interface Dependencies {
  merges: Merges
  cookies: Cookies
  idempotency: Idempotency
  domainOf: (request: IncomingMessage) => Domain
}

function mergeRoutes(mount: Mount, dependencies: Dependencies): void {
  const { merges, idempotency, domainOf } = dependencies
  const forumOf = (context: Parameters<typeof requestOf>[0]) => domainOf(requestOf(context)).config.domainDisplayName

  mount('userForwardProve', (context) => {
    const asker = { viewer: viewerOf(context), sessionId: context.sessionId, tx: context.tx }
    const about = { input: context.input, signInContext: signInContextOf(context, dependencies) }
    // Wrong guesses must count, too. In the transaction of a stored response they would be rolled back.
    return idempotency.onceRecorded('userForwardProve', writeOf(exchangeOf(context).request, asker.viewer.id), {
      work: (keep) => merges.prove(asker, about, keep),
    })
  })

  mount('userForward', (context) => {
    const asker = { viewer: viewerOf(context), sessionId: context.sessionId, tx: context.tx }
    return merges.merge(asker, context.input, forumOf(context))
  })

  mount('userForwardUndo', (context) => {
    const asker = { viewer: viewerOf(context), sessionId: context.sessionId, tx: context.tx }
    return merges.undo(asker, context.input.forwardedUserId, forumOf(context))
  })

  mount('userForwarded', (context) => merges.list(viewerOf(context)))
}
